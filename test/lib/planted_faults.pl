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
for my $fault (@faults)
{
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

default privileges keep ejson_to_jsonb from others | tap:managed
-uuid_v7_max(timestamptz), ejson_to_jsonb(jsonb, text) TO PUBLIC;
+uuid_v7_max(timestamptz) TO PUBLIC;

names are looked up in the caller's search_path | tap:managed
-SET search_path = pg_catalog, pg_temp
-SET standard_conforming_strings = on
+SET standard_conforming_strings = on

one bit of the variant is not tested | tap:managed
-WHEN get_byte(uuid_send($1), 6) >> 4 = 7 AND get_byte(uuid_send($1), 8) >> 6 = 2
+WHEN get_byte(uuid_send($1), 6) >> 4 = 7 AND get_byte(uuid_send($1), 8) >> 7 = 1

the first time that is too late has 16 digits | tap:managed
-AND $1 < timestamptz '10889-08-02 05:31:50.656+00'
+AND $1 < timestamptz '10889-08-02 05:31:50.657+00'

dates are cut to milliseconds | tap:managed
-us := us * 1000000 + rpad(left(coalesce(part[7], ''), 6), 6, '0')::integer;
+us := us * 1000000 + rpad(left(coalesce(part[7], ''), 3), 6, '0')::integer;

a number has one digit more after the point | tap:managed
-IF length(part[2] || part[3]) - exponent > 16383
+IF length(part[2] || part[3]) - exponent > 16384

doc/migration/collections.sql

a field that the rows lack is no difference | tap:migration
-WHERE p.of_document->k.key IS DISTINCT FROM p.of_row->k.key) AS inner_pair
+WHERE (p.of_document->k.key = p.of_row->k.key) IS FALSE) AS inner_pair

an element that the rows lack is no difference | tap:migration
-= jsonb_array_length(inner_pair.of_row) END
+>= jsonb_array_length(inner_pair.of_row) END

a field is required where what it is in is not | tap:migration
-sure := is_sure AND child.times = parent_times AND child.nulls IS NULL;
+sure := child.times = parent_times AND child.nulls IS NULL;

the last document is not surveyed | tap:migration
-WHERE s.collection = $1 AND s.n > $3 AND s.n <= $4
+WHERE s.collection = $1 AND s.n > $3 AND s.n < $4

a number fits in a column of text | tap:migration
-'pg_catalog.jsonb_typeof(%s) NOT IN (''string'', ''null'')', item->>'value'));
+'pg_catalog.jsonb_typeof(%s) NOT IN (''string'', ''null'', ''number'')', item->>'value'));

the oldest state of a document is staged | tap:migration
-ORDER BY 1, 2, s.n DESC', migration.extension());
+ORDER BY 1, 2, s.n', migration.extension());

a table of 51 fields lacks one on the way back | tap:migration
-FOR i IN 0 .. (cardinality(fields) - 1) / 50 LOOP
+FOR i IN 0 .. (cardinality(fields) - 1) / 51 LOOP

src/core/base64.hpp

bits may be left over | unit:base64
-const std::uint32_t left_over = bits & ((std::uint32_t{1} << (8 * padding)) - 1);
+const std::uint32_t left_over = 0;

two padding characters count as one | unit:base64
-return text[text.size() - 2] == '=' ? 2 : 1;
+return 1;

carriage returns do not end lines | unit:base64
-return character != ' ' && character != '\t' && character != '\n' && character != '\r';
+return character != ' ' && character != '\t' && character != '\n';

src/core/bytes.hpp

the next number does not carry | unit:bytes
-if (++number[i] != 0)
+if (++number[i] != 0 || i == 1)

ids with the same first bytes are equal | unit:objectid
-return left.high() == right.high() && left.low() == right.low();
+return left.high() == right.high();

a step down does not borrow | unit:bytes
-if (number[i]-- != 0)
+if (number[i]-- != 0 || i == 1)

src/core/counter.hpp

a batch has one number more than were asked for | unit:counter
-const Numbers batch{left->first, left->first + (count - 1)};
+const Numbers batch{left->first, left->first + count};

the last shard may end one number beyond bigint | unit:counter
-static_cast<std::uint64_t>(size) - 1 <= (after_start - (count - 1)) / count;
+static_cast<std::uint64_t>(size) - 1 <= after_start / count;

a used-up shard is not over | unit:counter
-if (batch.last == left->last)
+if (batch.last > left->last)

src/core/digits.hpp

random numbers may be as large as the power of two | unit:digits
-if (drawn < numbers)
+if (drawn <= numbers)

numbers beyond a power of two are never drawn | unit:digits
-drawn &= std::bit_ceil(numbers) - 1;
+drawn &= std::bit_floor(numbers) - 1;

a source without random bytes gives zero | unit:digits
-if (!draw(random, drawn))
-return std::nullopt;
+if (!draw(random, drawn))
+return drawn;

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

src/core/draft01.hpp

a fraction is rounded down | unit:draft01
-return ((tick_starts_ns << (layout.fraction_bits - 9)) + (five_to_9 - 1)) / five_to_9;
+return (tick_starts_ns << (layout.fraction_bits - 9)) / five_to_9;

the last places of a fraction do not count | unit:draft01
-const std::uint64_t last_31 = id.tail() & 0x7fffffff;
+const std::uint64_t last_31 = 0;

48 bits of time have more before the counter | unit:draft01
-return *tick & ~std::uint64_t{0xfff};
+return *tick;

src/core/draft01_generator.hpp

the node may be all zero | unit:draft01
-if ((drawn & ((std::uint64_t{1} << layout.node_bits) - 1)) != 0)
+if (drawn != 0)

ids of before a restart come again | unit:draft01
-sequence.counter = std::numeric_limits<std::uint32_t>::max() - 1;
+sequence.counter = 0;

a sequence moves on though it had no random bytes | unit:draft01
-std::uint64_t drawn = 0;
-if (!draw_random(random, *layout, drawn))
+std::uint64_t drawn = 0;
+sequence = next;
+if (!draw_random(random, *layout, drawn))

src/core/ejson.hpp

a negative subtype may be below 80 | unit:ejson
-if (!decode_hex({two.data(), two.size()}, subtype) || (is_negative && subtype[0] < 0x80))
+if (!decode_hex({two.data(), two.size()}, subtype))

the second field of C#'s UUIDs is not turned | unit:ejson
-reverse(4, 6);
+static_cast<void>(0);

any character is a hyphen of a UUID | unit:ejson
-if (text[0] != '-')
+if (text[0] == '\0')

the last option of a regular expression is lost | unit:ejson
-for (char letter = 'A'; letter <= 'z'; ++letter)
+for (char letter = 'A'; letter < 'z'; ++letter)

src/core/ejson_date.hpp

the first second beyond timestamptz is a date | unit:ejson_date
-if (unix_s < first_unix_s || unix_s >= end_unix_s)
+if (unix_s < first_unix_s || unix_s > end_unix_s)

