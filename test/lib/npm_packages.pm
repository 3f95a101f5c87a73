# Installs a package of npm's into a folder of the test, where node, npm and a network are.
# SPDX-License-Identifier: PostgreSQL
#
#     use npm_packages;
#
#     my ($folder, $reason) = install_npm('bson');
#     skip $reason, 1 unless $folder;
#     local $ENV{NODE_PATH} = "$folder/node_modules";
package npm_packages;

use strict;
use warnings;

use Exporter qw(import);
use IPC::Run ();
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(install_npm);

# True if the command can be run and succeeds; otherwise a note says why.
sub succeeds
{
	my @command = @_;
	my $error = '';
	my $done = eval {
		IPC::Run::run(\@command, '<', '/dev/null', '>', '/dev/null', '2>', \$error,
			IPC::Run::timeout(180));
	};
	note($error || $@) unless $done;
	return $done;
}

# install_npm(PACKAGE): the folder with its node_modules; or undef, and why not.
sub install_npm
{
	my ($package) = @_;
	return (undef, 'node and npm are not installed')
	  unless succeeds('node', '--version') && succeeds('npm', '--version');

	my $folder = PostgreSQL::Test::Utils::tempdir;
	# of its own, so that a home that cannot be written to does not matter
	local $ENV{npm_config_cache} = "$folder/cache";
	# does not wait long for a network that is not there
	local $ENV{npm_config_fetch_retries} = 1;
	local $ENV{npm_config_fetch_retry_mintimeout} = 1000;
	my @options = qw(--no-save --ignore-scripts --no-audit --no-fund --loglevel=error);
	return (undef, "npm's $package package cannot be installed here")
	  unless succeeds('npm', 'install', @options, '--prefix', $folder, $package);

	my ($version) =
	  slurp_file("$folder/node_modules/$package/package.json") =~ /"version": "(.*?)"/;
	note("$package $version");
	return $folder;
}

1;
