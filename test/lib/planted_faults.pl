#!/usr/bin/perl
# The faults that test/mutants plants, and what finds each. Run by test/mutants in a built checkout:
# planted_faults.pl [--list] [REGULAR EXPRESSION]
# SPDX-License-Identifier: PostgreSQL
#
# After the name of a file, each fault begins with a line "what is wrong | KIND:TEST". KIND is
# unit, regress or tap (a file of that kind), or threads. Lines after it that begin with
# "-" are what stands in the file, once, without the blanks before it, and lines that begin with "+"
# what takes its place. A fault that a test does not find which skips something counts as skipped.
use strict;
use warnings;

use FindBin;
use POSIX ();
use Test::More;

$| = 1;
my $only_list = @ARGV && $ARGV[0] eq '--list' && shift @ARGV;
my $pattern = join '|', @ARGV;

my @faults;
my $file_name;
while (my $line = <DATA>)
{
	chomp $line;
	if ($line =~ /^(?:src|doc)\/\S+$/)
	{
		$file_name = $line;
	}
	elsif ($line =~ /^[^-+].* \| (\w+:\w+)$/)
	{
		my $title = "$file_name | $line";
		push @faults, { file => $file_name, test => $1, title => $title, old => [], new => [] };
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

# place_of FAULT: what stands in its file, as a regular expression.
sub place_of
{
	my ($fault) = @_;
	return '([ \t]*)' . join '\s*\n\s*', map { quotemeta } @{ $fault->{old} };
}

sub slurp
{
	my ($file) = @_;
	open(my $handle, '<:raw', $file) or die "$file: $!";
	local $/;
	return <$handle>;
}

chdir "$FindBin::RealBin/../.." or die;
my $misplaced = 0;
for my $fault (@faults)
{
	my $place = place_of($fault);
	my $times = () = slurp($fault->{file}) =~ /^$place$/mg;
	next if $times == 1;
	print STDERR "$fault->{title}: what it replaces stands there $times times, not once\n";
	$misplaced = 1;
}
print map { "$_->{title}\n" } @faults if $only_list;
exit $misplaced if $only_list || $misplaced;

my %command = (
	unit => sub { qq{make unitcheck UNIT=$_[0] UNIT_SANITIZE=} },
	regress => sub { qq{make installcheck REGRESS="test_setup $_[0]"} },
	tap => sub { qq{make tapcheck TAP="--verbose test/t/$_[0].pl"} },
	threads => sub { 'make threadcheck' });

my $server = "pg_ctl -D $ENV{OBJECTID_SERVER_DATA} -s";

# The server that run_test() starts would keep open what the shells have opened: prove would wait.
POSIX::close($_) for 10 .. 255;

# Whether a test, such as "unit:hex", passes, and what it says that it skips. One that a fault keeps
# from ending does not pass.
sub run_test
{
	my ($test) = @_;
	my ($kind, $name) = split /:/, $test;
	local $ENV{PGPORT};
	delete $ENV{PGPORT};
	my $status = system('timeout 300 ' . $command{$kind}->($name) . ' >../log/test.log 2>&1');
	if ($status != 0)
	{
		# It may have ended, or a session may go on for ever.
		system("$server stop -m immediate 2>/dev/null; $server start -l ../log/server.log"
			  . qq{ -o "-F -c listen_addresses= -c unix_socket_directories=$ENV{PGHOST}"});
		diag("$test timed out") if $status >> 8 == 124;
		return (0, '');
	}
	my %reasons = map { $_ => 1 }
	  slurp('../log/test.log') =~ /^(?:ok \d+ # skip|\S+ \.+ skipped:) (.+)$/gm;
	return (1, join '; ', sort keys %reasons);
}

sub write_file
{
	my ($file, $content) = @_;
	open(my $handle, '>:raw', $file) or die "$file: $!";
	print $handle $content;
	close $handle or die "$file: $!";
	return;
}

# What is built of the file, installed. Unit tests build what they need themselves, and may find a
# fault by not building; the file must.
sub builds
{
	my ($fault) = @_;
	my $build = $fault->{test} =~ /^(unit|threads)/
	  ? "g++ -std=c++20 -w -Isrc -fsyntax-only -x c++ $fault->{file}"
	  : 'make install';
	return system("$build >../log/faulty_build.log 2>&1") == 0;
}

my %skips;
my %seen;
for my $test (grep { !$seen{$_}++ } map { $_->{test} } @faults)
{
	(my $passes, $skips{$test}) = run_test($test);
	ok($passes, "$test passes without a fault") or delete $skips{$test};
}
my $number = 0;
for my $fault (@faults)
{
	diag(sprintf '%d of %d: %s', ++$number, scalar @faults, $fault->{title});
	my $file = $fault->{file};
	my $sound = slurp($file);
	if (!defined $skips{ $fault->{test} })
	{
		fail("$fault->{title}: found by a test that passes without it");
		next;
	}
	my $place = place_of($fault);
	my $new = join "\n", @{ $fault->{new} };
	my $faulty = $sound =~ s/^$place$/$1$new/mr;
	write_file($file, $faulty);
	if (!builds($fault))
	{
		fail("$fault->{title}: builds");
	}
	else
	{
		my ($passes, $skips) = run_test($fault->{test});
	  SKIP:
		{
			skip("$fault->{title}: $skips", 1) if $passes && $skips ne '';
			ok(!$passes, $fault->{title});
		}
	}
	write_file($file, $sound);
}
system('make install >../log/faulty_build.log 2>&1');
done_testing();

__END__
doc/managed/objectid.sql
after 16 million ids there are no more | tap:managed
-CREATE SEQUENCE objectid_internal_counter AS integer MINVALUE 0 MAXVALUE 16777215 CYCLE;
+CREATE SEQUENCE objectid_internal_counter AS integer MINVALUE 0 MAXVALUE 16777215;

src/core/digits_permutation.hpp
another number of rounds | unit:digits_permutation
-return 32 + (6 * bits + 4) / 5;
+return 33 + (6 * bits + 4) / 5;

src/core/ejson_date.hpp
milliseconds before 1970 are of the next second | unit:ejson_date
-return ejson_date_from_unix_s(floor_div(unix_ms, ms_per_s),
+return ejson_date_from_unix_s(unix_ms / ms_per_s,

src/core/follow_marks.hpp
what is resolved is not so for good | unit:follow_marks
-marks_[0].latest_start = std::nullopt;
+static_cast<void>(0);

src/core/follow_snapshots.hpp
running transactions are not compared | unit:follow_snapshots
-return one.xmax > other.xmax || one == other;
+return one.xmax >= other.xmax;

src/core/follow_starts.hpp
the start of the slot's next session is believed | unit:follow_starts
-if (lock.start_pid == lock.pid)
+if (lock.start_pid != 0)

src/core/histogram.hpp
a rare kind is estimated ten times as often | unit:histogram
-return (count == 0 ? 0.1 : count) / static_cast<double>(bounds.size());
+return (count == 0 ? 1.0 : count) / static_cast<double>(bounds.size());

src/core/mask.hpp
one round less | unit:mask
-inline constexpr int mask_rounds = 10;
+inline constexpr int mask_rounds = 9;

src/core/new_id_steps.hpp
the clock is read before the change is announced | unit:new_id_steps
-page.announce();
-const ReservationChange change = change_of_reservation(old, incarnation, id, page.clock().s);
+const std::int64_t now_s = page.clock().s;
+page.announce();
+const ReservationChange change = change_of_reservation(old, incarnation, id, now_s);
an id from before the page was taken over is given out | unit:new_id_steps
-return knew_page && change.move != ReservationMove::taken;
+return knew_page || change.move == ReservationMove::taken;

src/core/newest_tick.hpp
ids run two seconds ahead | unit:newest_tick
-return unix_s > std::max(greatest_s_, now.s) + largest_lead_s;
+return unix_s > std::max(greatest_s_, now.s) + largest_lead_s + 1;

src/core/objectid_generator.hpp
the counter goes round within a second | unit:objectid_generator
-second = newest_.tick() + (tail_.drawn && tail_.counter == 0 ? 1 : 0);
+second = newest_.tick();
a back-filled id comes twice | unit:objectid_generator
-left_ = ObjectIdTail::counter_values;
+left_ = ObjectIdTail::counter_values + 1;

src/core/objectid_gist.hpp
<> in GiST misses pages | unit:objectid_gist
-return bounds.lower != query || bounds.upper != query;
+return bounds.lower != query && bounds.upper != query;

src/core/random.hpp
bytes that were handed out are kept | unit:random
-std::fill_n(next, bytes.size(), std::uint8_t{0});
+static_cast<void>(0);

src/core/reservation.hpp
the page of another incarnation is kept | unit:reservation
-if (old.incarnation != incarnation)
+if (old.incarnation == 0)

src/core/spin_lock.hpp
the lock is released without order | threads:threads
-is_taken_.clear(std::memory_order_release);
+is_taken_.clear(std::memory_order_relaxed);

src/core/time_range.hpp
the last timestamptz is followed by one more | unit:time_range
-return pg_us >= pg_us_last ? pg_us_infinity : pg_us + 1;
+return pg_us > pg_us_last ? pg_us_infinity : pg_us + 1;

src/core/uuid.hpp
one bit of the variant is not tested | unit:uuid
-return bytes[8] >> 6 == variant && bytes[6] >> 4 == version;
+return bytes[8] >> 7 == 1 && bytes[6] >> 4 == version;

src/core/uuid_generator.hpp
random bits of version 7 go round within a tick | unit:uuid_generator
-begins_tick = rand_b > Uuid::tail_max;
+begins_tick = false;

src/migration/12_who.sql
other superusers are a reason to refuse one | tap:migration_rights
-WHERE NOT rolsuper AND oid >= 16384); -- without those of initdb
+WHERE oid >= 16384);

src/migration/41_statements.sql
what has the name of a table is read, whosever it is | tap:migration_rights
-WHERE c.oid = to_regclass(named.rel) AND c.relkind IN ('r', 'p')
-AND pg_get_userbyid(c.relowner) = current_user)
+WHERE c.oid = to_regclass(named.rel))

src/migration/42_refresh.sql
a document that the stream did not find is staged | regress:migration
-AND (s.source->>'operationType' = 'delete' OR s.source->'fullDocument' <> 'null')
+AND true
an update without its document is ignored | regress:migration
-OR o.kind = 'update' AND s.source->'fullDocument' = 'null') IS NOT TRUE
+OR o.kind = 'update') IS NOT TRUE