milliseconds before 1970 are of the next second | unit:ejson_date
-return ejson_date_from_unix_s(floor_div(unix_ms, ms_per_s),
+return ejson_date_from_unix_s(unix_ms / ms_per_s,

there is a 31 February | unit:ejson_date
-if (date.day == 0 || date.day > days_of_month(date))
+if (date.day == 0)

the year -000000 is read | unit:ejson_date
-if (!year || *year == 0)
+if (!year)

February is after the leap day | unit:ejson_date
-const bool is_of_year_before = date.month <= 2;
+const bool is_of_year_before = date.month < 2;

src/core/ejson_number.hpp

the exponent of a zero may be one larger | unit:ejson_number
-const bool is_too_large = is_zero ? *exponent >= numeric_exponent_end
+const bool is_too_large = is_zero ? *exponent > numeric_exponent_end

"infinity" is a double | unit:ejson_number
-return is_infinite && text != "Infinity" ? EjsonDecimal::invalid : kind;
+return is_infinite && text != "Infinity" && text != "infinity" ? EjsonDecimal::invalid : kind;

carriage returns are no blanks | unit:ejson_number
-constexpr std::string_view blanks = " \t\n\r";
+constexpr std::string_view blanks = " \t\n";

zeros after the point are digits before it | unit:ejson_number
-before_point -= is_zero ? 1 : 0;
+before_point -= 0;

the largest number has one more digit | unit:ejson_number
-: before_point + *exponent > numeric_digits_before_point;
+: before_point + *exponent > numeric_digits_before_point + 1;

src/core/ejson_path.hpp

surrogates do not begin at 10000 | unit:ejson_path
-ejson_path::append_code(0xd800 + ((code - 0x10000) >> 10), append);
+ejson_path::append_code(0xd800 + (code >> 10), append);

a character of which the end is missing is read beyond it | unit:ejson_path
-if (text.size() < length)
+if (text.empty())

a plain key may begin with a digit | unit:ejson_path
-return !key.empty() && ejson_path::is_letter(key[0]) &&
+return !key.empty() &&

other encodings are read as UTF-8 | unit:ejson_path
-is_ascii || is_utf8 ? ejson_path::first_character(rest) : ejson_path::Character{0, 1};
+is_ascii || true ? ejson_path::first_character(rest) : ejson_path::Character{0, 1};

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

a mark is added again | unit:follow_marks
-return each.value >= mark.value && each.latest_start <= mark.latest_start;
+return each.value > mark.value && each.latest_start < mark.latest_start;

a transaction that started at the mark's time has ended | unit:follow_marks
-while (count > 0 && marks_[count - 1].latest_start >= earliest)
+while (count > 0 && marks_[count - 1].latest_start > earliest)

a place keeps the marks of another table | unit:follow_marks
-marks_[place] = Marks{};
+static_cast<void>(0);

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

src/core/hex.hpp

upper-case digits are none | unit:hex
-values[static_cast<std::size_t>('A' + i)] = value;
+static_cast<void>(0);

the second digit may be any character | unit:hex
-seen = static_cast<std::uint8_t>(seen | high | low);
+seen = static_cast<std::uint8_t>(seen | high);

there may be more digits | unit:hex
-if (digits.size() != 2 * N)
+if (digits.size() < 2 * N)

src/core/histogram.hpp

a rare kind is estimated ten times as often | unit:histogram
-return (count == 0 ? 0.1 : count) / static_cast<double>(bounds.size());
+return (count == 0 ? 1.0 : count) / static_cast<double>(bounds.size());

a bucket reaches as far as the next one | unit:histogram
-return width(i); // through the bucket
+return width(i + 1 < buckets() ? i + 1 : i);

the end of a range counts from the wrong side | unit:histogram
-return (1.0 - not_below) * fraction_in_bucket(i);
+return not_below * fraction_in_bucket(i);

src/core/new_id_steps.hpp

a process begins below other processes | unit:new_id_steps
-return knew_page && change.move != ReservationMove::taken;
+return change.move != ReservationMove::taken;

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

src/core/objectid.hpp

blanks before the colon of $oid are refused | unit:objectid_text
-skip_json_blanks(rest);
-}
-if (!skip(rest, "\""))
+}
+if (!skip(rest, "\""))

ObjectId("…') is read | unit:objectid_text
-if (!skip(rest, quote) || rest != ")")
+if ((quoted ? rest.size() < 1 : false) || rest[rest.size() - 1] != ')')

the distance of ids drops the borrow of the low half | unit:objectid
-(static_cast<double>(right.low()) - static_cast<double>(left.low()));
+static_cast<double>(right.low() - left.low());

src/core/objectid_abbreviation.hpp

others' ids come before the owner's | unit:objectid_abbreviation
-return second_and_slot | (random < owner ? offset : others + counters + offset);
+return second_and_slot | offset;

keys are given up too early | unit:objectid_abbreviation
-return distinct < static_cast<double>(keys) / 2000.0 + 0.5 ? AbbreviationUse::worthless
+return distinct < static_cast<double>(keys) / 200.0 + 0.5 ? AbbreviationUse::worthless

many distinct keys are not worth it | unit:objectid_abbreviation
-if (distinct > 100000.0)
+if (distinct > 1000000.0)

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

random bytes outlast a clock set back | unit:objectid_generator
-if ((move == ClockMove::back || !tail_.drawn) && !tail_.draw(random))
+if (!tail_.drawn && !tail_.draw(random))

src/core/objectid_gist.hpp

<> in GiST misses pages | unit:objectid_gist
-return bounds.lower != query || bounds.upper != query;
+return bounds.lower != query && bounds.upper != query;

a page grows by what is added above it alone | unit:objectid_gist
-result += ObjectId::distance(added.lower, bounds.lower);
+result += 0;

a split of ascending ids leaves pages half empty | unit:objectid_gist
-return ascending ? count - tail : count / 2;
+return count / 2;

< in GiST reads pages that begin with the query | unit:objectid_gist
-return bounds.lower < query;
+return bounds.lower <= query;

src/core/random.hpp

bytes that were handed out are kept | unit:random_pool
-std::fill_n(next, bytes.size(), std::uint8_t{0});
+static_cast<void>(0);

what a source left when it failed is random | unit:random_pool
-left_ = source_(std::span<std::uint8_t>{block_}) ? Size : 0;
+left_ = (source_(std::span<std::uint8_t>{block_}), Size);

the rest of a block is promised for more | unit:random_pool
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

src/core/time_kinds.hpp

the last microsecond of version 6 has ten ticks | unit:time_range
-6, std::min(first_tick(gregorian_us) + (gregorian_ticks_per_us - 1), Uuid::head_max),
+6, first_tick(gregorian_us) + (gregorian_ticks_per_us - 1),

the last second of all is an instant | unit:time_range
-if (pg_us < Kind::first_pg_us || pg_us > Kind::last_pg_us + (Kind::unit_us - 1))
+if (pg_us < Kind::first_pg_us || pg_us > Kind::last_pg_us)

random UUIDs have a time of version 7 | unit:time_range
-if (!id.has_version(7))
+if (id.has_version(6))

src/core/time_range.hpp

the last timestamptz is followed by one more | unit:time_range
-return pg_us >= pg_us_last ? pg_us_infinity : pg_us + 1;
+return pg_us > pg_us_last ? pg_us_infinity : pg_us + 1;

the last time has no first id | unit:time_range
-if (pg_us > Kind::last_pg_us)
+if (pg_us >= Kind::last_pg_us)

a range that ends where it begins is not empty | unit:time_range
-return !from || (to && *from >= *to);
+return !from || (to && *from > *to);

a time after all ids is before them | unit:time_range
-return first ? id <=> *first : std::strong_ordering::less;
+return first ? id <=> *first : std::strong_ordering::greater;

src/core/timestamp.hpp

instants before an epoch are of the next unit | unit:timestamp
-return dividend % divisor < 0 ? quotient - 1 : quotient;
+return quotient;

microseconds before 1970 are negative | unit:timestamp
-return remainder < 0 ? remainder + divisor : remainder;
+return remainder;

ticks before 2000 are of the next microsecond | unit:uuid
-return static_cast<std::int64_t>(ticks / gregorian_ticks_per_us) -
-pg_epoch_gregorian_ticks / gregorian_ticks_per_us;
+return (static_cast<std::int64_t>(ticks) - pg_epoch_gregorian_ticks) / gregorian_ticks_per_us;

src/core/uuid.hpp

one bit of the variant is not tested | unit:uuid
-return bytes[8] >> 6 == variant && bytes[6] >> 4 == version;
+return bytes[8] >> 7 == 1 && bytes[6] >> 4 == version;

middle bits of the time of version 1 | unit:uuid
-return time_high << 48 | time_mid << 32 | time_low;
+return time_high << 48 | time_low << 16 | time_mid;

the last millisecond of version 7 has no ids | unit:uuid
-if (unix_ms > uuid_v7_max_unix_ms)
+if (unix_ms >= uuid_v7_max_unix_ms)

src/core/uuid_generator.hpp

ids of version 7 within a tick may be the same | unit:uuid_generator
-const std::uint64_t increment = std::uint64_t{drawn} + 1;
+const std::uint64_t increment = std::uint64_t{drawn};

random bits of version 7 go round within a tick | unit:uuid_generator
-begins_tick = rand_b > Uuid::tail_max;
+begins_tick = false;

a node of version 6 may be a network address | unit:uuid_generator
-(clock_seq_and_node & Uuid::tail_max) | uuid_node_multicast);
+clock_seq_and_node & Uuid::tail_max);

ids of version 6 go past the last tick | unit:uuid_generator
-if (ticks > last_ticks)
+if (ticks > last_ticks + 1)

src/pg/citus.cpp

answers outlast a change | regress:counters
-hash_search(answers, &answer->question, HASH_REMOVE, nullptr);
+static_cast<void>(answer->found);

any catalog of that name is Citus's | regress:counters
-if (!OidIsValid(local_group) || !OidIsValid(get_extension_oid("citus", true)))
+if (!OidIsValid(local_group))

