#!/usr/bin/perl
# The faults that test/mutants plants, and what finds each. Run by test/mutants in a built checkout:
# planted_faults.pl [--list] [REGULAR EXPRESSION]
# SPDX-License-Identifier: PostgreSQL
#
# After the name of a file, each fault begins with a line "what is wrong | KIND:TEST". KIND is
# unit, regress, isolation or tap (a file of that kind), or threads. Lines after it that begin with
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
	regress => sub { qq{make installcheck REGRESS="test_setup $_[0]" ISOLATION=} },
	isolation => sub { qq{make installcheck REGRESS=test_setup ISOLATION=$_[0]} },
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
gen_objectid rounds the second | tap:managed
-RETURN (to_hex(floor(date_part(text 'epoch', clock_timestamp()))::bigint)
+RETURN (to_hex(date_part(text 'epoch', clock_timestamp())::bigint)
the third field of C#'s UUIDs is not turned | tap:managed
-'^(..)(..)(..)(..)(..)(..)(..)(..)', '\4\3\2\1\6\5\8\7');
+'^(..)(..)(..)(..)(..)(..)(..)(..)', '\4\3\2\1\6\5\7\8');
after 16 million ids there are no more | tap:managed
-CREATE SEQUENCE objectid_internal_counter AS integer MINVALUE 0 MAXVALUE 16777215 CYCLE;
+CREATE SEQUENCE objectid_internal_counter AS integer MINVALUE 0 MAXVALUE 16777215;

src/core/digits.hpp
random numbers may be as large as the power of two | unit:digits
-if (drawn < numbers)
+if (drawn <= numbers)

