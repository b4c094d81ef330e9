// Preloaded into the programs by budgets.py: the time of day is always the same. Monotonic clocks run.
//
// The moment is in the future, because a deadline that is computed from it must not have passed already.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { moment = 2130926400 };  // 2037-07-11 12:00:00 UTC

int clock_gettime(clockid_t clock, struct timespec *result) {
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        *result = (struct timespec){.tv_sec = moment};
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, result);
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    *result = (struct timeval){.tv_sec = moment};
    return 0;
}

time_t time(time_t *result) {
    if (result) *result = moment;
    return moment;
}