src/migration/43_export.sql
UUIDs of Java come back with their bytes as they are read | tap:migration
-CASE legacy_uuid WHEN 'java' THEN 'g' ELSE '' END) END)
+'') END)

src/migration/51_check.sql
a field that the rows lack is no difference | tap:migration
-WHERE p.of_document->k.key IS DISTINCT FROM p.of_row->k.key) AS inner_pair
+WHERE (p.of_document->k.key = p.of_row->k.key) IS FALSE) AS inner_pair

src/migration/61_conversion_statements.sql
indexes of another collation stay | regress:conversion_statements
-AND (NOT opcdefault OR collation_id <> attcollation)
+AND NOT opcdefault

src/pg/counters.cpp
a counter's row is not locked | tap:counters
-" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3 FOR UPDATE";
+" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3";

src/pg/follow.cpp
defaults are not checked where another key has agreed | regress:follow
-tables_of(key); // has its defaults checked
+static_cast<void>(0);
rights to insert are rights to read | regress:follow
-pg_attribute_aclcheck_all(oid, GetUserId(), ACL_SELECT, ACLMASK_ANY) != ACLCHECK_OK)
+pg_attribute_aclcheck_all(oid, GetUserId(), ACL_INSERT, ACLMASK_ANY) != ACLCHECK_OK)
nobody keeps to what was agreed on | tap:follow_condition
-if (const auto agreed = agreed_bound(asking, subject))
-return *agreed;
-const bool is_locked = key.source.kind == Source::locked;
+const bool is_locked = key.source.kind == Source::locked;
all tables have one bound of times | tap:follow_scale
-return {call.table, times};
+return {InvalidOid, times};

