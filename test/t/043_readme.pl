# The examples of the README.
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

$node->stop;
done_testing();