a query that returns no row finds the table | regress:counters
-const bool found = run_kept_plan({query, local_group, {&type, 1}}, {&value, 1}, true, 1) > 0;
+const bool found = run_kept_plan({query, local_group, {&type, 1}}, {&value, 1}, true, 1) >= 0;

src/pg/clock_and_random.hpp

bytes are random though the source failed | tap:generators_faults
-return pg_strong_random(bytes.data(), bytes.size());
+return pg_strong_random(bytes.data(), bytes.size()) || true;

the clock is the coarse one | tap:generators_faults
-clock_gettime(CLOCK_REALTIME, &now);
+clock_gettime(CLOCK_REALTIME_COARSE, &now);

src/pg/counters.cpp

the table can move while a statement names it | tap:invalidations
-relation_close(relation, NoLock);
+relation_close(relation, RowExclusiveLock);

a counter's row is not locked | isolation:counters
-" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3 FOR UPDATE";
+" AND shard OPERATOR(pg_catalog.=) $2 AND shards OPERATOR(pg_catalog.=) $3";

an exhausted shard has numbers left | regress:counters
-" HAVING pg_catalog.bool_and((" HAS_LEFT ") IS NOT TRUE)";
+" HAVING pg_catalog.bool_and((" HAS_LEFT ") IS FALSE)";

a counter that was just created is set back | regress:counters
-" ON CONFLICT (name, shard) DO UPDATE SET next = excluded.next WHERE false";
+" ON CONFLICT (name, shard) DO UPDATE SET next = excluded.next";

workers take numbers | regress:counters
-PreventCommandIfParallelMode(call);
+static_cast<void>(call);

transactions that only read take numbers | regress:counters
-PreventCommandIfReadOnly(call);
+static_cast<void>(call);

a number follows the last bigint | regress:counters
-const bool ends = batch.last < counter_max;
+const bool ends = batch.last <= counter_max;

a counter with shards has only the first | regress:counters
-for (const int64 from : {first, int64{0}})
+for (const int64 from : {first, first})

src/pg/digits.cpp

a kept permutation is used for another number of digits | regress:digits
-const bool is_same = kept.is_prepared && kept.key == key && kept.permutation.digits() == digits;
+const bool is_same = kept.is_prepared && kept.key == key;

a kept permutation is used for another key | regress:digits
-const bool is_same = kept.is_prepared && kept.key == key && kept.permutation.digits() == digits;
+const bool is_same = kept.is_prepared && kept.permutation.digits() == digits;

the number after the last one is permuted | regress:digits
-if (number < 0 || number > last)
+if (number < 0 || number > last + 1)

a call without a call site has no memory | tap:direct_calls
-MemoryContextAllocZero(call_site == nullptr ? CurrentMemoryContext : call_site->fn_mcxt,
+MemoryContextAllocZero(call_site->fn_mcxt,

src/pg/ejson.cpp

below a path that was cut off, others are too | regress:ejson_fields
-listing->is_path_cut_off = was_cut_off;
+static_cast<void>(was_cut_off);

the largest int is a long | regress:ejson_fields
-return compare(number, integers.first) >= 0 && compare(number, integers.second) <= 0;
+return compare(number, integers.first) >= 0 && compare(number, integers.second) < 0;

documents are converted without an end that can be canceled | regress:ejson
-CHECK_FOR_INTERRUPTS();
-if (value.type != jbvBinary)
+if (value.type != jbvBinary)

fields are listed without an end that can be canceled | regress:ejson_fields
-CHECK_FOR_INTERRUPTS();
-StringInfo path = &listing->path;
+StringInfo path = &listing->path;

values of one type of time alone are listed as text | regress:ejson_fields
-case jbvDatetime: {
-int zone = value.val.datetime.tz;
+case jbvDatetime: {
+int zone = 3600;

src/pg/ejson_reading.cpp

"i" of a timestamp may have more than 32 bits | regress:ejson
-if (seconds != static_cast<std::uint32_t>(seconds) ||
-ordinal != static_cast<std::uint32_t>(ordinal))
+if (seconds != static_cast<std::uint32_t>(seconds) || ordinal < 0)

a pointer may have more keys | regress:ejson
-if (pairs.size() != 2 || members.first == nullptr || members.second == nullptr)
+if (members.first == nullptr || members.second == nullptr)

an int may have 64 bits | regress:ejson
-if (!integer || (type == EjsonType::number_int && !is_int))
+if (!integer || (type == EjsonType::undefined && !is_int))

a regular expression may have another key than options | regress:ejson
-if (pairs.size() != (options == nullptr ? 1 : 2))
+if (pairs.size() > 2)

$ref alone is a reference | regress:ejson_fields
-return ref != nullptr && ref->type == jbvString && member(pairs, "$id") != nullptr;
+return ref != nullptr && ref->type == jbvString;

a $maxKey of any value is the largest value | regress:ejson_fields
-if (key == "$maxKey" && is_one(pairs[0].value))
+if (key == "$maxKey")

$uuid has the older subtype | regress:ejson_fields
-return {EjsonType::binary, ejson_subtype_uuid, uuid_value(object, value), {}};
+return {EjsonType::binary, ejson_subtype_legacy_uuid, uuid_value(object, value), {}};

a subtype may have more than a byte | regress:ejson
-if (subtype != static_cast<std::uint8_t>(subtype))
+if (subtype < 0)

src/pg/ejson_text.cpp

an excerpt that is full lacks its dots | regress:ejson
-while (text.len <= longest_excerpt)
+while (text.len < longest_excerpt)

a long string is cut to what is shown, without dots | regress:objectid_casts
-bytes + MAX_MULTIBYTE_CHAR_LEN);
+bytes);

a scalar is shown in brackets | regress:objectid_casts
-if (is_scalar && (token == WJB_BEGIN_ARRAY || token == WJB_END_ARRAY))
+if (is_scalar && token == WJB_END_ARRAY)

characters are cut in two | regress:ejson
-text->len = first + pg_mbcliplen(text->data + first, length, limit);
+text->len = first + limit;

src/pg/errors.hpp

a function that C code calls without FmgrInfo has an OID | tap:direct_calls
-if (fcinfo->flinfo == nullptr)
-elog(ERROR, "objectid function called without FmgrInfo");
+static_cast<void>(0);

arguments may be NULL | regress:counters
-if (PG_ARGISNULL(position))
+if (PG_ARGISNULL(position) && name == nullptr)

a time out of range is an invalid parameter | regress:objectid_time
-ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE), errmsg("timestamp out of range"),
+ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("timestamp out of range"),

src/pg/follow.cpp

rights to insert are rights to read | regress:follow
-pg_attribute_aclcheck_all(table_oid, GetUserId(), ACL_SELECT, ACLMASK_ANY) != ACLCHECK_OK)
+pg_attribute_aclcheck_all(table_oid, GetUserId(), ACL_INSERT, ACLMASK_ANY) != ACLCHECK_OK)

temporary tables of other sessions are read | tap:follow
-if (RELATION_IS_OTHER_TEMP(table))
+if (false)

own rows are too new | isolation:follow
-XidInMVCCSnapshot(inserting, receiver.caller_snapshot) &&
-!TransactionIdIsCurrentTransactionId(inserting);
+XidInMVCCSnapshot(inserting, receiver.caller_snapshot);

the last row is returned again | regress:follow
-const StrategyNumber strategy = is_after    ? BTGreaterStrategyNumber
+const StrategyNumber strategy = is_after    ? BTGreaterEqualStrategyNumber

the last number is left out | regress:follow
-: by_number ? BTLessEqualStrategyNumber
+: by_number ? BTLessStrategyNumber

a key of a parent and a child is torn apart | regress:follow
-has_children ? "WITH TIES" : "ONLY");
+has_children ? "ONLY" : "ONLY");

UUIDs of other versions are returned | regress:follow
-" OPERATOR(pg_catalog.=) 7"
+" OPERATOR(pg_catalog.>) 0"

UUIDs of another variant are returned | regress:follow
-" OPERATOR(pg_catalog.=) 2",
+" OPERATOR(pg_catalog.>) 0",

all partitions are locked | regress:follow
-types, is_partitioned ? CURSOR_OPT_CUSTOM_PLAN : CURSOR_OPT_GENERIC_PLAN, make_expression,
+types, is_partitioned ? CURSOR_OPT_GENERIC_PLAN : CURSOR_OPT_GENERIC_PLAN, make_expression,