src/pg/follow_bounds.cpp
each bound is right for each snapshot | tap:follow_condition
-return bounds.best_for(asking.shown).value_or(unknown_bound);
+return found.value;
a bound stays when the sequence is set back | tap:follow_back
-bounds.remove_above(found.most);
+static_cast<void>(found.most);
snapshots begin anew with a wraparound | tap:follow_wraparound
-return U64FromFullTransactionId(next) -
-static_cast<TransactionId>(XidFromFullTransactionId(next) - number);
+return (U64FromFullTransactionId(next) >> 32 << 32) + number;
what is forgotten is agreed on anew | tap:follow_condition
-if (asking.shown.xmax < all.forgotten)
+if (all.most == 0)

src/pg/follow_key.cpp
times may be rounded | regress:follow
-return precision >= 0 && precision < MAX_TIMESTAMP_PRECISION;
+return precision < -1;

src/pg/follow_tables.cpp
tables are known though the server forgot all | tap:relation_changes
-return !OidIsValid(table) || std::ranges::binary_search(tables.oids, table);
+return std::ranges::binary_search(tables.oids, table);
writers to the parent of a partition are not found | regress:follow
-if (get_rel_relispartition(table))
+if (get_rel_relispartition(table) && !OidIsValid(table))

src/pg/follow_writers.cpp
prepared transactions are forgotten | tap:follow
-found.add_unknown();
+static_cast<void>(0);