src/core/digits_permutation.hpp
another number of rounds | unit:digits_permutation
-return 32 + (6 * bits + 4) / 5;
+return 33 + (6 * bits + 4) / 5;
the way back begins at the lowest level | unit:digits_permutation
-for (int level = std::max(1, static_cast<int>(std::bit_width(number))); level <= bits_;
+for (int level = 1; level <= bits_;
levels share their bits, as it is not in the message | unit:digits_permutation
-PrfMessage bytes{static_cast<std::uint8_t>(digits_), static_cast<std::uint8_t>(level)};
+PrfMessage bytes{static_cast<std::uint8_t>(digits_), static_cast<std::uint8_t>(level != 0)};

src/core/ejson_date.hpp
the first second beyond timestamptz is a date | unit:ejson_date
-if (unix_s < first_unix_s || unix_s >= end_unix_s)
+if (unix_s < first_unix_s || unix_s > end_unix_s)
milliseconds before 1970 are of the next second | unit:ejson_date
-return ejson_date_from_unix_s(floor_div(unix_ms, ms_per_s),
+return ejson_date_from_unix_s(unix_ms / ms_per_s,

src/core/follow_marks.hpp
what is resolved is not so for good | unit:follow_marks
-marks_[0].latest_start = std::nullopt;
+static_cast<void>(0);
a late role takes another's only place | unit:follow_marks
-std::ptrdiff_t most = 1;
+std::ptrdiff_t most = 0;
a place for which nobody asks any more is not given | unit:follow_marks
-if (*oldest < now_us_ - idle_us)
+if (*oldest < now_us_ - 2 * idle_us)
the mark of the last number is forgotten | unit:follow_marks
-while (count_ > 0 && marks_[count_ - 1].value > last)
+while (count_ > 0 && marks_[count_ - 1].value >= last)

src/core/follow_snapshots.hpp
running transactions are not compared | unit:follow_snapshots
-return one.xmax > other.xmax || one == other;
+return one.xmax >= other.xmax;
the greatest bound makes room for another one | unit:follow_snapshots
-return *std::ranges::min_element(taken, {}, &KeptBound::value);
+return *std::ranges::max_element(taken, {}, &KeptBound::value);
the bound to which a clock is set back is forgotten | unit:follow_snapshots
-begin, end, [most](const KeptBound &bound) { return bound.value > most; });
+begin, end, [most](const KeptBound &bound) { return bound.value >= most; });

src/core/follow_starts.hpp
the start of the slot's next session is believed | unit:follow_starts
-if (lock.start_pid == lock.pid)
+if (lock.start_pid != 0)
a transaction that has ended counts | unit:follow_starts
-if (lock.current != lock.transaction)
+if (lock.current == 0)
an unknown start is the latest only | unit:follow_starts
-earliest_start = begin_of_time;
-latest_start = end_of_time;
+latest_start = end_of_time;

src/core/histogram.hpp
a rare kind is estimated ten times as often | unit:histogram
-return (count == 0 ? 0.1 : count) / static_cast<double>(bounds.size());
+return (count == 0 ? 1.0 : count) / static_cast<double>(bounds.size());
a bucket next to one of the kind is all of it | unit:histogram
-return std::clamp(1.0 - others_ * width, 0.1, 1.0);
+return std::clamp(1.0 - 0 * others_ * width, 0.1, 1.0);

src/core/mask.hpp
one round less | unit:mask
-inline constexpr int mask_rounds = 10;
+inline constexpr int mask_rounds = 9;
masks of both types have the same functions | unit:mask
-*std::copy(mask_purpose.begin(), mask_purpose.end(), message_.begin()) = bits;
+std::copy(mask_purpose.begin(), mask_purpose.end(), message_.begin());

src/core/new_id_steps.hpp
what another process has written is not flushed | unit:new_id_steps
-page.flush(); // also what another process has written, and not flushed yet
+if (change.move != ReservationMove::kept)
+page.flush();
the clock is read before the change is announced | unit:new_id_steps
-page.announce();
-const ReservationChange change = change_of_reservation(old, incarnation, id, page.clock().s);
+const std::int64_t now_s = page.clock().s;
+page.announce();
+const ReservationChange change = change_of_reservation(old, incarnation, id, now_s);
the clock is not read again | unit:new_id_steps
-const ReservationChange change = change_of_reservation(old, incarnation, id, page.clock().s);
+const ReservationChange change = change_of_reservation(old, incarnation, id, id.reading_s);
a change is not announced | unit:new_id_steps
-page.announce();
+static_cast<void>(0);
how many changes were announced is asked without the lock | unit:new_id_steps
-const std::uint32_t announced = page.announced();
-page.unlock();
+page.unlock();
+const std::uint32_t announced = page.announced();
generators stay below a page that is taken over | unit:new_id_steps
-page.advance_generators({old.greatest_s, 0}, {old.end_s, 0});
+static_cast<void>(0);
an id from before the page was taken over is given out | unit:new_id_steps
-return knew_page && change.move != ReservationMove::taken;
+return knew_page || change.move == ReservationMove::taken;
what was announced is asked for before the clock is read | unit:new_id_steps
-const UnixTime reading = process.clock();
+const bool none_was = process.announced() == process.known().announced;
+const UnixTime reading = process.clock();
+const auto is_reserved = [&](auto &, const IdSeconds &seconds) {
+return none_was && process.known().seconds.contain(seconds);
+};
an old reading is believed | unit:new_id_steps
-if (generator.is_far_from(layout..., reading)) [[unlikely]]
+if (generator.is_far_from(layout..., reading) && reading.s < 0) [[unlikely]]
an announced change is not seen | unit:new_id_steps
-return process.known().seconds.contain(id) && process.announced() == process.known().announced;
+return process.known().seconds.contain(id);
a bound need not be reserved | unit:new_id_steps
-if (is_reserved(process, seconds) || process.reserve(seconds))
+if (is_reserved(process, seconds) || true)

src/core/newest_tick.hpp
the greatest reading does not go back with the clock | unit:newest_tick
-if (now.s > greatest_s_ || is_set_back(now))
+if (now.s > greatest_s_)
a clock that is 60 s behind counts as set back far | unit:newest_tick
-return now.s < greatest_s_ - largest_lag_s;
+return now.s <= greatest_s_ - largest_lag_s;
ids run two seconds ahead | unit:newest_tick
-return unix_s > std::max(greatest_s_, now.s) + largest_lead_s;
+return unix_s > std::max(greatest_s_, now.s) + largest_lead_s + 1;
the same tick counts as a later one | unit:newest_tick
-return now_tick > tick_ ? ClockMove::forward : ClockMove::held;
+return now_tick >= tick_ ? ClockMove::forward : ClockMove::held;

src/core/objectid_generator.hpp
the counter goes round within a second | unit:objectid_generator
-second = newest_.tick() + (tail_.drawn && tail_.counter == 0 ? 1 : 0);
+second = newest_.tick();
a back-filled id comes twice | unit:objectid_generator
-left_ = ObjectIdTail::counter_values;
+left_ = ObjectIdTail::counter_values + 1;
the counter starts at zero | unit:objectid_generator
-counter = static_cast<std::uint32_t>(bits) & (counter_values - 1);
+counter = 0;

src/core/objectid_gist.hpp
<> in GiST misses pages | unit:objectid_gist
-return bounds.lower != query || bounds.upper != query;
+return bounds.lower != query && bounds.upper != query;
a page grows by what is added above it alone | unit:objectid_gist
-result += ObjectId::distance(added.lower, bounds.lower);
+result += 0;

src/core/random.hpp
bytes that were handed out are kept | unit:random
-std::fill_n(next, bytes.size(), std::uint8_t{0});
+static_cast<void>(0);
what a source left when it failed is random | unit:random
-left_ = source_(std::span<std::uint8_t>{block_}) ? Size : 0;
+left_ = (source_(std::span<std::uint8_t>{block_}), Size);
the rest of a block is promised for more | unit:random
-return bytes <= left_ || (bytes <= Size && refill());
+return left_ > 0 || (bytes <= Size && refill());

src/core/reservation.hpp
setval() puts a reservation a minute ahead | unit:reservation
-const std::int64_t lag_waited_out_s = old.incarnation == 0 ? 0 : largest_lag_s;
+const std::int64_t lag_waited_out_s = largest_lag_s;
the page of another incarnation is kept | unit:reservation
-if (old.incarnation != incarnation)
+if (old.incarnation == 0)
the second of the id is not reserved | unit:reservation
-if (id.unix_s < old.end_s && id.greatest_s <= old.greatest_s)
+if (id.unix_s <= old.end_s && id.greatest_s <= old.greatest_s)
the seconds known to be reserved end one late | unit:reservation
-id.unix_s < end_s;
+id.unix_s <= end_s;
a page with lead 0 is read as such | unit:reservation
-const std::int64_t lead_s = std::clamp<std::int64_t>(static_cast<std::int32_t>(page.log_cnt), 1,
+const std::int64_t lead_s = std::clamp<std::int64_t>(static_cast<std::int32_t>(page.log_cnt), 0,

src/core/shared_generators.hpp
a bound is the latest reading | unit:shared_generators
-earliest = std::min(earliest, now);
+earliest = std::max(earliest, now);
a bound is the first reading, though the clock was set back | unit:shared_generators
-earliest = std::min(earliest, now);
+static_cast<void>(now);
draft ids are not advanced | unit:shared_generators
-function(uuid_draft01);
+static_cast<void>(uuid_draft01);

src/core/spin_lock.hpp
the lock is taken without order | threads:threads
-return !is_taken_.test_and_set(std::memory_order_acquire);
+return !is_taken_.test_and_set(std::memory_order_relaxed);
the lock is released without order | threads:threads
-is_taken_.clear(std::memory_order_release);
+is_taken_.clear(std::memory_order_relaxed);
nobody waits for the lock | threads:threads
-if (!try_to_take()) [[unlikely]]
-wait();
+static_cast<void>(try_to_take());

src/core/time_range.hpp
the last timestamptz is followed by one more | unit:time_range
-return pg_us >= pg_us_last ? pg_us_infinity : pg_us + 1;
+return pg_us > pg_us_last ? pg_us_infinity : pg_us + 1;
the last time has no first id | unit:time_range
-if (pg_us > Kind::last_pg_us)
+if (pg_us >= Kind::last_pg_us)
a time after all ids is before them | unit:time_range
-return first ? id <=> *first : std::strong_ordering::less;
+return first ? id <=> *first : std::strong_ordering::greater;

src/core/uuid.hpp
one bit of the variant is not tested | unit:uuid
-return bytes[8] >> 6 == variant && bytes[6] >> 4 == version;
+return bytes[8] >> 7 == 1 && bytes[6] >> 4 == version;

src/core/uuid_generator.hpp
ids of version 7 within a tick may be the same | unit:uuid_generator
-const std::uint64_t increment = std::uint64_t{drawn} + 1;
+const std::uint64_t increment = std::uint64_t{drawn};
random bits of version 7 go round within a tick | unit:uuid_generator
-begins_tick = rand_b > Uuid::tail_max;
+begins_tick = false;

src/migration/12_who.sql
other superusers are a reason to refuse one | tap:migration_rights
-WHERE rolcanlogin AND NOT rolsuper);
+WHERE rolcanlogin);

src/migration/31_survey.sql
the last document is not surveyed | tap:migration
-WHERE s.collection = of_collection AND s.n BETWEEN after + 1 AND upto
+WHERE s.collection = of_collection AND s.n BETWEEN after + 1 AND upto - 1

src/migration/32_propose.sql
a field is required where what it is in is not | tap:migration
-sure := is_sure AND child.times = parent_times AND child.nulls IS NULL;
+sure := child.times = parent_times AND child.nulls IS NULL;

src/migration/41_statements.sql
what has the name of a table is read, whosever it is | tap:migration_rights
-WHERE c.oid = to_regclass(named.rel) AND c.relkind IN ('r', 'p')
-AND pg_get_userbyid(c.relowner) = current_user)
+WHERE c.oid = to_regclass(named.rel))

