# The examples of README and guides, except those of the reference (040) and those that need another extension (012, 013),
# another client (042) or the real data (041).
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../lib";

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use doc_examples;

my $node = PostgreSQL::Test::Cluster->new('docs');
$node->init;
$node->start;

doc_examples::check($node, 'README.md', database => 'readme');
doc_examples::check($node, 'doc/counters.md');
doc_examples::check($node, 'doc/follow.md');
doc_examples::check($node, 'doc/partition-by-time.md', except => qr/^(pg_partman|Spread)/);
doc_examples::check($node, 'doc/query-by-time.md');
doc_examples::check($node, 'doc/recipes.md');
doc_examples::check($node, 'doc/uuid.md');

$node->stop;
done_testing();
