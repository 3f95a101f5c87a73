# What pg_dump writes, for tests that compare databases.
# SPDX-License-Identifier: PostgreSQL
package dumps;

use strict;
use warnings;

use PostgreSQL::Test::Utils;

# The plain dump of a database, which stays in DATABASE.dump of the node's basedir, but for a key that newer pg_dump draws
# for each dump.
sub dump_of
{
	my ($node, $database) = @_;
	my $file = $node->basedir . "/$database.dump";
	$node->command_ok([ 'pg_dump', '-f', $file, $database ], "pg_dump of $database");
	return join '', grep { !/^\\(un)?restrict / } split /^/, slurp_file($file);
}

1;