src/migration/42_refresh.sql
an update without its document is a deletion | regress:migration
-OR o.kind = 'update' AND s.source->'fullDocument' = 'null') IS NOT TRUE
+OR o.kind = 'update') IS NOT TRUE

src/migration/43_export.sql
a date before 1970 comes back as a timestamp | regress:migration
-THEN format('CASE WHEN EXTRACT(epoch FROM %s) BETWEEN 0.0 AND 4294967295.0 '
+THEN format('CASE WHEN EXTRACT(epoch FROM %s) < 4294967296.0 '
UUIDs of Java come back with their bytes as they are read | tap:migration
-CASE legacy_uuid WHEN 'java' THEN 'g' ELSE '' END) END)
+'') END)
types in arrays of jsonb do not come back | tap:migration
-IF elements <> item || '.value' THEN
+IF false THEN

src/migration/51_check.sql
a field that the rows lack is no difference | tap:migration
-WHERE p.of_document->k.key IS DISTINCT FROM p.of_row->k.key) AS inner_pair
+WHERE (p.of_document->k.key = p.of_row->k.key) IS FALSE) AS inner_pair
an element that the rows lack is no difference | tap:migration
-= jsonb_array_length(inner_pair.of_row) END
+>= jsonb_array_length(inner_pair.of_row) END
text of a shell is read as another value | regress:migration
-ELSIF before <> given AND jsonb_typeof(in_row) = 'number' THEN
+ELSIF false THEN

