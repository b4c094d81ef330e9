// Sends HTTP requests with libcurl, which is loaded at the first request.
//
// With direct linking, every build would need libcurl's headers, and every start would load some thirty
// libraries (TLS, Kerberos, LDAP), although few starts use the network.
//
// Foundation's URLSession isn't used: on Linux it keeps watching whether a connection is writable after the
// request was sent. A connection is nearly always writable, so waiting for an answer takes a whole core.

#include "CurlLoader.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

// The declarations of curl/curl.h that are needed here. libcurl doesn't change them.

enum {
    allFeatures = 3,
    followLocation = 52,
    noSignal = 99,
    protocols = 181,
    quickExit = 322,
    writeData = 10001,
    errorBuffer = 10010,
    requestFields = 10023,
    headerData = 10029,
    acceptEncoding = 10102,
    writeFunction = 20011,
    headerFunction = 20079,
    firstOffset = 30000,
    redirectURL = 0x100000 + 31,
    headerReceived = 0x200000 + 11,
    headerSent = 0x200000 + 12,
    sizeUploaded = 0x600000 + 7,
    sizeDownloaded = 0x600000 + 8,
    messageDone = 1,
    failedInit = 2,
    timedOut = 28,
    aborted = 42,
    httpAndHTTPS = 3,
    errorSize = 256,
};

struct message {
    int kind;
    void *easy;
    union {
        void *any;
        int result;
    } data;
};

static struct {
    int (*global_init)(long);
    const char *(*version)(void);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    void (*easy_reset)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    const char *(*easy_strerror)(int);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
} curl;

static bool found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    void *library = NULL;
    for (size_t index = 0; index < sizeof names / sizeof *names && !library; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name)                                                                 \
    *(void **)&curl.name = dlsym(library, "curl_" #name);                          \
    if (!curl.name) return;
    FIND(global_init)
    FIND(version)
    FIND(easy_init)
    FIND(easy_cleanup)
    FIND(easy_reset)
    FIND(easy_setopt)
    FIND(easy_getinfo)
    FIND(easy_strerror)
    FIND(multi_init)
    FIND(multi_cleanup)
    FIND(multi_add_handle)
    FIND(multi_remove_handle)
    FIND(multi_perform)
    FIND(multi_poll)
    FIND(multi_wakeup)
    FIND(multi_info_read)
    FIND(slist_append)
    FIND(slist_free_all)
    found = curl.global_init(allFeatures) == 0;
}

bool curl_loader_finds_library(void) {
    pthread_once(&once, load);
    return found;
}

struct curl_loader_connection {
    void *easy;
    void *multi;
    void *fields;
    void *context;
    // The limits of `curl_loader_limit_silence`.
    int64_t silence, rate;
    char error[errorSize];
};

curl_loader_connection *curl_loader_open(void) {
    curl_loader_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->easy = curl.easy_init();
    connection->multi = curl.multi_init();
    if (connection->easy && connection->multi) return connection;
    curl_loader_close(connection);
    return NULL;
}

void curl_loader_close(curl_loader_connection *connection) {
    if (connection->easy) curl.easy_cleanup(connection->easy);
    if (connection->multi) curl.multi_cleanup(connection->multi);
    curl.slist_free_all(connection->fields);
    free(connection);
}

void curl_loader_begin(
    curl_loader_connection *connection, curl_loader_taker head, curl_loader_taker body, void *context
) {
    void *easy = connection->easy;
    curl.easy_reset(easy);
    curl.slist_free_all(connection->fields);
    connection->fields = NULL;
    connection->context = context;
    connection->error[0] = 0;
    connection->silence = 0;
    curl.easy_setopt(easy, errorBuffer, connection->error);
    curl.easy_setopt(easy, headerFunction, head);
    curl.easy_setopt(easy, headerData, context);
    curl.easy_setopt(easy, writeFunction, body);
    curl.easy_setopt(easy, writeData, context);
    curl.easy_setopt(easy, acceptEncoding, "");
    curl.easy_setopt(easy, followLocation, 0L);
    curl.easy_setopt(easy, protocols, (long)httpAndHTTPS);
    curl.easy_setopt(easy, noSignal, 1L);
    // Don't wait for the resolver of names when a request is cancelled. Older versions don't know this option.
    curl.easy_setopt(easy, quickExit, 1L);
}