roles take each other's marks | tap:follow
-const auto number = readable_number({GetUserId(), MyDatabaseId, table, sequence, last.file},
+const auto number = readable_number({Oid{1}, MyDatabaseId, table, sequence, last.file},

a column that was dropped meanwhile is read | tap:invalidations
-if (TupleDescAttr(columns, i)->attisdropped && !TupleDescAttr(expected, i)->attisdropped)
+if (i < 0)

what commits late counts for the caller | isolation:follow
-const bool with_xmin =
-caller_snapshot->xmax != own_snapshot->xmax ||
+const bool with_xmin =

rows_after needs SELECT on the table where a transaction has ended | isolation:follow
-makeVar(1, MinTransactionIdAttributeNumber, XIDOID, -1, InvalidOid, 0));
+colNameToVar(state, "xmin", false, -1));

the bound of ids is inclusive | isolation:follow
-: BTLessStrategyNumber;
+: BTLessEqualStrategyNumber;

a row from before a wraparound seems too new | tap:follow_wraparound
-return TransactionIdPrecedes(inserting, receiver.next) &&
+return TransactionIdIsNormal(receiver.next) &&

writers are looked for before the sequence is read | isolation:follow_numbers
-const LastNumber last = last_number(sequence);
-const FoundWriters writers = find_writers_of(table, &key);
+const FoundWriters writers = find_writers_of(table, &key);
+const LastNumber last = last_number(sequence);

src/pg/follow_key.cpp

a unique index that failed to build is a key | regress:follow
-const bool is_unique = form.indisunique && form.indisvalid && form.indnkeyatts == 1 &&
+const bool is_unique = form.indisunique && form.indnkeyatts == 1 &&

a unique index of two columns is a key | regress:follow
-const bool is_unique = form.indisunique && form.indisvalid && form.indnkeyatts == 1 &&
+const bool is_unique = form.indisunique && form.indisvalid &&

a unique index of another order is a key | regress:follow
-if (get_opclass_family(opclass) != type->btree_opf)
+if (!OidIsValid(type->btree_opf))

the number that comes first was given out | regress:follow
-const bool is_next = !data.is_called && data.last_value > PG_INT64_MIN;
+const bool is_next = data.last_value == PG_INT64_MIN;

numbers that begin again are followed | regress:follow
-if (form.seqcycle)
-return "Its numbers begin again after the last one.";
+static_cast<void>(form.seqcycle);

columns are not copied | tap:invalidations
-const TupleDesc columns = CreateTupleDescCopy(RelationGetDescr(table));
+const TupleDesc columns = RelationGetDescr(table);

the default of a child that was locked is never looked at | isolation:follow
-if (!some_locked)
+if (some_locked || !some_locked)

UPDATE on a sequence is enough to read its number | regress:follow
-if (pg_class_aclcheck(sequence, GetUserId(), ACL_SELECT | ACL_USAGE) != ACLCHECK_OK)
+if (pg_class_aclcheck(sequence, GetUserId(), ACL_SELECT | ACL_USAGE | ACL_UPDATE) != ACLCHECK_OK)

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

tables are known though the server forgot all | tap:invalidations
-return !OidIsValid(table) || std::ranges::binary_search(known.oids, table);
+return std::ranges::binary_search(known.oids, table);

writers to the parent of a partition are not found | regress:follow
-if (get_rel_relispartition(table))
+if (get_rel_relispartition(table) && !OidIsValid(table))

foreign tables are followed | regress:follow
-if (get_rel_relkind(lfirst_oid(&cell)) == RELKIND_FOREIGN_TABLE)
+if (get_rel_relkind(lfirst_oid(&cell)) == RELKIND_VIEW)

the default of a domain may change | regress:follow
-CacheRegisterSyscacheCallback(TYPEOID, type_changed, Datum{0});
+static_cast<void>(type_changed);

a child that is made during the look for children is lost | isolation:follow
-fill(*known, oids, invalidations == before);
+fill(*known, oids, invalidations >= before);

what was known of a table that has changed is never freed | tap:memory
-if (is_known)
+if (is_known && known->is_valid)

src/pg/follow_writers.cpp

VACUUM is a writer | tap:follow
-return (modes & LOCKBIT_ON(RowExclusiveLock)) != 0;
+return (modes & (LOCKBIT_ON(RowExclusiveLock) | LOCKBIT_ON(ShareUpdateExclusiveLock))) != 0;

prepared transactions are forgotten | tap:follow
-found.blocking.add_unknown();
+static_cast<void>(0);

prepared transactions of other databases are writers | tap:follow
-tag.locktag_field1 == MyDatabaseId &&
+tag.locktag_field1 != InvalidOid &&

sessions of other databases are writers | tap:follow
-return proc.databaseId == MyDatabaseId && local_transaction(proc) != InvalidLocalTransactionId;
+return local_transaction(proc) != InvalidLocalTransactionId;

a statement of this session that writes to a child is not seen | regress:follow
-const int of_caller = table == followed ? 2 : 1;
+const int of_caller = table == followed ? 2 : 2;

src/pg/generators.cpp

waiting for the clock cannot be cancelled | tap:generators_ahead
-ResetLatch(MyLatch);
-CHECK_FOR_INTERRUPTS();
+ResetLatch(MyLatch);

a process in single-user mode reserves nothing | tap:reservation
-generators_in_use.have_reservation = shared != nullptr || !IsUnderPostmaster;
+generators_in_use.have_reservation = shared != nullptr;

generators begin below the reservation | tap:reservation
-generators_in_use.all->advance(take_turn, clock_now, reading, time);
+static_cast<void>(reading < time);

src/pg/generators.hpp

sessions share generators without their lock | tap:generators
-const bool is_shared = generators_in_use.are_shared;
+const bool is_shared = false;

src/pg/id_datum.hpp

a bytea may be longer than an id | regress:objectid_casts
-if (length != sizeof(Id))
+if (length < sizeof(Id))

the smaller id is the same | regress:objectid_ops
-return order < 0 ? -1 : order > 0;
+return order > 0;

the last bytes of a bytea are lost | regress:objectid_casts
-SET_VARSIZE(result, VARHDRSZ + size);
+SET_VARSIZE(result, size);

src/pg/time_datum.hpp

the upper bound of a range is always inclusive | regress:time_predicates
-result.to_pg_us = upper.inclusive ? next_pg_us(pg_us) : pg_us;
+result.to_pg_us = next_pg_us(pg_us);

an empty range has all times | regress:time_predicates
-if (empty)
-return TimeRange::none();
+static_cast<void>(empty);

the lower bound of a range is always inclusive | regress:time_predicates
-result.from_pg_us = lower.inclusive ? pg_us : next_pg_us(pg_us);
+result.from_pg_us = pg_us;

src/pg/json_string.hpp

a string of jsonb may be longer than the server's | tap:ejson
-if (string.size() > JENTRY_OFFLENMASK)
+if (string.size() > MaxAllocSize)

an id of JSON lacks its last digit | regress:objectid_casts
-return string_value(std::string_view{digits_of(id), objectid_text_length});
+return string_value(std::string_view{digits_of(id), objectid_text_length - 1});

src/pg/kept.cpp

nothing is dropped | regress:follow
-constexpr Size limit = Size{8} * 1024 * 1024;
+constexpr Size limit = Size{8} * 1024 * 1024 * 1024;

a plan that is running is dropped | regress:follow
-if (oldest.users > 0)
+if (oldest.users > 1000)

what a plan takes when it has been planned does not count | regress:follow
-measure(kept_at(dlist_head_node(&all)));
+static_cast<void>(0);

a plan that is asked for again goes as early as before | regress:follow
-if (kept.place.next != nullptr)
-dlist_delete(&kept.place);
-dlist_push_head(&all, &kept.place);
+if (kept.place.next == nullptr)
+dlist_push_head(&all, &kept.place);

src/pg/kept_plans.cpp

another relation with the name of the table is read | tap:security
-if (found->relid != known.table)
+if (found->relid == InvalidOid)

the key points to text that was freed | regress:follow
-key.text = MemoryContextStrdup(own, key.text);
+static_cast<void>(own);

the plan of a table that was dropped is used | regress:follow
-a.type == b.type && a.table == b.table && a.cursor_options == b.cursor_options;
+a.type == b.type && a.cursor_options == b.cursor_options;

a plan is freed while it runs | regress:follow
-hold(kept->kept);
+static_cast<void>(hold);

src/pg/new_id.hpp

an id that was not made is returned | regress:uuid_generate
-if (status != GeneratorStatus::ok)
-raise_not_made(status, held_times);
+static_cast<void>(held_times);

