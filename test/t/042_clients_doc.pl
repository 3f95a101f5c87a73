# Every block of code in the recipes is part of a program that test/clients/run runs.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use FindBin;
use PostgreSQL::Test::Utils;
use Test::More;

my $top = "$FindBin::RealBin/../..";
my $document = slurp_file("$top/doc/clients.md");
my %language_of = (cpp => 'cpp', py => 'python', js => 'js', java => 'java', sql => 'sql');

# What is indented in a program is not in the document.
my %recipe;
foreach my $file (glob "$top/test/clients/*.*")
{
	my ($name, $extension) = $file =~ m{([^/]+)\.(\w+)$};
	next unless $language_of{$extension};
	my $program = slurp_file($file);
	while ($program =~ m{^([ \t]*)(?:#|//|--) recipe: (\w+)\n(.*?)^[ \t]*(?:#|//|--) recipe: end$}gms)
	{
		my ($indent, $part, $text) = ($1, $2, $3);
		next if $part eq 'end';
		$text =~ s/^$indent//gm;
		$text =~ s/\n+\z/\n/;
		$recipe{"$language_of{$extension}\n$text"} = "$name.$extension, $part";
	}
}

my %shown;
while ($document =~ m{^```(\w+)\n(.*?)^```$}gms)
{
	my ($language, $text) = ($1, $2);
	next if $language eq 'text';
	my $line = 1 + substr($document, 0, $-[0]) =~ tr/\n//;
	my $found = $recipe{"$language\n$text"};
	ok($found, "doc/clients.md, line $line: " . ($found // 'is in no program of test/clients'));
	$shown{$found} = 1 if $found;
}
is_deeply([ sort grep { !$shown{$_} } values %recipe ], [], 'every recipe is shown');

done_testing();
