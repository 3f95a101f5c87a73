# What pg_dump writes, for tests that compare databases.
# SPDX-License-Identifier: PostgreSQL
package dumps;

use strict;
use warnings;

use PostgreSQL::Test::Utils;

# The plain dump of a database, without the random key that newer versions of pg_dump put into each
# dump. The file stays in the node's basedir as DATABASE.dump.
sub dump_of
{
	my ($node, $database) = @_;
	my $file = $node->basedir . "/$database.dump";
	$node->command_ok([ 'pg_dump', '-f', $file, $database ], "pg_dump of $database");
	return join '', grep { !/^\\(un)?restrict / } split /^/, slurp_file($file);
}

1;
