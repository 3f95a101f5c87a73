# Counts what prove ran: prove --harness counting. The last line is "N passed, N failed", and
# ", N skipped" if something was; above it stand what was skipped and what failed.
# SPDX-License-Identifier: PostgreSQL
#
# Started by another prove (OBJECTID_NESTED), it passes each test on to that one instead, and
# reports to stderr.
package counting;

use strict;
use warnings;
use parent 'TAP::Harness';

my $nested = $ENV{OBJECTID_NESTED};
my ($passed, @failed, @skipped) = (0);
STDOUT->autoflush;

local $^F = 99;    # stays open in the tests
open(my $errors, '>&', \*STDERR) or die;

sub new
{
	my ($class, $args) = @_;
	$args->{stdout} = \*STDERR if $nested;
	my $self = $class->SUPER::new($args);
	# A prove that reads a test's stderr waits for that test's next line and reads no other test's.
	# So it is told that stdout has both (merge), and a shell sends stderr past it, to our own.
	$self->callback(
		parser_args => sub {
			my ($parser) = @_;
			$parser->{merge} = 1;
			unshift @{ $parser->{exec} }, 'sh', '-c', 'exec "$@" 2>&' . fileno $errors, 'sh';
		});
	$self->callback(
		made_parser => sub {
			my ($parser, $job) = @_;
			my ($name) = $job->[0] =~ m{([^/]+?)(?:\.pl)?$};
			$parser->callback(test => sub { count($name, @_) });
		});
	return $self;
}

sub count
{
	my ($file, $test) = @_;
	my $name = "$file: " . ($test->description =~ s/^- //r);
	my $skipped = $test->has_skip || $test->has_todo;
	my $why = $test->explanation || 'no reason given';
	if ($skipped)
	{
		push @skipped, "$file ($why)";
	}
	elsif ($test->is_ok)
	{
		$passed++;
	}
	else
	{
		push @failed, $name;
	}
	if ($nested)
	{
		my $result = $test->is_ok ? 'ok' : 'not ok';
		my $escaped = $name =~ s/#/\\#/gr;
		my $directive = $skipped ? " # skip $why" : '';
		print "$result - $escaped$directive\n";
	}
	return;
}

sub summary
{
	my ($self, $aggregate, @rest) = @_;
	$self->SUPER::summary($aggregate, @rest);
	for my $file ($aggregate->descriptions)
	{
		my ($parser) = $aggregate->parsers($file);
		my $name = $file =~ s{.*/}{}r;
		if (my $why = $parser->skip_all)
		{
			push @skipped, "$name ($why)";
			print "ok - $name # SKIP $why\n" if $nested;
		}
		elsif ($parser->has_problems && !$parser->failed)
		{
			# ended badly, or tested nothing, though no test failed
			push @failed, "$name: status " . $parser->exit;
			print "not ok - $failed[-1]\n" if $nested;
		}
	}
	my $counted = $passed + @failed + @skipped;
	if ($nested)
	{
		print "1..$counted\n";
		return;
	}
	push @failed, 'nothing was tested' if $counted == 0;
	print map { "skipped: $_\n" } with_counts(@skipped);
	print "Logs: $ENV{OBJECTID_LOGS}\n" if @failed and $ENV{OBJECTID_LOGS};
	print map { "failed: $_\n" } @failed;
	print "$passed passed, ", scalar @failed, ' failed';
	print ', ', scalar @skipped, ' skipped' if @skipped;
	print "\n";
	exit(@failed ? 1 : 0);
}

# Each text once, sorted, with how often it came.
sub with_counts
{
	my %times;
	$times{$_}++ for @_;
	return map { $times{$_} > 1 ? "$_, $times{$_} times" : $_ } sort keys %times;
}

1;
