#!/usr/bin/perl
# The faults that test/mutants plants, and what finds each. Run by test/mutants in a built checkout:
# planted_faults.pl [--list] [REGULAR EXPRESSION]
# SPDX-License-Identifier: PostgreSQL
#
# Each fault begins with a line "FILE | what is wrong | KIND:TEST". KIND is unit, regress, isolation
# or tap (a file of that kind), or threads. Lines after it that begin with "-" are what stands in
# the file, once, without the blanks before it, and lines that begin with "+" what takes its place.
use strict;
use warnings;

use Test::More;

$| = 1;
my $only_list = @ARGV && $ARGV[0] eq '--list' && shift @ARGV;
my $pattern = join '|', @ARGV;

my @faults;
while (my $line = <DATA>)
{
	chomp $line;
	if ($line =~ /^([^-+|]\S*) \| (.+) \| (\S+)$/)
	{
		push @faults, { file => $1, what => $2, test => $3, title => $line, old => [], new => [] };
	}
	elsif ($line =~ /^([-+])(.*)$/)
	{
		push @{ $faults[-1]{ $1 eq '-' ? 'old' : 'new' } }, $2;
	}
	elsif ($line =~ /\S/)
	{
		die "not understood: $line\n";
	}
}
@faults = grep { $_->{title} =~ /$pattern/ } @faults;
if ($only_list)
{
	print "$_->{title}\n" for @faults;
	exit;
}

my %command = (
	unit => sub { qq{make unitcheck UNIT=$_[0] UNIT_SANITIZE=} },
	regress => sub { qq{make installcheck REGRESS="test_setup $_[0]" ISOLATION=} },
	isolation => sub { qq{make installcheck REGRESS=test_setup ISOLATION=$_[0]} },
	tap => sub { qq{make tapcheck TAP=test/t/$_[0].pl} },
	threads => sub { 'make threadcheck' });

# Whether a test, such as "unit:hex", passes.
sub passes
{
	my ($test) = @_;
	my ($kind, $name) = split /:/, $test;
	# A server that a fault has ended, and that has not come back.
	system("pg_ctl status -D $ENV{OBJECTID_SERVER_DATA} >/dev/null 2>&1 ||"
		  . " pg_ctl start -D $ENV{OBJECTID_SERVER_DATA} -s -l ../log/server.log"
		  . qq{ -o "-F -c listen_addresses= -c unix_socket_directories=$ENV{PGHOST}"});
	local $ENV{PGPORT};
	delete $ENV{PGPORT};
	return system($command{$kind}->($name) . ' >../log/test.log 2>&1') == 0;
}

sub slurp
{
	my ($file) = @_;
	open(my $handle, '<:raw', $file) or die "$file: $!";
	local $/;
	return <$handle>;
}

sub write_file
{
	my ($file, $content) = @_;
	open(my $handle, '>:raw', $file) or die "$file: $!";
	print $handle $content;
	close $handle or die "$file: $!";
	return;
}

# What is built of the file, installed. Unit tests build what they need themselves.
sub builds
{
	my ($fault) = @_;
	return 1 if $fault->{test} =~ /^(unit|threads)/;
	return system('make install >../log/faulty_build.log 2>&1') == 0;
}

my %seen;
ok(passes($_), "$_ passes without a fault") for grep { !$seen{$_}++ } map { $_->{test} } @faults;
for my $fault (@faults)
{
	my $file = $fault->{file};
	my $sound = slurp($file);
	my $old = join '\s*\n\s*', map { quotemeta } @{ $fault->{old} };
	my @places = $sound =~ /^[ \t]*$old$/mg;
	if (@places != 1)
	{
		fail("$fault->{title}: stands in the file once, not " . @places . ' times');
		next;
	}
	my $new = join "\n", @{ $fault->{new} };
	my $faulty = $sound =~ s/^([ \t]*)$old$/$1$new/mr;
	write_file($file, $faulty);
	if (!builds($fault))
	{
		fail("$fault->{title}: builds");
	}
	else
	{
		ok(!passes($fault->{test}), $fault->{title});
	}
	write_file($file, $sound);
}
system('make install >../log/faulty_build.log 2>&1');
done_testing();

__END__
src/pg/objectid_gin.cpp | > in GIN stops at an equal key | regress:objectid_gin
-PG_RETURN_INT32(order > 0 ? 0 : -1);
+PG_RETURN_INT32(order > 0 ? 0 : 1);

src/core/objectid_gist.hpp | <> in GiST misses pages | unit:objectid_gist
-return bounds.lower != query || bounds.upper != query;
+return bounds.lower != query && bounds.upper != query;