void curl_loader_set_text(curl_loader_connection *connection, int option, const char *text) {
    curl.easy_setopt(connection->easy, option, text);
}

void curl_loader_set_number(curl_loader_connection *connection, int option, int64_t number) {
    if (option < firstOffset)
        curl.easy_setopt(connection->easy, option, (long)number);
    else
        curl.easy_setopt(connection->easy, option, number);
}

void curl_loader_add_field(curl_loader_connection *connection, const char *field) {
    void *fields = curl.slist_append(connection->fields, field);
    if (!fields) return;
    connection->fields = fields;
    curl.easy_setopt(connection->easy, requestFields, fields);
}

void curl_loader_limit_silence(curl_loader_connection *connection, int64_t milliseconds, int64_t rate) {
    connection->silence = milliseconds;
    connection->rate = rate;
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

// The progress of a request. libcurl's own limits know only an average of the last seconds.
struct progress {
    int64_t bytes, since;
    int64_t period_bytes, period_begin;
};

// Returns 0 while a request makes enough progress, or its result.
static int check_progress(curl_loader_connection *connection, struct progress *progress) {
    int64_t sent = 0, received = 0, now = milliseconds();
    long sent_header = 0, received_header = 0;
    curl.easy_getinfo(connection->easy, sizeUploaded, &sent);
    curl.easy_getinfo(connection->easy, sizeDownloaded, &received);
    // The sizes above are those of bodies.
    curl.easy_getinfo(connection->easy, headerSent, &sent_header);
    curl.easy_getinfo(connection->easy, headerReceived, &received_header);
    int64_t bytes = sent + received + sent_header + received_header;
    if (bytes != progress->bytes) {
        progress->bytes = bytes;
        progress->since = now;
    }
    if (now - progress->since >= connection->silence) return timedOut;
    if (now - progress->period_begin < 2 * connection->silence) return 0;
    if ((bytes - progress->period_bytes) * 1000 < connection->rate * (now - progress->period_begin))
        return curl_loader_slow;
    progress->period_bytes = bytes;
    progress->period_begin = now;
    return 0;
}

static int wait_for_result(curl_loader_connection *connection, curl_loader_stop stop) {
    int running = 0, count = 0, wait = 60000;
    struct progress progress = {0, milliseconds(), 0, milliseconds()};
    if (connection->silence) wait = connection->silence < 2000 ? (int)connection->silence / 2 + 1 : 1000;
    while (!stop(connection->context)) {
        if (curl.multi_perform(connection->multi, &running)) return failedInit;
        for (struct message *message; (message = curl.multi_info_read(connection->multi, &count));)
            if (message->kind == messageDone) return message->data.result;
        if (!running) return failedInit;
        int result = connection->silence ? check_progress(connection, &progress) : 0;
        if (result) return result;
        // libcurl's own time limits end this wait earlier, and so does `curl_loader_wake`.
        if (curl.multi_poll(connection->multi, NULL, 0, wait, NULL)) return failedInit;
    }
    return aborted;
}

int curl_loader_perform(curl_loader_connection *connection, curl_loader_stop stop) {
    // The program's other threads handle signals. TLS libraries write without MSG_NOSIGNAL, so that a closed
    // connection would end the program with SIGPIPE.
    sigset_t all, previous;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    int result = failedInit;
    if (!curl.multi_add_handle(connection->multi, connection->easy)) {
        result = wait_for_result(connection, stop);
        curl.multi_remove_handle(connection->multi, connection->easy);
    }
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    return result;
}

void curl_loader_wake(curl_loader_connection *connection) {
    curl.multi_wakeup(connection->multi);
}

const char *curl_loader_redirection(curl_loader_connection *connection) {
    const char *address = NULL;
    curl.easy_getinfo(connection->easy, redirectURL, &address);
    return address;
}

const char *curl_loader_description(curl_loader_connection *connection, int result) {
    return connection->error[0] ? connection->error : curl.easy_strerror(result);
}

const char *curl_loader_version(void) {
    return curl.version();
}
