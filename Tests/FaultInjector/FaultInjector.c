#define _GNU_SOURCE
#include "FaultInjector.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Returns the C library's function with the same name as a function in this file, which overrides it.
#define NEXT(type, name) ((type)next(&cached_##name, #name))
#define CACHE(name) static _Atomic(void *) cached_##name

static void *next(_Atomic(void *) *cached, const char *name) {
    void *function = atomic_load(cached);
    if (!function) {
        function = dlsym(RTLD_NEXT, name);
        atomic_store(cached, function);
    }
    return function;
}

CACHE(open);
CACHE(open64);
CACHE(read);
CACHE(pread);
CACHE(pread64);
CACHE(write);
CACHE(pwrite);
CACHE(pwrite64);
CACHE(fsync);
CACHE(fdatasync);
CACHE(ftruncate);
CACHE(ftruncate64);
CACHE(rename);
CACHE(link);
CACHE(unlink);
CACHE(mkdir);
CACHE(rmdir);
CACHE(clock_gettime);

// MARK: - Settings

static const char *under;
static const char *calls;
static const char *switch_path;
static const char *count_path;
static long wanted;
static bool kills;
static bool tears;
static bool lasts;
static bool counts_answers;
static int error_number;
static const char *bad_path;
static off_t bad_place;
static atomic_long counted;
static int journal = -1;
static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;

static bool counts(const char *call) {
    size_t length = strlen(call);
    for (const char *found = calls; found && (found = strstr(found, call)); found += length) {
        bool begins = found == calls || found[-1] == ',';
        if (begins && (found[length] == ',' || found[length] == 0)) return true;
    }
    return false;
}