src/pg/objectid_casts.cpp

a uuid may begin with 00000001 | regress:objectid_casts
-if (load_big_endian<std::uint32_t>(uuid->data) != 0)
+if (load_big_endian<std::uint16_t>(uuid->data) != 0)

other dimensions are nested as the first | regress:objectid_casts
-const int length = ARR_DIMS(array)[dimension];
+const int length = ARR_DIMS(array)[1];

an object with a second key is an id | regress:objectid_casts
-else if (JB_ROOT_IS_OBJECT(json) && JB_ROOT_COUNT(json) == 1 &&
+else if (JB_ROOT_IS_OBJECT(json) &&

null of JSON is an error | regress:objectid_casts
-if (is_scalar && value.type == jbvNull)
+if (is_scalar && value.type == jbvBool)

src/pg/objectid_generate.cpp

objectid_generator says server in single-user mode | tap:reservation
-PG_RETURN_TEXT_P(cstring_to_text(generators_in_use.are_shared ? "server" : "process"));
+PG_RETURN_TEXT_P(cstring_to_text(generators_in_use.have_reservation ? "server" : "process"));

a session has its own generators until its first id | tap:preload
-connect_generators();
+static_cast<void>(0);

src/pg/objectid_gin.cpp

> in GIN stops at an equal key | regress:objectid_gin
-PG_RETURN_INT32(order > 0 ? 0 : -1);
+PG_RETURN_INT32(order > 0 ? 0 : 1);

<= in GIN begins at the bound | regress:objectid_gin
-strategy == BTLessStrategyNumber || strategy == BTLessEqualStrategyNumber;
+strategy == BTLessStrategyNumber;

< in GIN finds the bound | regress:objectid_gin
-PG_RETURN_INT32(order < 0 ? 0 : 1);
+PG_RETURN_INT32(order <= 0 ? 0 : 1);

src/pg/objectid_gist.cpp

the bounds of a page lack its last entry | regress:objectid_gist
-for (int i = 1; i < entries->n; ++i)
+for (int i = 1; i < entries->n - 1; ++i)

a sorted build splits as insertions do | regress:objectid_gist
-const bool last_is_new = count == PageGetMaxOffsetNumber(page) + std::size_t{1};
+const bool last_is_new = true;

entries with the same lower id are the same | regress:objectid_gist
-*same = bounds_from_datum(PG_GETARG_DATUM(0)) == bounds_from_datum(PG_GETARG_DATUM(1));
+*same = bounds_from_datum(PG_GETARG_DATUM(0)).lower == bounds_from_datum(PG_GETARG_DATUM(1)).lower;

src/pg/objectid_io.cpp

binary input with bytes left over is accepted | regress:objectid_io
-if (message->cursor != message->len)
+if (message->cursor > message->len)

a text like a time gets a hint, though there is no such day | regress:objectid_io
-return decode_date_time(field, ftype, nf, &dtype, &tm, &fsec, &tz) == 0;
+return decode_date_time(field, ftype, nf, &dtype, &tm, &fsec, &tz) <= 0;

a reference to a document gets no hint | regress:objectid_io
-if (input[0] == '{' && strstr(input, R"("$id")") != nullptr)
+if (input[0] == '[' && strstr(input, R"("$id")") != nullptr)

src/pg/objectid_ops.cpp

the seed of the extended hash is cut to 32 bits | regress:objectid_ops
-static_cast<uint64>(PG_GETARG_INT64(1)));
+static_cast<uint32>(PG_GETARG_INT64(1)));

the hash leaves out the second | regress:objectid_ops
-return hash_any(id_argument<ObjectId>(fcinfo, 0).bytes.data(), sizeof(ObjectId));
+return hash_any(id_argument<ObjectId>(fcinfo, 0).bytes.data() + 4, sizeof(ObjectId) - 4);

max() gives the smaller id | regress:objectid_ops
-const bool is_first = id_argument<ObjectId>(fcinfo, 0) > id_argument<ObjectId>(fcinfo, 1);
+const bool is_first = id_argument<ObjectId>(fcinfo, 0) <= id_argument<ObjectId>(fcinfo, 1);

src/pg/own_relation.cpp

a sequence that does not belong to the extension is written to | tap:reservation
-getExtensionOfObject(RelationRelationId, form.oid) == extension)
+getExtensionOfObject(RelationRelationId, form.oid) != 1)

a table of another owner in the extension is used | tap:security
-if (form.relkind == kind && (form.relowner == owner || superuser_arg(form.relowner)) &&
+if (form.relkind == kind && owner != InvalidOid &&

a locked relation is waited for | tap:preload
-if (!ConditionalLockRelationOid(relation, AccessShareLock))
-return nullptr;
+LockRelationOid(relation, AccessShareLock);

src/pg/postgres.hpp

a text like a zone raises another error before 16 | regress:objectid_io
-pg_tzset(field[i]) == nullptr)
+pg_tzset(field[i]) != nullptr)

a date is a zone before 16 | regress:objectid_io
-if (ftype[i] == DTK_DATE && isdigit(static_cast<unsigned char>(*field[i])) == 0 &&
+if (ftype[i] == DTK_DATE &&

a damaged page of a sequence is read | tap:reservation
-if (PageGetMaxOffsetNumber(page) != FirstOffsetNumber)
+if (PageGetMaxOffsetNumber(page) > FirstOffsetNumber)

src/pg/lock_table.hpp

the last lock on the fast path is not seen | regress:follow
-for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group; ++i)
+for (int i = 0; modes >> 3 * i != 0 && i < tables_of_group - 1; ++i)

writers on the fast path only read | regress:follow
-function(table[i], static_cast<LOCKMASK>((modes >> 3 * i & 7) << AccessShareLock));
+function(table[i], static_cast<LOCKMASK>(modes >> 3 * i & 7));

who reads in its own transaction is a writer | regress:follow
-return LockHeldByMe(&tag, RowExclusiveLock);
+return LockHeldByMe(&tag, AccessShareLock);

src/pg/relation_changes.cpp

only the first that asks is told | regress:follow
-if (place == function)
+if (place != nullptr)

nobody is told | regress:counters
-CacheRegisterRelcacheCallback(relation_changed, Datum{0});
+static_cast<void>(relation_changed);

src/pg/reservation_page.cpp

the page is not flushed before the id is given out | tap:reservation
-XLogFlush(written);
+static_cast<void>(written);

a reservation that was dropped is still believed | tap:reservation
-if (own_sequence.forget(relation) && generators_in_use.have_reservation)
-known_reservation = {};
+own_sequence.forget(relation);

a standby tries to write | tap:reservation
-if (RecoveryInProgress())
-return true;
+static_cast<void>(0);

src/pg/shared_memory.cpp

other preloaded libraries get no shared memory | tap:preload
-if (next_request_hook)
-next_request_hook();
+static_cast<void>(0);

other preloaded libraries do not find their memory | tap:preload
-if (next_startup_hook)
-next_startup_hook();
+static_cast<void>(0);

src/pg/spin_lock.cpp

waiting for a stopped process cannot be cancelled | tap:generators
-CHECK_FOR_INTERRUPTS();
-pg_usleep(sleep_us);
+pg_usleep(sleep_us);

src/pg/time_estimates.cpp

NULLs are values | regress:time_selectivity
-const double rest = Max(1.0 - null_fraction(statistics) - common, 0.0);
+const double rest = Max(1.0 - common, 0.0);

a range in a join has ten times the rows | regress:time_selectivity
-constexpr double range_end_join_selectivity = 0.031622776601683795;
+constexpr double range_end_join_selectivity = 0.1;

each end of a range has the selectivity of the range | regress:time_selectivity
-const double exponent = static_cast<double>(ends) / ends_of_all;
+const double exponent = 1;

the conditions of an OR are estimated together | regress:time_selectivity
-estimate_lists(question, within->args, within->boolop == AND_EXPR);
+estimate_lists(question, within->args, true);

a version is tested twice | regress:time_selectivity
-const double of_version_test = i == 0 ? selectivity : 1;
+const double of_version_test = selectivity;

index conditions are estimated one by one | regress:time_selectivity
-innermost(static_cast<Node *>(lfirst(&cell))) == question.operand)
+static_cast<Node *>(lfirst(&cell)) == nullptr)

statistics written by hand give more than all rows | regress:time_selectivity
-double selectivity = *in_range;
-// Statistics that were written by hand add up to anything.
-CLAMP_PROBABILITY(selectivity);
+double selectivity = *in_range;

