/* The clocks of libc, OBJECTID_CLOCK_AHEAD seconds ahead: for LD_PRELOAD, by test/all */
/* SPDX-License-Identifier: PostgreSQL */
/*
 * libfaketime does not work for PostgreSQL: a signal handler that interrupts a wait sees the real
 * clock, by which no timeout has come yet.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long long
seconds_ahead(void)
{
	static long long seconds = -1;
	if (seconds < 0)
		seconds = atoll(getenv("OBJECTID_CLOCK_AHEAD"));
	return seconds;
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	static int (*real)(clockid_t, struct timespec *);
	if (!real)
		real = dlsym(RTLD_NEXT, "clock_gettime");
	int result = real(clock, now);
	if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
		now->tv_sec += seconds_ahead();
	return result;
}

int
gettimeofday(struct timeval *now, void *zone)
{
	static int (*real)(struct timeval *, void *);
	if (!real)
		real = dlsym(RTLD_NEXT, "gettimeofday");
	int result = real(now, zone);
	now->tv_sec += seconds_ahead();
	return result;
}

time_t
time(time_t *to)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (to)
		*to = now.tv_sec;
	return now.tv_sec;
}
