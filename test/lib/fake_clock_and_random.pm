# Servers whose clock and random source a test sets, by a library between them and libc.
# SPDX-License-Identifier: PostgreSQL
#
#     fake_clock_and_random::build() or plan skip_all => 'no C compiler';
#     my $node = start_server('main');
#     $node->set_clock(-60);
package fake_clock_and_random;

use strict;
use warnings;
use parent 'PostgreSQL::Test::Cluster';

use IPC::Run;
# No more: the others would hide methods of the parent that have their names.
use PostgreSQL::Test::Utils qw(append_to_file);
use test_server ();

# What a server reads, in files of its folder, each of one line or missing:
#   clock         SECONDS: by how much the clock of ids is off
#   server_clock  SECONDS [RATE SINCE]: by how much all clocks are off, perhaps with a fraction,
#                 which run RATE times as fast since the Unix second SINCE; "SECONDS 0 0" stops them
#                 at this Unix second
#   random        fails, or zeros: what the random source does
#   hmac          fails, or forgets: what HMAC does, with "forgets" that it takes no key for an
#                 empty one, as the server's own does, not for the last one
my $code = <<'EOC';
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static void
read_setting(const char *name, char *setting, int size)
{
	char path[1024];
	snprintf(path, sizeof(path), "%s/%s", getenv("OBJECTID_TEST_FAKES"), name);
	FILE *file = fopen(path, "r");
	if (!file || !fgets(setting, size, file))
		*setting = 0;
	if (file)
		fclose(file);
}

/* Adds what the file says to a time of the real clock. */
static void
set_clock_of_server(long long *s, long *us)
{
	char setting[64];
	read_setting("server_clock", setting, sizeof(setting));
	double off_by = 0;
	long long rate = 1, begin = 0;
	sscanf(setting, "%lf %lld %lld", &off_by, &rate, &begin);
	long long off_by_us = (long long) (off_by * 1000000);
	long long false_us = begin * 1000000 + off_by_us + ((*s - begin) * 1000000 + *us) * rate;
	*s = false_us / 1000000;
	*us = false_us % 1000000;
}

int
gettimeofday(struct timeval *now, void *zone)
{
	int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
	int result = real(now, zone);
	long long s = now->tv_sec;
	long us = now->tv_usec;
	set_clock_of_server(&s, &us);
	now->tv_sec = s;
	now->tv_usec = us;
	return result;
}

time_t
time(time_t *to)
{
	struct timeval now;
	gettimeofday(&now, NULL);
	if (to)
		*to = now.tv_sec;
	return now.tv_sec;
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
	int result = real(clock, now);
	if (clock == CLOCK_REALTIME)
	{
		long long s = now->tv_sec;
		long us = now->tv_nsec / 1000;
		set_clock_of_server(&s, &us);
		now->tv_sec = s;
		now->tv_nsec = us * 1000 + now->tv_nsec % 1000;
		char off_by[64];
		read_setting("clock", off_by, sizeof(off_by));
		now->tv_sec += atoll(off_by);
	}
	return result;
}

int
RAND_bytes(unsigned char *bytes, int count)
{
	int (*real)(unsigned char *, int) = dlsym(RTLD_NEXT, "RAND_bytes");
	char mode[64];
	read_setting("random", mode, sizeof(mode));
	if (strncmp(mode, "fails", 5) == 0)
		return 0;
	if (strncmp(mode, "zeros", 5) == 0)
	{
		memset(bytes, 0, count);
		return 1;
	}
	return real(bytes, count);
}

int
HMAC_Init_ex(void *context, const void *key, int size, const void *hash, void *engine)
{
	int (*real)(void *, const void *, int, const void *, void *) = dlsym(RTLD_NEXT, "HMAC_Init_ex");
	char mode[64];
	read_setting("hmac", mode, sizeof(mode));
	return real(context, key || strncmp(mode, "forgets", 7) != 0 ? key : "", size, hash, engine);
}

int
HMAC_Final(void *context, unsigned char *result, unsigned int *size)
{
	int (*real)(void *, unsigned char *, unsigned int *) = dlsym(RTLD_NEXT, "HMAC_Final");
	char mode[64];
	read_setting("hmac", mode, sizeof(mode));
	return strncmp(mode, "fails", 5) == 0 ? 0 : real(context, result, size);
}
EOC

my $library;

# Servers that start_server() makes are such from now on. False without a C compiler.
sub build
{
	my $dir = PostgreSQL::Test::Utils::tempdir();
	append_to_file("$dir/fakes.c", $code);
	my $output = '';
	# -nostdlib: it takes the libc of the program, so that it fits a server with musl, too.
	my @compile = ('cc', '-shared', '-fPIC', '-nostdlib', '-o', "$dir/fakes.so", "$dir/fakes.c");
	eval { IPC::Run::run(\@compile, '>&', \$output) } or return 0;
	$library = "$dir/fakes.so";
	$test_server::class = 'fake_clock_and_random';
	return 1;
}

# The folder of the settings.
sub folder
{
	my ($self) = @_;
	my $folder = $self->basedir . '/fakes';
	mkdir $folder;
	return $folder;
}

sub start
{
	my ($self, @options) = @_;
	local $ENV{LD_PRELOAD} = $library;
	local $ENV{OBJECTID_TEST_FAKES} = $self->folder;
	return $self->SUPER::start(@options);
}

# All clocks of the server are off by so many seconds from now on, or as the setting says.
sub set_clock
{
	my ($self, $setting) = @_;
	my $folder = $self->folder;
	append_to_file("$folder/new", $setting);
	rename "$folder/new", "$folder/server_clock" or die "cannot set the clock: $!";
	return;
}

sub start_at
{
	my ($self, $setting) = @_;
	$self->set_clock($setting);
	return $self->start;
}

1;