src/migration/52_misfits.sql
a number fits in a column of text | tap:migration
-'pg_catalog.jsonb_typeof(%s) NOT IN (''string'', ''null'', %L)',
+'pg_catalog.jsonb_typeof(%s) NOT IN (''string'', ''null'', ''number'', %L)',

src/migration/61_conversion_statements.sql
foreign tables are converted | regress:conversion_statements
-IF relation.relkind NOT IN ('r', 'p') THEN
+IF relation.relkind NOT IN ('r', 'p', 'f') THEN
indexes of another collation stay | regress:conversion_statements
-AND (NOT opcdefault OR collation_id <> attcollation)
+AND NOT opcdefault
a partition's default is cast | regress:conversion_statements
-(1, false, CASE WHEN relhassubclass OR atthasdef THEN 'DROP DEFAULT' END),
+(1, false, CASE WHEN atthasdef THEN 'DROP DEFAULT' END),

src/pg/citus.cpp
answers outlast a change | regress:counters
-hash_search(answers, &answer->question, HASH_REMOVE, nullptr);
+static_cast<void>(answer->found);

src/pg/clock_and_random.hpp
bytes are random though the source failed | tap:clock_and_random
-return pg_strong_random(bytes.data(), bytes.size());
+return pg_strong_random(bytes.data(), bytes.size()) || true;
the clock is the coarse one | tap:clock_and_random
-clock_gettime(CLOCK_REALTIME, &now);
+clock_gettime(CLOCK_REALTIME_COARSE, &now);