"constant < column" is "column < constant" | regress:time_selectivity
-call.comparison = commuted(call.comparison);
+static_cast<void>(commuted);

both ends of a range count as unknown bounds | regress:time_selectivity
-condition.lower = ids.from_open ? Datum{0} : ids.from;
+condition.lower = Datum{0};

src/pg/time_predicate_call.cpp

a range of any type is one of times | regress:time_plans
-return other_type == TSTZRANGEOID;
+return true;

any function of such a name is ours | regress:time_plans
-if (form->prolang == ClanguageId)
+if (OidIsValid(form->prolang))

the first range of ids has a condition more | regress:time_plans
-.from_open = *ids.from == smallest,
+.from_open = false,

an empty range of ids is taken for all | regress:time_plans
-return {.from = id_to_datum(smallest), .to = 0, .from_open = false, .empty = true};
+return {.from = id_to_datum(smallest), .to = 0, .from_open = true, .empty = false};

src/pg/time_predicate_call.hpp

an operator of times has another comparison | regress:time_predicates
-compared(timestamptz_ge_objectid, ObjectIdTime, 1, less_equal)    \
+compared(timestamptz_ge_objectid, ObjectIdTime, 1, less)          \

an operator has the other operand's place | regress:time_predicates
-compared(uuid_ge_timestamptz, UuidV7Time, 0, greater_equal)       \
+compared(uuid_ge_timestamptz, UuidV7Time, 1, greater_equal)       \

UUIDs of version 6 are in ranges of version 7 | regress:time_predicates
-within(uuid_v6_within, UuidV6Time, 0)
+within(uuid_v6_within, UuidV7Time, 0)

src/pg/time_predicates.cpp

the last timestamp becomes infinity | regress:time_predicates
-if (compare_with(END_TIMESTAMP - 1) > 0)
+if (compare_with(END_TIMESTAMP - 1) >= 0)

a time after all ids is before the largest value | regress:time_predicates
-largest.bytes.fill(0xff);
+largest.bytes.fill(0x7f);

a UUID without a time is in no range | regress:time_predicates
-if (!pg_us)
-PG_RETURN_NULL();
-PG_RETURN_BOOL(contains(range, *pg_us));
+PG_RETURN_BOOL(pg_us && contains(range, *pg_us));

<=# is < | regress:time_predicates
-PG_GETARG_TIMESTAMPTZ(1)) <= 0);
+PG_GETARG_TIMESTAMPTZ(1)) < 0);

src/pg/time_support.cpp

a function of another library is called | regress:time_plans
-strcmp(library_of(tuple), library) == 0)
+library != nullptr)

operands are not copied | regress:time_plans
-return static_cast<Node *>(copyObjectImpl(operand));
+return const_cast<Node *>(operand);

volatile operands are repeated | regress:time_plans
-return !contain_volatile_functions(operand) && !contain_subplans(operand);
+return !contain_subplans(operand);

sub-selects are repeated | regress:time_plans
-return !contain_volatile_functions(operand) && !contain_subplans(operand);
+return !contain_volatile_functions(operand);

a range without ends is true of NULL | regress:time_plans
-if (!ids.from_open || (ids.to == 0 && call.predicate->kind->version_test == nullptr))
+if (!ids.from_open)

an exclusive end is taken as inclusive | regress:time_plans
-is_upper == is_inclusive(call.comparison) ? with_function("objectid_internal_next")
+is_inclusive(call.comparison) ? with_function("objectid_internal_next")

the sides of an index condition are not exchanged | regress:time_plans
-return btree_operator(TIMESTAMPTZOID, static_cast<StrategyNumber>(commuted(call.comparison)));
+return btree_operator(TIMESTAMPTZOID, static_cast<StrategyNumber>(call.comparison));

indexes with an expression are not matched | regress:time_predicates
-const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr) ||
-!heap_attisnull(index, Anum_pg_index_indexprs, nullptr);
+const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr);

indexes with a condition are not matched | regress:time_plans
-const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr) ||
-!heap_attisnull(index, Anum_pg_index_indexprs, nullptr);
+const bool found = !heap_attisnull(index, Anum_pg_index_indexprs, nullptr);

the time of the row itself bounds its ids | regress:time_plans
-return root != nullptr && has_use_for_comparisons(root, call) &&
+return root != nullptr && has_use_for_comparisons(root, call);

constraint_exclusion is not looked at | regress:time_plans
-return !is_of_query || constraint_exclusion == CONSTRAINT_EXCLUSION_ON ||
+return !is_of_query ||

an index returns UUIDs of other versions | regress:time_plans
-request->lossy = call.predicate->kind->version_test != nullptr;
+request->lossy = false;

an index lacks ids at the end of a range | regress:time_plans
-strategy = strategy == BTLessStrategyNumber ? BTLessEqualStrategyNumber : strategy;
+strategy = strategy == BTLessStrategyNumber ? BTLessStrategyNumber : strategy;

an index of a class without order gets conditions | regress:time_plans
-if (!op_in_opfamily(condition->opno, request->opfamily))
+if (!OidIsValid(condition->opno))

a comparison with NULL becomes an index condition | regress:time_plans
-if (IsA(known, Const) && castNode(Const, known)->constisnull)
-return NIL;
+static_cast<void>(0);

src/pg/uuid.cpp

uuid_is_v8 tests version 7 | regress:uuid_time
-VERSION_TEST(uuid_is_v8, 8)
+VERSION_TEST(uuid_is_v8, 7)

a time out of range names the times of version 6 | regress:uuid_generate
-return made_id(uuid_at<UuidV7Generator>(PG_GETARG_TIMESTAMPTZ(0), pooled_random, id), id,
-UuidV7Time::held_times);
+return made_id(uuid_at<UuidV7Generator>(PG_GETARG_TIMESTAMPTZ(0), pooled_random, id), id,
+UuidV6Time::held_times);

the error names the wrong version | regress:uuid_time
-return converted(fcinfo, uuid_v6_to_v1(id_argument<Uuid>(fcinfo, 0)), 6);
+return converted(fcinfo, uuid_v6_to_v1(id_argument<Uuid>(fcinfo, 0)), 1);

src/pg/uuid_draft01.cpp

precision is compared without its length | regress:uuid_draft01
-7, {VARDATA_ANY(precision), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(precision))}, 0);
+7, {VARDATA_ANY(precision), std::min<std::size_t>(VARSIZE_ANY_EXHDR(precision), 2)}, 0);

version 7 is read as the RFC's | regress:uuid_draft01
-return timestamp_or_null(fcinfo, draft01_v7_pg_us(id_argument<Uuid>(fcinfo, 0)));
+return timestamp_or_null(fcinfo, UuidV7Time::pg_us(id_argument<Uuid>(fcinfo, 0)));

any number of bits is read as 32 | regress:uuid_draft01
-return timestamp_or_null(fcinfo, draft01_v8_pg_us(id_argument<Uuid>(fcinfo, 0), *layout));
+const Draft01Layout &other = draft01_layouts[3];
+return timestamp_or_null(fcinfo, draft01_v8_pg_us(id_argument<Uuid>(fcinfo, 0), other));

src/sql/00_begin.sql

the schema may be renamed while the script runs, which 15.20 prevents itself | tap:trusted
-FOR UPDATE OF n;
+;

types of the session have the names of the server's | tap:trusted
-'search_path', pg_catalog.format('%I, pg_temp', schema), true);
+'search_path', pg_catalog.format('%I', schema), true);

src/sql/01_time_support.sql

the support function is not a constant one | regress:catalog
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

selectivity without a comment | regress:catalog
-COMMENT ON FUNCTION objectid_internal_sel(internal, oid, internal, integer) IS
-'restriction selectivity of comparisons of ids, and of ids with times';
+SELECT;

an estimator gives the same for ever | regress:catalog
-LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
-COMMENT ON FUNCTION objectid_internal_sel(internal, oid, internal, integer) IS
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+COMMENT ON FUNCTION objectid_internal_sel(internal, oid, internal, integer) IS

src/sql/11_objectid_io.sql

ids are stored at multiples of four | regress:catalog
-ALIGNMENT = char,
+ALIGNMENT = int4,

ids cannot be written in binary | regress:catalog
-SEND = objectid_send,
-INTERNALLENGTH = 12,
+INTERNALLENGTH = 12,

the input function is called with NULL | regress:catalog
-CREATE FUNCTION objectid_in(cstring) RETURNS objectid
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION objectid_in(cstring) RETURNS objectid
+LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME';

