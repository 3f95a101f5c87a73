# Runs the SQL of a document and compares what it prints with what the document shows.
# SPDX-License-Identifier: PostgreSQL
#
#     use doc_examples;
#
#     doc_examples::check($node, 'doc/query-by-time.md');
#
# Each block is one test. $node is a running PostgreSQL::Test::Cluster. All blocks run in one
# session of psql, in the time zone UTC, in a database that is made unless it exists. The extension
# exists, unless the document creates it. Options, after the name:
#
#     section => qr/^pg_partman/    only the text under matching headings, and before the first. One
#                                   of the third level is "Second level: third level"
#     replace => { 'text of the document' => 'what to run or to expect instead', ... }
#     database => 'app'             the name of the database, if the document cares
#
# In the document:
#
#     ```sql              runs; psql's own commands (\gexec) are fine
#     ```                 directly after it, without a language or as ```text: what psql prints,
#                         line by line. A line that says only ... stands for any number of them
#
# A block without output may print anything except an ERROR. A block that is meant to fail shows its
# error. Command tags (INSERT 0 1) and footers ((1 row)) are not printed, and blanks at the end of a
# line do not count. Comments before a block, which readers do not see, change how it is run:
#
#     <!-- test: skip, and a reason -->    shown, not run
#     <!-- test: database shard1 -->       runs in that database, which is created on first use, in
#                                          a session of its own
#
# A block inside a comment is run like any other: <!-- test: run, then the ```sql block, then -->.
package doc_examples;

use strict;
use warnings;

use File::Basename qw(dirname);
use IPC::Run ();
use PostgreSQL::Test::Utils;
use Test::More;

# What matters of a document: a block; a comment that says how to run the next one; a heading; any
# other line with words, since a block's output does not stand below one. "-->" may end a comment
# around a block and is no such line; a fence is one that nothing closes.
my $piece = qr{^(?:
	[ ]*(?<fence>```+)(?<language>\w*)[ ]*\n(?<text>.*?)^[ ]*\k{fence}
	| <!--\s*test:\s*(?<how>skip|run|database[ ](?<database>\w+))
	| \#\#[ ]+(?<section>\N*)
	| \#\#\#[ ]+(?<subsection>\N*)
	| (?<words>(?!-->)[^\n\S]*(?:```|\S))
)\N*\n}smx;

# The blocks of a document: { line, section, sql }, with output, how and database where it says so.
sub blocks
{
	my ($file) = @_;
	my $document = slurp_file(dirname(__FILE__) . "/../../$file");
	# A comment counts for the next block. Output belongs to the block of SQL right before it.
	my ($section, %comment, $shown_by, @blocks);
	while ($document =~ /$piece/g)
	{
		my %is = %+;
		if ($is{how})
		{
			%comment = (how => $is{how});
			$comment{database} = $is{database} if $is{database};
		}
		elsif (!$is{fence})
		{
			die "$file: a block does not end" if ($is{words} // '') =~ /```/;
			$section = $is{section} // $section;
			$section =~ s/(: .*)?$/: $is{subsection}/ if defined $is{subsection};
			undef $shown_by;
		}
		elsif ($is{language} eq 'sql' && ($comment{how} // '') ne 'skip')
		{
			my $before = substr($document, 0, $-[0]);
			my $line = 1 + ($before =~ tr/\n//);
			$shown_by = { line => $line, section => $section, sql => $is{text}, %comment };
			push @blocks, $shown_by;
		}
		elsif ($shown_by && $is{language} =~ /^(text)?$/)
		{
			$shown_by->{output} = $is{text};
			undef $shown_by;
		}
		%comment = () if $is{fence};
	}
	return @blocks;
}

sub check
{
	my ($node, $file, %option) = @_;
	my $chosen = $option{section} // qr//;
	my @blocks = grep { !defined $_->{section} || $_->{section} =~ /$chosen/ } blocks($file);
	my $replace = sub {
		my ($text) = @_;
		$text =~ s/\Q$_\E/$option{replace}{$_}/g for sort keys %{ $option{replace} // {} };
		return $text;
	};

	my $database = $option{database} // 'doc_' . $file =~ s/\W/_/gr;
	my %sql_of = ($database => '');
	for my $block (@blocks)
	{
		$block->{database} //= $database;
		$sql_of{ $block->{database} } .= $block->{sql};
	}
	for my $name (sort keys %sql_of)
	{
		$node->safe_psql('postgres', "
SELECT 'CREATE DATABASE $name' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '$name')
	\\gexec");
		next if $sql_of{$name} =~
		  /CREATE EXTENSION (IF NOT EXISTS )?objectid(\b|_migration CASCADE)/i;
		$node->safe_psql($name, 'CREATE EXTENSION IF NOT EXISTS objectid');
	}

	# Print a marker before the output of each block. Another database means another session.
	my $marker = '=== doc_examples: block ';
	my ($script, $current) = ('', $database);
	for my $block (@blocks)
	{
		$script .= "\\connect $block->{database}\n" if $block->{database} ne $current;
		$script .= "\\echo '$marker$block->{line}'\n" . $replace->($block->{sql});
		$current = $block->{database};
	}
	my $printed = '';
	{
		local @ENV{qw(PGTZ PGDATESTYLE PGOPTIONS PGCLIENTENCODING)} =
		  ('UTC', 'ISO, YMD', '', 'UTF8');
		my @psql = ('psql', '-X', '-q', '-P', 'footer=off', '-d', $node->connstr($database));
		IPC::Run::run(\@psql, '<', \$script, '>&', \$printed);
	}
	my %printed = $printed =~ /^\Q$marker\E(\d+)\n(.*?)(?=^\Q$marker\E|\z)/gms;

	for my $block (@blocks)
	{
		my $name = "$file, line $block->{line}";
		my $got = $printed{ $block->{line} };
		if (!defined $got)
		{
			fail("$name: was not reached");
			diag $printed;
		}
		elsif (defined $block->{output})
		{
			like_shown($got, $replace->($block->{output}), $name);
		}
		else
		{
			unlike($got, qr/^(psql: |ERROR|FATAL|PANIC)/m, "$name: no error");
		}
	}
	return;
}

# Compares line by line, ignoring blanks at the ends and what ... stands for.
sub like_shown
{
	my ($got, $shown, $name) = @_;
	for ($got, $shown)
	{
		s/[ \t]+$//gm;
		s/\n+\z/\n/;
	}
	my $pattern = '';
	for my $line (split /\n/, $shown)
	{
		$pattern .= $line =~ /^\s*\.\.\.\s*$/ ? '(?:.*\n)*?' : quotemeta($line) . '\n';
	}
	return pass($name) if $got =~ /\A$pattern\z/;
	return is($got, $shown, $name);
}

1;