src/pg/generators.hpp
sessions share generators without their lock | tap:generators
-const bool is_shared = generators_in_use.are_shared;
+const bool is_shared = false;

src/pg/hmac.cpp
a place that calls a function keeps its first key | regress:mask
-if (last.size() != key.size() || memcmp(last.data(), key.data(), key.size()) != 0)
+if (last.empty())
a context that forgets its key goes on with none | tap:clock_and_random
-is_key_in_context_ = (*this)(message, without) && without == with_key;
+static_cast<void>((*this)(message, without));

src/pg/kept_plans.cpp
another relation with the name of the table is read | tap:security
-if (found->relid != known.table)
+if (found->relid == InvalidOid)
a plan is freed while it runs | tap:memory
-hold(kept->kept);
+static_cast<void>(hold);

src/pg/new_id.hpp
an id that was not made is returned | regress:uuid_generate
-if (status != GeneratorStatus::ok)
-raise_not_made(status, held_times);
+static_cast<void>(held_times);

src/pg/processes.hpp
the last lock on the fast path is not seen | regress:follow
-for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group; ++i)
+for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group - 1; ++i)

src/pg/reservation_page.cpp
the page is not flushed before the id is given out | tap:reservation
-XLogFlush(written);
+static_cast<void>(written);

src/pg/shared_memory.cpp
other preloaded libraries get no shared memory | tap:shared_memory
-if (next_request_hook)
-next_request_hook();
+static_cast<void>(0);

src/pg/time_estimates.cpp
a range in a join has ten times the rows | regress:time_estimates
-constexpr double range_end_join_selectivity = 0.031622776601683795;
+constexpr double range_end_join_selectivity = 0.1;

src/pg/time_predicates.cpp
the last timestamp becomes infinity | regress:time_predicates
-if (compare_with(END_TIMESTAMP - 1) > 0)
+if (compare_with(END_TIMESTAMP - 1) >= 0)

src/pg/time_support.cpp
sub-selects are repeated | regress:time_support
-return !contain_volatile_functions(operand) && !contain_subplans(operand);
+return !contain_volatile_functions(operand);
indexes with an expression are not matched | regress:time_predicates
-const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr) ||
-!heap_attisnull(index, Anum_pg_index_indexprs, nullptr);
+const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr);

src/sql/17_reservation.sql
nextval() by a role that may write everything moves the reservation | tap:reservation
-CREATE SEQUENCE objectid_internal.reservation INCREMENT 9223372036854775807;
+CREATE SEQUENCE objectid_internal.reservation;

src/sql/60_printed_statements.sql
a NOINHERIT superuser gets statements | tap:partition_statements
-(SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'MEMBER')));
+(SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'USAGE')));

src/sql/72_partition_statements.sql
long tables get other partitions | regress:partition_statements
-left(prefix, max(n)), '_', right(to_hex(hashtextextended(relation.relname, 0)), 8), '_')
+left(prefix, max(n)), '_', right(to_hex(hashtextextended(relation.relname, 1)), 8), '_')

src/sql/90_hidden_names.sql
any number of arguments hides | regress:hidden_names
-WHERE o.name = f.name AND o.least <= f.most AND f.least <= o.most)
+WHERE o.name = f.name)

src/sql/92_rights.sql
rights by default privileges stay | tap:rights
-EXECUTE format('REVOKE ALL ON %s FROM %s', member.object, member.grantees);
+NULL;