src/sql/12_objectid_ops.sql

parallel min() gives the largest result | regress:catalog
-SFUNC = objectid_smaller, STYPE = objectid, COMBINEFUNC = objectid_smaller,
+SFUNC = objectid_smaller, STYPE = objectid, COMBINEFUNC = objectid_larger,

equality has no hash joins | regress:catalog
-HASHES,
-MERGES
+MERGES

policies keep a comparison from indexes | regress:catalog
-CREATE FUNCTION objectid_lt(objectid, objectid) RETURNS boolean
-LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION objectid_lt(objectid, objectid) RETURNS boolean
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

src/sql/13_objectid_gist.sql

<= and >= have each other's strategies | regress:objectid_gist
-OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, OPERATOR 6 <>,
+OPERATOR 1 <, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 >, OPERATOR 6 <>,

no constraint can exclude different ids | regress:objectid_gist
-OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, OPERATOR 6 <>,
+OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,

indexes alone do not answer | regress:objectid_gist
-FUNCTION 9 objectid_gist_fetch(internal),
-FUNCTION 11 objectid_gist_sortsupport(internal),
+FUNCTION 11 objectid_gist_sortsupport(internal),

src/sql/14_objectid_gin.sql

< and <= have each other's strategies | regress:objectid_gin
-OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
+OPERATOR 1 <=, OPERATOR 2 <, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,

a support function keeps queries from running in parallel | regress:catalog
-CREATE FUNCTION objectid_gin_compare_partial(objectid, objectid, smallint, internal) RETURNS integer
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION objectid_gin_compare_partial(objectid, objectid, smallint, internal) RETURNS integer
+LANGUAGE c IMMUTABLE STRICT AS 'MODULE_PATHNAME';

no support function compares what begins at a bound | regress:objectid_gin
-FUNCTION 4 objectid_gin_consistent(internal, smallint, objectid, integer, internal, internal),
-FUNCTION 5 objectid_gin_compare_partial(objectid, objectid, smallint, internal);
+FUNCTION 4 objectid_gin_consistent(internal, smallint, objectid, integer, internal, internal);

src/sql/15_objectid_time.sql

bounds of ids cannot stand in indexes | regress:catalog
-CREATE FUNCTION objectid_min(timestamptz) RETURNS objectid
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION objectid_min(timestamptz) RETURNS objectid
+LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

policies keep the time of an id from indexes | regress:catalog
-CREATE FUNCTION objectid_timestamp(objectid) RETURNS timestamptz
-LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION objectid_timestamp(objectid) RETURNS timestamptz
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

the largest id of NULL is made | regress:catalog
-CREATE FUNCTION objectid_max(timestamptz) RETURNS objectid
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION objectid_max(timestamptz) RETURNS objectid
+LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME';

src/sql/16_objectid_casts.sql

bytea is assigned to objectid without a cast | regress:catalog
-CREATE CAST (bytea AS objectid) WITH FUNCTION bytea_objectid(bytea);
+CREATE CAST (bytea AS objectid) WITH FUNCTION bytea_objectid(bytea) AS ASSIGNMENT;

text is an id wherever one is due | regress:catalog
-CREATE CAST (text AS objectid) WITH INOUT AS ASSIGNMENT;
+CREATE CAST (text AS objectid) WITH INOUT AS IMPLICIT;

policies allow a cast that raises errors | regress:catalog
-CREATE FUNCTION uuid_objectid(uuid) RETURNS objectid
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION uuid_objectid(uuid) RETURNS objectid
+LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';

src/sql/17_reservation.sql

nextval() by a role with USAGE moves the reservation | tap:reservation
-CREATE SEQUENCE objectid_reservation INCREMENT 9223372036854775807;
+CREATE SEQUENCE objectid_reservation;

src/sql/18_ejson.sql

without a driver there is no document | regress:ejson
-LANGUAGE c IMMUTABLE PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME';
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME';

fields are taken for a thousand | regress:catalog
-LANGUAGE c IMMUTABLE PARALLEL SAFE COST 20 ROWS 50 AS 'MODULE_PATHNAME';
+LANGUAGE c IMMUTABLE PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME';

fields of a constant are listed at each execution | regress:catalog
-LANGUAGE c IMMUTABLE PARALLEL SAFE COST 20 ROWS 50 AS 'MODULE_PATHNAME';
+LANGUAGE c STABLE PARALLEL SAFE COST 20 ROWS 50 AS 'MODULE_PATHNAME';

src/sql/19_objectid_generate.sql

one id for all rows | regress:catalog
-CREATE FUNCTION gen_objectid() RETURNS objectid
-LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION gen_objectid() RETURNS objectid
+LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

back-filling is called with NULL | regress:catalog
-LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'gen_objectid_at';
+LANGUAGE c VOLATILE PARALLEL SAFE AS 'MODULE_PATHNAME', 'gen_objectid_at';

plans keep where the generators were | regress:catalog
-LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

src/sql/21_uuid.sql

uuid_v6 of a time is version 7 | regress:uuid_generate
-LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v6_at';
+LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v7_at';

one UUID of a time for all rows | regress:catalog
-LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v7_at';
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v7_at';

the server estimates a test of the version | regress:time_selectivity
-SUPPORT objectid_internal_time_support
-AS 'MODULE_PATHNAME';
-COMMENT ON FUNCTION uuid_is_v7(uuid) IS 'does the UUID have the RFC 9562 variant and version 7?';
+AS 'MODULE_PATHNAME';
+COMMENT ON FUNCTION uuid_is_v7(uuid) IS 'does the UUID have the RFC 9562 variant and version 7?';

src/sql/22_uuid_time.sql

policies keep the time of a UUID from indexes | regress:catalog
-CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz
-LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

the smallest UUID of a time cannot stand in indexes | regress:catalog
-CREATE FUNCTION uuid_v6_min(timestamptz) RETURNS uuid
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION uuid_v6_min(timestamptz) RETURNS uuid
+LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

the time of NULL is read | regress:catalog
-CREATE FUNCTION uuid_v1_timestamp(uuid) RETURNS timestamptz
-LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION uuid_v1_timestamp(uuid) RETURNS timestamptz
+LANGUAGE c IMMUTABLE LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';

src/sql/31_time_predicates.sql

a range in a join is estimated by the server | regress:time_selectivity
-COMMUTATOR = >, NEGATOR = >=, RESTRICT = objectid_internal_sel, JOIN = objectid_internal_joinsel
-);
-COMMENT ON OPERATOR < (objectid, timestamptz) IS 'less than, by the time of the id';
+COMMUTATOR = >, NEGATOR = >=, RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel
+);
+COMMENT ON OPERATOR < (objectid, timestamptz) IS 'less than, by the time of the id';

a comparison of uuids is estimated by the server | regress:time_selectivity
-COMMUTATOR = >, NEGATOR = >=, RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel
-);
-COMMENT ON OPERATOR < (uuid, timestamptz) IS 'less than, by the time of a UUID of version 7';
+COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
+);
+COMMENT ON OPERATOR < (uuid, timestamptz) IS 'less than, by the time of a UUID of version 7';

the family has a wrong strategy | regress:time_plans
-OPERATOR 4 >= (objectid, timestamptz),
+OPERATOR 5 >= (objectid, timestamptz),

index conditions lack a support function | regress:time_plans
-SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
-COMMENT ON FUNCTION uuid_v7_within(uuid, tstzrange) IS
+AS 'MODULE_PATHNAME';
+COMMENT ON FUNCTION uuid_v7_within(uuid, tstzrange) IS

src/sql/41_uuid_draft01.sql

version 7 has microseconds unless said otherwise | regress:surface
-CREATE FUNCTION uuid_v7_draft01("precision" text DEFAULT 'ms') RETURNS uuid
+CREATE FUNCTION uuid_v7_draft01("precision" text DEFAULT 'us') RETURNS uuid

version 8 has 60 bits of time unless said otherwise | regress:uuid_draft01
-CREATE FUNCTION uuid_v8_draft01(timestamp_bits integer DEFAULT 48) RETURNS uuid
+CREATE FUNCTION uuid_v8_draft01(timestamp_bits integer DEFAULT 60) RETURNS uuid

policies allow an error about the number of bits | regress:catalog
-CREATE FUNCTION uuid_v8_draft01_timestamp(uuid, timestamp_bits integer) RETURNS timestamptz
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+CREATE FUNCTION uuid_v8_draft01_timestamp(uuid, timestamp_bits integer) RETURNS timestamptz
+LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';

