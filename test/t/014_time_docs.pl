# The examples of the guides to time, but for those that need an extension of others (012, 013).
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

doc_examples::check($node, 'doc/query-by-time.md');
doc_examples::check($node, 'doc/partition-by-time.md', except => qr/^(pg_partman|Spread)/);

$node->stop;
done_testing();