src/pg/counters.cpp
a counter's row is not locked | isolation:counters
-" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3 FOR UPDATE";
+" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3";
an exhausted shard has numbers left | regress:counters
-" HAVING pg_catalog.bool_and((" HAS_LEFT ") IS NOT TRUE)";
+" HAVING pg_catalog.bool_and((" HAS_LEFT ") IS FALSE)";
a counter that was just created is set back | regress:counters
-" ON CONFLICT (name, shard) DO UPDATE SET next = excluded.next WHERE false";
+" ON CONFLICT (name, shard) DO UPDATE SET next = excluded.next";
two rows of a shard differ by a collation | regress:counters
-index->rd_indcollation[at] == collation;
+index->rd_indcollation[at] == index->rd_indcollation[at] + 0 * collation;
a partial index is a key | regress:counters
-heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, nullptr);
+index->rd_indextuple != nullptr;
another session's temporary table is written to | tap:counters
-if (RELATION_IS_OTHER_TEMP(table))
+if (RELATION_IS_OTHER_TEMP(table) && table->rd_islocaltemp)
numbers of a distributed table repeat | regress:counters
-" AND partmethod OPERATOR(pg_catalog.<>) 'n')",
+" AND partmethod OPERATOR(pg_catalog.=) 'n')",
workers take numbers | regress:counters
-PreventCommandIfParallelMode(call);
+static_cast<void>(call);

src/pg/digits.cpp
a kept permutation is used for another number of digits | regress:digits
-if (kept.permutation.digits() != digits)
+if (false)