src/sql/51_counters.sql

counters are not dumped | tap:counters
-SELECT pg_catalog.pg_extension_config_dump('objectid_counter'::regclass, ''::text);
+SELECT;

PUBLIC may drop counters | regress:counters
-counter_next(text), counter_drop(text) FROM PUBLIC;
+counter_next(text) FROM PUBLIC;

the owner of the database cannot pass counters on | tap:trusted
-TO %1$s WITH GRANT OPTION;', grantee);
+TO %1$s;', grantee);

src/sql/52_digits.sql

the cost of a permutation is forgotten | regress:catalog
-CREATE FUNCTION permute_digits(number bigint, digits integer, key bytea) RETURNS bigint
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME';
+CREATE FUNCTION permute_digits(number bigint, digits integer, key bytea) RETURNS bigint
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

one random number for all rows | regress:catalog
-LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
+LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';

a permuted number is permuted again | regress:digits
-CREATE FUNCTION unpermute_digits(number bigint, digits integer, key bytea) RETURNS bigint
-LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME';
+CREATE FUNCTION unpermute_digits(number bigint, digits integer, key bytea) RETURNS bigint
+LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'permute_digits';

src/sql/60_printed_statements.sql

a NOINHERIT superuser gets statements | tap:partition_statements
-(SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'MEMBER')))
+(SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'USAGE')))

members of the owner get statements | tap:conversion_statements
-WHERE oid = ANY (tables) AND pg_get_userbyid(relowner) <> current_user
+WHERE oid = ANY (tables) AND NOT pg_has_role(relowner, 'USAGE')

the schema of the type has any owner | tap:conversion_statements
-WHERE oid = (SELECT typnamespace FROM pg_type WHERE oid = id_type)
-OR oid IN (SELECT relnamespace FROM pg_class WHERE oid = ANY (tables))
+WHERE oid IN (SELECT relnamespace FROM pg_class WHERE oid = ANY (tables))

public is pg_database_owner's | regress:conversion_statements
-SELECT tableoid, oid, CASE nspowner WHEN 'pg_database_owner'::regrole
+SELECT tableoid, oid, CASE nspowner WHEN 0

src/sql/61_conversion_statements.sql

foreign tables are converted | regress:conversion_statements
-IF relation.relkind NOT IN ('r', 'p') THEN
+IF relation.relkind NOT IN ('r', 'p', 'f') THEN

indexes of another collation stay | regress:conversion_statements
-AND (NOT opcdefault OR collation_id <> attcollation)
+AND NOT opcdefault

triggers on replicas become others | regress:conversion_statements
-WHERE tgconstraint = o.oid AND tgenabled <> 'O')
+WHERE tgconstraint = o.oid AND tgenabled = 'D')

a partition's default is cast | regress:conversion_statements
-(1, false, CASE WHEN relhassubclass OR atthasdef THEN 'DROP DEFAULT' END),
+(1, false, CASE WHEN atthasdef THEN 'DROP DEFAULT' END),

NOT NULL of a domain is lost | regress:conversion_statements
-(3, false, CASE WHEN c.not_null AND NOT attnotnull THEN 'SET NOT NULL' END),
+(3, false, NULL),

compression pglz is lost | regress:conversion_statements
-CASE attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' END END)
+CASE attcompression WHEN 'l' THEN 'lz4' END END)

statistics target 0 is lost | regress:conversion_statements
-WHERE stxstattarget >= 0
+WHERE stxstattarget > 0

comments of foreign keys are lost | regress:conversion_statements
-WHERE o.oid = ANY (foreign_keys) AND description IS NOT NULL
+WHERE o.oid = ANY (foreign_keys) AND description IS NULL

foreign keys are made by OID | regress:conversion_statements
-ORDER BY (SELECT min(tgname::text COLLATE "C") FROM pg_trigger WHERE tgconstraint = o.oid),
-o.oid;
+ORDER BY o.oid;

FORCE of other tables hides rows | tap:conversion_statements
-WHERE relforcerowsecurity AND oid IN (SELECT unnest(ARRAY[conrelid, confrelid])
+WHERE relforcerowsecurity AND oid IN (SELECT unnest(ARRAY[conrelid])

a constraint's name is not quoted | regress:conversion_statements
-SELECT format('COMMENT ON CONSTRAINT %I ON %s.%I IS %L;',
+SELECT format('COMMENT ON CONSTRAINT %s ON %s.%I IS %L;',

functions over the row stay | regress:conversion_statements
-AND (relkind IN ('i', 'I', 'p') OR prosqlbody IS NOT NULL OR proargdefaults IS NOT NULL
+AND (relkind IN ('i', 'I', 'p') OR proargdefaults IS NOT NULL

domains over the row stay | regress:conversion_statements
-OR typdefaultbin IS NOT NULL
+OR false

src/sql/71_follow.sql

the resolved time stands still in a statement | regress:catalog
-LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';
+LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';

rows after a number need the column of the key | regress:follow
-"table" anyelement, after bigint, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
-RETURNS SETOF anyelement
-LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after
+"table" anyelement, after bigint, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
+RETURNS SETOF anyelement
+LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after

rows after a UUID are planned as a thousand | regress:follow
-"table" anyelement, after uuid, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
-RETURNS SETOF anyelement
-LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after
+"table" anyelement, after uuid, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
+RETURNS SETOF anyelement
+LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100

src/sql/72_partition_statements.sql

keep may lead into the future | regress:partition_statements
-ELSIF (isfinite(keep) AND keep >= interval '0' AND "now" - keep <= "now") IS FALSE THEN
+ELSIF (isfinite(keep) AND keep >= interval '0') IS FALSE THEN

10001 periods may be ahead | regress:partition_statements
-ELSIF ahead NOT BETWEEN 0 AND 10000 THEN
+ELSIF ahead NOT BETWEEN 0 AND 10001 THEN

long tables get other partitions | regress:partition_statements
-left(prefix, max(n)), '_', right(to_hex(hashtextextended(relation.relname, 0)), 8), '_')
+left(prefix, max(n)), '_', right(to_hex(hashtextextended(relation.relname, 1)), 8), '_')

names are cut shorter | regress:partition_statements
-FROM generate_series(1, 41) AS n WHERE octet_length(left(prefix, n)) <= 41;
+FROM generate_series(1, 41) AS n WHERE octet_length(left(prefix, n)) <= 40;

partitions have statistics objects | regress:partition_statements
-'(LIKE %3$s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING STATISTICS)%4$s; '
+'(LIKE %3$s INCLUDING ALL EXCLUDING IDENTITY)%4$s; '

without keep there are no gaps | regress:partition_statements
-WHERE p.upper < next AND p.upper < bounds[1] AND (next <= keep_bound) IS NOT TRUE
+WHERE p.upper < next AND p.upper < bounds[1] AND next > keep_bound

what ends at keep stays | regress:partition_statements
-WHERE upper <= keep_bound
+WHERE upper < keep_bound

others' partitions are dropped | regress:partition_statements
-WHEN relowner <> relation.relowner
+WHEN relowner = 0

moved partitions are dropped | regress:partition_statements
-WHEN relnamespace <> relation.relnamespace
+WHEN relnamespace = 0

partitioned ones are dropped | regress:partition_statements
-WHEN relkind = 'p' THEN 'It is partitioned itself.'
+WHEN relkind = 't' THEN 'It is partitioned itself.'

no detach is finalized | regress:partition_statements
-CASE WHEN partition.inhdetachpending THEN ' FINALIZE'
+CASE WHEN partition.inhdetachpending IS NULL THEN ' FINALIZE'

views count as detached | regress:partition_statements
-AND relkind = 'r' AND NOT relispartition AND starts_with(relname, prefix)
+AND NOT relispartition AND starts_with(relname, prefix)

tables without the key are detached | regress:partition_statements
-WHERE a.attrelid = c.oid AND key.attrelid = "table" AND attname = id_column)
+WHERE a.attrelid = c.oid AND key.attrelid = "table")

times depend on DateStyle | regress:partition_statements
-SET standard_conforming_strings = on SET DateStyle = ISO AS $$
+SET standard_conforming_strings = on AS $$

src/sql/91_server_version.sql

preloaded servers are warned, too | tap:preload
-WHERE pg_catalog.starts_with(name, 'objectid '))
+WHERE pg_catalog.starts_with(name, 'objectid generators of'))

the warning is a notice | tap:preload
-RAISE WARNING 'ids ascend within each session only'
+RAISE NOTICE 'ids ascend within each session only'
