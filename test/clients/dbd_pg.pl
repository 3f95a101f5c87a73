# Perl's DBD::Pg: an id is text; bytes go in as bytea
# SPDX-License-Identifier: PostgreSQL
# needs: libdbd-pg-perl
use strict;
use warnings;

use DBI;
use DBD::Pg qw(:pg_types);

my $failed = 0;

# A value or an array of them, as text.
sub shown {
    my ($value) = @_;
    return $value // 'NULL' unless ref $value;
    return '[' . join(',', map { $_ // 'NULL' } @$value) . ']';
}

sub check {
    my ($name, $answer, $expected) = @_;
    my ($got, $wanted) = map { shown($_) } $answer, $expected;
    my $ok = $got eq $wanted;
    $failed ||= !$ok;
    print(($ok ? 'ok' : 'not ok'), " - dbd_pg: $name\n");
    print "# $got, and not $wanted\n" unless $ok;
    return;
}

my $a_id = '507f1f77bcf86cd799439011';    # of 2012-10-17
my $b_id = '6ae68100ffffffffffffffff';    # of 2026-11-01
my $malformed = '507f1f77bcf86cd79943901';
my $dbh = DBI->connect('dbi:Pg:', undef, undef, { RaiseError => 1, PrintError => 0 });

for my $prepared (1, 0) {
    $dbh->{pg_server_prepare} = $prepared;
    my $mode = $prepared ? 'prepared' : 'not prepared';
    $dbh->do('CREATE TEMPORARY TABLE orders
        (id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, items objectid[])');
    # recipe: use
    my ($id) = $dbh->selectrow_array(
        'INSERT INTO orders (customer, items) VALUES (?, ?) RETURNING id',
        undef, $a_id, [ $a_id, undef, $b_id ]);
    my ($customer, $items) = $dbh->selectrow_array(
        'SELECT customer, items::text[] FROM orders WHERE id = ?', undef, $id);
    my $several = $dbh->selectcol_arrayref(
        'SELECT id FROM orders WHERE id = ANY (?::objectid[])', undef, [ $id, $b_id ]);
    # recipe: end
    my $recent = $dbh->selectcol_arrayref(
        'SELECT id FROM orders WHERE id >= ?::timestamptz', undef, '2020-01-01 00:00:00Z');
    check("$mode: insert returns an id of now", abs(hex(substr($id, 0, 8)) - time) < 60, 1);
    check("$mode: look-up with a parameter", $customer, $a_id);
    check("$mode: arrays", $items, [ $a_id, undef, $b_id ]);
    check("$mode: look-up with an array", $several, [$id]);
    check("$mode: time range", $recent, [$id]);
    my $insert = 'INSERT INTO orders (customer) VALUES (?) RETURNING customer';
    check("$mode: NULL", $dbh->selectrow_array($insert, undef, undef), undef);

    my $bytes = $dbh->prepare('SELECT id FROM orders WHERE customer = ?::bytea::objectid');
    $bytes->bind_param(1, pack('H*', $a_id), { pg_type => PG_BYTEA });
    $bytes->execute;
    check("$mode: bytes as a parameter", $bytes->fetchrow_array, $id);
    eval { $dbh->selectrow_array('SELECT * FROM orders WHERE id = ?', undef, $malformed) };
    check("$mode: malformed input", $dbh->state, '22P02');
    $dbh->do('DROP TABLE orders');
}
$dbh->disconnect;
exit $failed;