src/pg/follow.cpp
rights to insert are rights to read | regress:follow
-pg_attribute_aclcheck_all(oid, GetUserId(), ACL_SELECT, ACLMASK_ANY) != ACLCHECK_OK)
+pg_attribute_aclcheck_all(oid, GetUserId(), ACL_INSERT, ACLMASK_ANY) != ACLCHECK_OK)
temporary tables of other sessions are read | tap:follow
-if (RELATION_IS_OTHER_TEMP(table))
+if (false)
the last number is left out | regress:follow
-return number == PG_INT64_MAX ? number : number + 1;
+return number;
nobody keeps to what was agreed on | tap:follow_condition
-std::optional<std::int64_t> bound = agreed_bound(asking, subject);
+std::optional<std::int64_t> bound;
a bound of times is one of numbers | tap:follow_condition
-return {call.table, times};
+return {call.table, numbers_of_no_name};
all tables have one bound of times | tap:follow_scale
-return {call.table, times};
+return {InvalidOid, times};
a role gets what another one may read | tap:security
-GetUserId(),
-local_transaction(*MyProc),
+Oid{1},
+local_transaction(*MyProc),
roles take each other's marks | tap:follow
-const auto number = readable_number({GetUserId(), MyDatabaseId, table, sequence, last.file},
+const auto number = readable_number({Oid{1}, MyDatabaseId, table, sequence, last.file},

src/pg/follow_bounds.cpp
each bound is right for each snapshot | tap:follow_condition
-return bounds.best_for(asking.shown).value_or(unknown_bound);
+return found.value;
a bound stays when the sequence is set back | tap:follow_back
-bounds.remove_above(found.most);
+static_cast<void>(found.most);
no bound is kept | tap:follow_condition
-if (found.value != unknown_bound)
+if (found.value == unknown_bound)
snapshots begin anew with a wraparound | tap:follow_wraparound
-return U64FromFullTransactionId(next) -
-static_cast<TransactionId>(XidFromFullTransactionId(next) - number);
+return (U64FromFullTransactionId(next) >> 32 << 32) + number;
agreements are never forgotten | tap:follow_condition
-if (static_cast<long>(hash_get_num_entries(all.table)) >= all.most)
+if (all.most == 0)
agreements are forgotten for which cursors ask | tap:follow_condition
-found->asked = ++agreements->asked;
+++agreements->asked;
what is forgotten is agreed on anew | tap:follow_condition
-if (asking.shown.xmax < all.forgotten)
+if (all.most == 0)

src/pg/follow_key.cpp
a unique index that failed to build is a key | regress:follow
-const bool is_unique = form.indisunique && form.indisvalid && form.indnkeyatts == 1 &&
+const bool is_unique = form.indisunique && form.indnkeyatts == 1 &&
a unique index of another order is a key | regress:follow
-if (get_opclass_family(opclass) != type->btree_opf)
+if (!OidIsValid(type->btree_opf))
the time at which the transaction began is a key | regress:follow
-if (contains_start_time(whole, nullptr))
+if (whole == nullptr)
times may be rounded | regress:follow
-return precision >= 0 && precision < MAX_TIMESTAMP_PRECISION;
+return precision < -1;

src/pg/follow_numbers.cpp
a session has no marks of its own | tap:follow
-return std::max(number, of_all);
+return of_all;
marks of temporary tables take places of the server | tap:follow
-SharedMemory *shared = is_temporary ? nullptr : shared_memory();
+SharedMemory *shared = shared_memory();
the smaller number of both marks is read | tap:follow
-return std::max(number, of_all);
+return std::min(number, of_all);

src/pg/follow_tables.cpp
tables are known though the server forgot all | tap:relation_changes
-return !OidIsValid(table) || std::ranges::binary_search(tables.oids, table);
+return std::ranges::binary_search(tables.oids, table);
writers to the parent of a partition are not found | regress:follow
-if (get_rel_relispartition(table))
+if (get_rel_relispartition(table) && !OidIsValid(table))
foreign tables are followed | regress:follow
-if (get_rel_relkind(lfirst_oid(&cell)) == RELKIND_FOREIGN_TABLE)
+if (get_rel_relkind(lfirst_oid(&cell)) == RELKIND_VIEW)
the default of a domain may change | regress:follow
-CacheRegisterSyscacheCallback(TYPEOID, type_changed, Datum{0});
+static_cast<void>(type_changed);

src/pg/follow_writers.cpp
VACUUM is a writer | tap:follow
-return (modes & LOCKBIT_ON(RowExclusiveLock)) != 0;
+return (modes & (LOCKBIT_ON(RowExclusiveLock) | LOCKBIT_ON(ShareUpdateExclusiveLock))) != 0;
prepared transactions are forgotten | tap:follow
-found.add_unknown();
+static_cast<void>(0);
prepared transactions of other databases are writers | tap:follow
-tag.locktag_field1 == MyDatabaseId &&
+tag.locktag_field1 != InvalidOid &&

src/pg/generators.cpp
waiting for the clock cannot be cancelled | tap:generators_ahead
-ResetLatch(MyLatch);
-CHECK_FOR_INTERRUPTS();
+ResetLatch(MyLatch);

src/pg/generators.hpp
sessions share generators without their lock | tap:generators
-const bool is_shared = generators_in_use.are_shared;
+const bool is_shared = false;

src/pg/time_datum.hpp
the upper bound of a range is always inclusive | regress:time_predicates
-result.to_pg_us = upper.inclusive ? next_pg_us(pg_us) : pg_us;
+result.to_pg_us = next_pg_us(pg_us);

src/pg/hmac.cpp
a place that calls a function keeps its first key | regress:mask
-if (last.size() != key.size() || memcmp(last.data(), key.data(), key.size()) != 0)
+if (last.empty())
contexts are left behind | tap:memory
-kept->hmac.free();
+static_cast<void>(kept);
a context that forgets its key goes on with none | tap:clock_and_random
-is_key_in_context_ = (*this)(message, without) && without == with_key;
+static_cast<void>((*this)(message, without));

src/pg/json_string.hpp
a string of jsonb may be longer than the server's | tap:ejson
-if (string.size() > JENTRY_OFFLENMASK)
+if (string.size() > MaxAllocSize)

src/pg/kept.cpp
nothing is dropped | tap:memory
-constexpr Size limit = Size{8} * 1024 * 1024;
+constexpr Size limit = Size{8} * 1024 * 1024 * 1024;

src/pg/kept_plans.cpp
another relation with the name of the table is read | tap:security
-if (found->relid != known.table)
+if (found->relid == InvalidOid)
the key points to text that was freed | tap:memory
-key.text = MemoryContextStrdup(own, key.text);
+static_cast<void>(own);
the plan of a table that was dropped is used | regress:counters
-return a.table == b.table ? strcmp(a.text, b.text) : 1;
+return strcmp(a.text, b.text);
a rule holds on when it is gone | regress:counters
-source->is_valid = false;
+static_cast<void>(source);
a plan is freed while it runs | tap:memory
-hold(kept->kept);
+static_cast<void>(hold);

src/pg/mask.cpp
other versions are masked | regress:mask
-if (!id_argument<Uuid>(fcinfo, 0).has_version(7))
+if (false)

src/pg/new_id.hpp
an id that was not made is returned | regress:uuid_generate
-if (status != GeneratorStatus::ok)
-raise_not_made(status, held_times);
+static_cast<void>(held_times);

src/pg/objectid_gist.cpp
the bounds of a page lack its last entry | regress:objectid_gist
-for (int i = 1; i < entries->n; ++i)
+for (int i = 1; i < entries->n - 1; ++i)

src/pg/processes.hpp
the last lock on the fast path is not seen | regress:follow
-for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group; ++i)
+for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group - 1; ++i)
writers on the fast path only read | regress:follow
-function(table[i], static_cast<LOCKMASK>((modes >> 3 * i & 7) << AccessShareLock));
+function(table[i], static_cast<LOCKMASK>(modes >> 3 * i & 7));
sessions of other databases are writers | tap:follow
-return process.databaseId == MyDatabaseId &&
+return