static bool is_under(const char *path) {
    size_t length = strlen(under);
    return strncmp(path, under, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/// Resolves an absolute path, and returns whether it is in the directory.
static bool resolve(const char *path, char *absolute) {
    if (!under || !path) return false;
    if (path[0] == '/') {
        snprintf(absolute, PATH_MAX, "%s", path);
    } else {
        char directory[PATH_MAX / 2];
        if (!getcwd(directory, sizeof directory)) return false;
        snprintf(absolute, PATH_MAX, "%s/%s", directory, path);
    }
    return is_under(absolute);
}

/// Resolves the path of an open file, and returns whether it is in the directory.
static bool resolve_descriptor(int descriptor, char *path) {
    if (!under) return false;
    char link_path[64];
    snprintf(link_path, sizeof link_path, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link_path, path, PATH_MAX - 1);
    if (length <= 0) return false;
    path[length] = 0;
    return is_under(path);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/// Returns whether this call must fail, and sets `errno` if so. If the effect is a kill, ends the program
/// instead.
static bool fails(const char *call) {
    if (!counts(call)) return false;
    if (switch_path && access(switch_path, F_OK) != 0) return false;
    long number = atomic_fetch_add(&counted, 1) + 1;
    if (wanted == 0 || number < wanted || (number > wanted && !lasts)) return false;
    if (kills) die();
    errno = error_number;
    return true;
}

static void memory_prepare(void);

__attribute__((constructor)) static void prepare(void) {
    calls = getenv("FAULT_CALLS");
    switch_path = getenv("FAULT_SWITCH");
    count_path = getenv("FAULT_COUNT");
    const char *at = getenv("FAULT_AT");
    wanted = at ? atol(at) : 0;
    lasts = getenv("FAULT_LASTS") != NULL;
    counts_answers = getenv("FAULT_ANSWERS") != NULL;
    const char *effect = getenv("FAULT_EFFECT");
    tears = effect && strcmp(effect, "tear") == 0;
    kills = tears || (effect && strcmp(effect, "kill") == 0);
    error_number = effect && !kills ? atoi(effect) : 0;
    const char *journal_path = getenv("FAULT_JOURNAL");
    if (journal_path) {
        journal = NEXT(int (*)(const char *, int, ...), open)(
            journal_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    const char *place = getenv("FAULT_BAD_AT");
    bad_place = place ? atol(place) : 0;
    memory_prepare();
    under = getenv("FAULT_UNDER");
    bad_path = getenv("FAULT_BAD_FILE");
}

__attribute__((destructor)) static void report(void) {
    if (!count_path) return;
    under = NULL;
    FILE *file = fopen(count_path, "w");
    if (!file) return;
    fprintf(file, "%ld", atomic_load(&counted));
    fclose(file);
}

// MARK: - The journal

/// Writes a journal entry: the operation, the file's number, the offset, a name, and bytes.
static void note(char what, uint64_t file, int64_t place, const char *name, const void *bytes, size_t count) {
    if (journal < 0) return;
    uint32_t name_length = name ? (uint32_t)strlen(name) : 0;
    uint32_t byte_count = (uint32_t)count;
    size_t size = 1 + 8 + 8 + 4 + 4 + name_length + count;
    char *entry = malloc(size);
    if (!entry) abort();
    char *end = entry;
    *end++ = what;
    memcpy(end, &file, 8), end += 8;
    memcpy(end, &place, 8), end += 8;
    memcpy(end, &name_length, 4), end += 4;
    memcpy(end, &byte_count, 4), end += 4;
    if (name_length) memcpy(end, name, name_length), end += name_length;
    if (count) memcpy(end, bytes, count);
    NEXT(ssize_t (*)(int, const void *, size_t), write)(journal, entry, size);
    free(entry);
}

static uint64_t file_number(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

static uint64_t file_number_at(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 ? status.st_ino : 0;
}

static void begin_journal(void) {
    if (journal >= 0) pthread_mutex_lock(&journal_lock);
}

static void end_journal(void) {
    int before = errno;
    if (journal >= 0) pthread_mutex_unlock(&journal_lock);
    errno = before;
}

// MARK: - The calls

static int open_file(int (*open_next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    char absolute[PATH_MAX];
    if (!resolve(path, absolute)) return open_next(path, flags, mode);
    if (fails("open")) return -1;
    begin_journal();
    bool was_there = journal >= 0 && access(absolute, F_OK) == 0;
    int descriptor = open_next(path, flags, mode);
    if (journal >= 0 && descriptor >= 0) {
        if (!was_there) note('c', file_number(descriptor), 0, absolute, NULL, 0);
        else if (flags & O_TRUNC) note('t', file_number(descriptor), 0, NULL, NULL, 0);
    }
    end_journal();
    return descriptor;
}

static mode_t mode_argument(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_argument(flags, arguments);
    va_end(arguments);
    return open_file(NEXT(int (*)(const char *, int, ...), open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_argument(flags, arguments);
    va_end(arguments);
    return open_file(NEXT(int (*)(const char *, int, ...), open64), path, flags, mode);
}

// Overridden because the C library creates temporary files with internal calls, which can't be overridden.
int mkstemp(char *template) {
    size_t length = strlen(template);
    if (length < 6 || strcmp(template + length - 6, "XXXXXX") != 0) {
        errno = EINVAL;
        return -1;
    }
    static atomic_uint number;
    for (int attempt = 0; attempt < 1000; attempt++) {
        char digits[16];
        snprintf(
            digits, sizeof digits, "%06x",
            ((unsigned)getpid() * 1009 + atomic_fetch_add(&number, 1)) & 0xFFFFFF);
        memcpy(template + length - 6, digits, 6);
        int descriptor = open(template, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

int mkstemp64(char *template) { return mkstemp(template); }

// MARK: - A sector that can't be read

enum { bad_size = 4096 };

/// Returns how many of the bytes at an offset of a file can be read. If there are none, returns -1 and sets
/// `errno`.
static ssize_t readable(int descriptor, size_t count, off_t place) {
    char path[PATH_MAX];
    if (!bad_path || !resolve_descriptor(descriptor, path) || strcmp(path, bad_path) != 0) return (ssize_t)count;
    if (place + (off_t)count <= bad_place || place >= bad_place + bad_size) return (ssize_t)count;
    if (place < bad_place) return (ssize_t)(bad_place - place);
    errno = EIO;
    return -1;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    ssize_t (*read_next)(int, void *, size_t) = NEXT(ssize_t (*)(int, void *, size_t), read);
    if (!bad_path) return read_next(descriptor, bytes, count);
    ssize_t length = readable(descriptor, count, lseek(descriptor, 0, SEEK_CUR));
    return length < 0 ? -1 : read_next(descriptor, bytes, (size_t)length);
}

static ssize_t read_at(
    ssize_t (*read_next)(int, void *, size_t, off_t), int descriptor, void *bytes, size_t count,
    off_t place) {
    ssize_t length = readable(descriptor, count, place);
    return length < 0 ? -1 : read_next(descriptor, bytes, (size_t)length, place);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t place) {
    return read_at(
        NEXT(ssize_t (*)(int, void *, size_t, off_t), pread), descriptor, bytes, count, place);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t place) {
    return read_at(
        NEXT(ssize_t (*)(int, void *, size_t, off_t), pread64), descriptor, bytes, count, place);
}

/// A disk remaps an unreadable sector when it is written.
static void mend(const char *path, size_t count, off_t place) {
    bool covers = place <= bad_place && place + (off_t)count >= bad_place + bad_size;
    if (bad_path && covers && strcmp(path, bad_path) == 0) bad_path = NULL;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    ssize_t (*write_next)(int, const void *, size_t) =
        NEXT(ssize_t (*)(int, const void *, size_t), write);
    char path[PATH_MAX];
    bool is_answer = descriptor == STDOUT_FILENO && under && counts_answers;
    if (!is_answer && !resolve_descriptor(descriptor, path)) return write_next(descriptor, bytes, count);
    if (tears && counts("write") && atomic_load(&counted) + 1 == wanted) {
        write_next(descriptor, bytes, count / 2);
    }
    if (fails("write")) return -1;
    begin_journal();
    int64_t place = is_answer ? 0 : lseek(descriptor, 0, SEEK_CUR);
    ssize_t written = write_next(descriptor, bytes, count);
    if (written > 0) {
        if (is_answer) note('a', 0, 0, NULL, bytes, (size_t)written);
        else note('w', file_number(descriptor), place, NULL, bytes, (size_t)written);
    }
    end_journal();
    return written;
}

static ssize_t write_at(
    ssize_t (*write_next)(int, const void *, size_t, off_t), int descriptor, const void *bytes,
    size_t count, off_t place) {
    char path[PATH_MAX];
    if (!resolve_descriptor(descriptor, path)) return write_next(descriptor, bytes, count, place);
    if (tears && counts("write") && atomic_load(&counted) + 1 == wanted) {
        write_next(descriptor, bytes, count / 2, place);
    }
    if (fails("write")) return -1;
    begin_journal();
    ssize_t written = write_next(descriptor, bytes, count, place);
    if (written > 0) mend(path, (size_t)written, place);
    if (written > 0) note('w', file_number(descriptor), place, NULL, bytes, (size_t)written);
    end_journal();
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t place) {
    return write_at(
        NEXT(ssize_t (*)(int, const void *, size_t, off_t), pwrite), descriptor, bytes, count, place);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t place) {
    return write_at(
        NEXT(ssize_t (*)(int, const void *, size_t, off_t), pwrite64), descriptor, bytes, count, place);
}

static int synchronize(int (*synchronize_next)(int), int descriptor) {
    char path[PATH_MAX];
    if (!resolve_descriptor(descriptor, path)) return synchronize_next(descriptor);
    if (fails("fsync")) return -1;
    begin_journal();
    // Power cuts are replayed from the journal, so waiting for the real disk is unnecessary.
    int result = journal >= 0 ? 0 : synchronize_next(descriptor);
    if (result == 0) note('s', file_number(descriptor), 0, path, NULL, 0);
    end_journal();
    return result;
}

int fsync(int descriptor) { return synchronize(NEXT(int (*)(int), fsync), descriptor); }

int fdatasync(int descriptor) { return synchronize(NEXT(int (*)(int), fdatasync), descriptor); }

static int truncate_file(int (*truncate_next)(int, off_t), int descriptor, off_t size) {
    char path[PATH_MAX];
    if (!resolve_descriptor(descriptor, path)) return truncate_next(descriptor, size);
    if (fails("ftruncate")) return -1;
    begin_journal();
    int result = truncate_next(descriptor, size);
    if (result == 0) note('t', file_number(descriptor), size, NULL, NULL, 0);
    end_journal();
    return result;
}

int ftruncate(int descriptor, off_t size) {
    return truncate_file(NEXT(int (*)(int, off_t), ftruncate), descriptor, size);
}

int ftruncate64(int descriptor, off_t size) {
    return truncate_file(NEXT(int (*)(int, off_t), ftruncate64), descriptor, size);
}

int rename(const char *from, const char *to) {
    int (*rename_next)(const char *, const char *) = NEXT(int (*)(const char *, const char *), rename);
    char old_path[PATH_MAX], new_path[PATH_MAX];
    if (!resolve(from, old_path) || !resolve(to, new_path)) return rename_next(from, to);
    if (fails("rename")) return -1;
    begin_journal();
    uint64_t file = file_number_at(old_path);
    int result = rename_next(from, to);
    if (result == 0) note('r', file, 0, new_path, old_path, strlen(old_path));
    end_journal();
    return result;
}

int link(const char *from, const char *to) {
    int (*link_next)(const char *, const char *) = NEXT(int (*)(const char *, const char *), link);
    char old_path[PATH_MAX], new_path[PATH_MAX];
    if (!resolve(from, old_path) || !resolve(to, new_path)) return link_next(from, to);
    if (fails("link")) return -1;
    begin_journal();
    int result = link_next(from, to);
    if (result == 0) note('l', file_number_at(old_path), 0, new_path, NULL, 0);
    end_journal();
    return result;
}

int unlink(const char *path) {
    int (*unlink_next)(const char *) = NEXT(int (*)(const char *), unlink);
    char absolute[PATH_MAX];
    if (!resolve(path, absolute)) return unlink_next(path);
    if (fails("unlink")) return -1;
    begin_journal();
    uint64_t file = file_number_at(absolute);
    int result = unlink_next(path);
    if (result == 0) note('u', file, 0, absolute, NULL, 0);
    end_journal();
    return result;
}

int mkdir(const char *path, mode_t mode) {
    int (*mkdir_next)(const char *, mode_t) = NEXT(int (*)(const char *, mode_t), mkdir);
    char absolute[PATH_MAX];
    if (!resolve(path, absolute)) return mkdir_next(path, mode);
    if (fails("mkdir")) return -1;
    begin_journal();
    int result = mkdir_next(path, mode);
    if (result == 0) note('d', file_number_at(absolute), 0, absolute, NULL, 0);
    end_journal();
    return result;
}

int rmdir(const char *path) {
    int (*rmdir_next)(const char *) = NEXT(int (*)(const char *), rmdir);
    char absolute[PATH_MAX];
    if (!resolve(path, absolute)) return rmdir_next(path);
    if (fails("unlink")) return -1;
    begin_journal();
    uint64_t file = file_number_at(absolute);
    int result = rmdir_next(path);
    if (result == 0) note('u', file, 0, absolute, NULL, 0);
    end_journal();
    return result;
}

// MARK: - The clock

/// Returns the factor by which the monotonic clock runs faster.
static int64_t speed(void) {
    static atomic_int known;
    int speed = atomic_load(&known);
    if (speed == 0) {
        const char *wanted = getenv("FAULT_CLOCK");
        speed = wanted ? atoi(wanted) : 1;
        if (speed < 1) speed = 1;
        atomic_store(&known, speed);
    }
    return speed;
}

static int64_t nanoseconds(const struct timespec *time) {
    return time->tv_sec * 1000000000LL + time->tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    // The time of the program's first call, from which the clock runs faster. A concurrent call may begin
    // slightly earlier.
    static atomic_int_least64_t begin;
    int result = NEXT(int (*)(clockid_t, struct timespec *), clock_gettime)(clock, time);
    if (result != 0 || clock != CLOCK_MONOTONIC || speed() == 1) return result;
    int64_t now = nanoseconds(time);
    int64_t none = 0;
    if (atomic_compare_exchange_strong(&begin, &none, now)) none = now;
    int64_t shown = none + (now - none) * speed();
    time->tv_sec = shown / 1000000000LL;
    time->tv_nsec = shown % 1000000000LL;
    return 0;
}

// MARK: - Missing libraries

CACHE(dlopen);

void *dlopen(const char *name, int mode) {
    const char *missing = getenv("FAULT_MISSING_LIBRARY");
    if (missing && name && strstr(name, missing)) return NULL;
    return NEXT(void *(*)(const char *, int), dlopen)(name, mode);
}

// MARK: - SQLite's memory

/// SQLite's `sqlite3_mem_methods`.
struct memory_methods {
    void *(*allocate)(int);
    void (*free)(void *);
    void *(*reallocate)(void *, int);
    int (*size)(void *);
    int (*round)(int);
    int (*begin)(void *);
    void (*end)(void *);
    void *data;
};

static struct memory_methods memory;

static void *allocate(int size) { return fails("malloc") ? NULL : memory.allocate(size); }

static void *reallocate(void *pointer, int size) {
    return fails("malloc") ? NULL : memory.reallocate(pointer, size);
}

/// Wraps SQLite's allocator, which is possible only before SQLite is first used.
static void memory_prepare(void) {
    enum { set_methods = 4, get_methods = 5 };
    if (!counts("malloc")) return;
    int (*configure)(int, ...) = (int (*)(int, ...))dlsym(RTLD_DEFAULT, "sqlite3_config");
    if (!configure || configure(get_methods, &memory) != 0) return;
    struct memory_methods methods = memory;
    methods.allocate = allocate;
    methods.reallocate = reallocate;
    configure(set_methods, &methods);
}
