# Every block of code in doc/clients.md is part of a program of test/clients, and every recipe is linked and used by one.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use FindBin;
use PostgreSQL::Test::Utils;
use Test::More;

my $top = "$FindBin::RealBin/../..";
my $document = slurp_file("$top/doc/clients.md");
my %language_of =
  (cpp => 'cpp', py => 'python', js => 'js', java => 'java', sql => 'sql', go => 'go', rb => 'ruby', php => 'php', pl => 'perl', rs => 'rust');

# What is indented in a program is not in the document.
my %recipe;
my $programs = slurp_file("$top/test/clients/run");
foreach my $file (glob "$top/test/clients/*.* $top/test/clients/*/*.* $top/test/clients/*/*/*.*")
{
	my ($name, $extension) = $file =~ m{test/clients/(.+)\.(\w+)$};
	next unless $language_of{$extension};
	my $program = slurp_file($file);
	$programs .= $program;
	while ($program =~ m{^([ \t]*)(?:#|//|--) recipe: (\w+)\n(.*?)^[ \t]*(?:#|//|--) recipe: end$}gms)
	{
		my ($indent, $part, $text) = ($1, $2, $3);
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

my %linked = map { $_ => 1 } $document =~ m{\]\(clients/([^)]+)\)}g;
my @files = map { m{([^/]+)$} } glob "$top/doc/clients/*";
is_deeply([ sort keys %linked ], [ sort @files ], 'every file of doc/clients is linked, and every link leads to one');
foreach my $file (@files)
{
	my $name = $file =~ s/\.(py|rb|rs|go|hpp)$//r;
	like($programs, qr/\b\Q$name\E\b/, "$file is used by a program of test/clients");
}

done_testing();