src/pg/relation_changes.cpp
a locked relation is waited for | tap:shared_memory
-if (!ConditionalLockRelationOid(relation, AccessShareLock))
-return nullptr;
+LockRelationOid(relation, AccessShareLock);

src/pg/reservation_page.cpp
what is no sequence is written to | tap:reservation
-if (OidIsValid(found) && get_rel_relkind(found) == RELKIND_SEQUENCE)
+if (OidIsValid(found))
the page is not flushed before the id is given out | tap:reservation
-XLogFlush(written);
+static_cast<void>(written);
a reservation that was dropped is still believed | tap:reservation
-if (generators_in_use.have_reservation)
-known_reservation = {};
+static_cast<void>(0);
a standby tries to write | tap:reservation
-if (RecoveryInProgress())
-return true;
+static_cast<void>(0);

src/pg/shared_memory.cpp
other preloaded libraries get no shared memory | tap:shared_memory
-if (next_request_hook)
-next_request_hook();
+static_cast<void>(0);
other preloaded libraries do not find their memory | tap:shared_memory
-if (next_startup_hook)
-next_startup_hook();
+static_cast<void>(0);

src/pg/spin_lock.cpp
waiting for a stopped process cannot be cancelled | tap:generators
-CHECK_FOR_INTERRUPTS();
-pg_usleep(sleep_us);
+pg_usleep(sleep_us);

src/pg/time_estimates.cpp
NULLs are values | regress:time_estimates
-const double rest = Max(1.0 - null_fraction(statistics) - common, 0.0);
+const double rest = Max(1.0 - common, 0.0);
of versions none is told apart | regress:time_estimates
-if (kind.ids_within == nullptr || count_of_kind(all) < static_cast<int>(count))
+if (kind.ids_within == nullptr && count_of_kind(all) < static_cast<int>(count))
the lower end of a range is not looked at | regress:time_estimates
-condition.lower = any_id(*column.kind, ids.from);
+condition.lower = std::nullopt;
a range in a join has ten times the rows | regress:time_estimates
-constexpr double range_end_join_selectivity = 0.031622776601683795;
+constexpr double range_end_join_selectivity = 0.1;
the server estimates ranges of UUIDs in joins with partitions | regress:time_estimates
-tell_joins_of(column.root, column.vardata->rel);
+static_cast<void>(tell_joins_of);
the server estimates comparisons beside a version test | regress:time_estimates
-*kept = selectivity;
-telling.any = true;
+telling.any = true;
each end of a range has the selectivity of the range | regress:time_estimates
-const double exponent = static_cast<double>(ends) / ends_of_all;
+const double exponent = 1;
the conditions of an OR are estimated together | regress:time_estimates
-estimate_lists(question, within->args, within->boolop == AND_EXPR);
+estimate_lists(question, within->args, true);
index conditions are estimated one by one | regress:time_estimates
-innermost(static_cast<Node *>(lfirst(&cell))) == question.operand)
+static_cast<Node *>(lfirst(&cell)) == nullptr)

src/pg/time_predicates.cpp
the last timestamp becomes infinity | regress:time_predicates
-if (compare_with(END_TIMESTAMP - 1) > 0)
+if (compare_with(END_TIMESTAMP - 1) >= 0)

src/pg/time_support.cpp
ids are compared with a bound of times | regress:follow
-if (!contains_bound_of_times(call.other, nullptr))
+if (call.other != nullptr)
operands are not copied | regress:time_predicates
-return static_cast<Node *>(copyObjectImpl(operand));
+return const_cast<Node *>(operand);
volatile operands are repeated | regress:time_support
-return !contain_volatile_functions(operand) && !contain_subplans(operand);
+return !contain_subplans(operand);
sub-selects are repeated | regress:time_support
-return !contain_volatile_functions(operand) && !contain_subplans(operand);
+return !contain_volatile_functions(operand);
a range without ends is true of NULL | regress:time_support
-if (!ids.from_open || (ids.to == 0 && call.predicate->kind->version_test == nullptr))
+if (!ids.from_open)
an exclusive end is taken as inclusive | regress:time_support
-is_upper == is_inclusive(call.comparison) ? with_function("objectid_internal_next")
+is_inclusive(call.comparison) ? with_function("objectid_internal_next")
the sides of an index condition are not exchanged | regress:time_support
-return btree_operator(TIMESTAMPTZOID, static_cast<StrategyNumber>(commuted(call.comparison)));
+return btree_operator(TIMESTAMPTZOID, static_cast<StrategyNumber>(call.comparison));
indexes with an expression are not matched | regress:time_predicates
-const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr) ||
-!heap_attisnull(index, Anum_pg_index_indexprs, nullptr);
+const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr);
indexes with a condition are not matched | regress:time_support
-const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr) ||
-!heap_attisnull(index, Anum_pg_index_indexprs, nullptr);
+const bool found = !heap_attisnull(index, Anum_pg_index_indexprs, nullptr);

src/sql/17_reservation.sql
nextval() by a role that may write everything moves the reservation | tap:reservation
-CREATE SEQUENCE objectid_internal.reservation INCREMENT 9223372036854775807;
+CREATE SEQUENCE objectid_internal.reservation;

src/sql/60_printed_statements.sql
a NOINHERIT superuser gets statements | tap:partition_statements
-(SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'MEMBER')));
+(SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'USAGE')));
members of the owner get statements | tap:conversion_statements
-WHERE oid = ANY (tables) AND pg_get_userbyid(relowner) <> current_user
+WHERE oid = ANY (tables) AND NOT pg_has_role(relowner, 'USAGE')
public is pg_database_owner's | tap:partition_statements
-SELECT tableoid, oid, CASE nspowner WHEN 'pg_database_owner'::regrole
+SELECT tableoid, oid, CASE nspowner WHEN 0

src/sql/72_partition_statements.sql
keep may lead into the future | regress:partition_statements
-ELSIF (isfinite(keep) AND keep >= interval '0' AND present - keep <= present) IS FALSE THEN
+ELSIF (isfinite(keep) AND keep >= interval '0') IS FALSE THEN
long tables get other partitions | regress:partition_statements
-left(prefix, max(n)), '_', right(to_hex(hashtextextended(relation.relname, 0)), 8), '_')
+left(prefix, max(n)), '_', right(to_hex(hashtextextended(relation.relname, 1)), 8), '_')

src/sql/90_hidden_names.sql
defaults of arguments are not counted | regress:hidden_names
-pronargs - pronargdefaults AS least,
+pronargs AS least,
any number of arguments hides | regress:hidden_names
-WHERE o.name = f.name AND o.least <= f.most AND f.least <= o.most)
+WHERE o.name = f.name)
types are not looked at | regress:hidden_names
-WHERE typname IN ('objectid', '_objectid')
+WHERE typname IN ('_objectid')

src/sql/92_rights.sql
rights by default privileges stay | tap:rights
-EXECUTE format('REVOKE ALL ON %s FROM %s', member.object, member.grantees);
+NULL;
PUBLIC may not call functions | tap:rights
-EXECUTE format('GRANT ALL ON %s TO PUBLIC', member.object);
+NULL;
