// Loads libcurl for Foundation's URLSession, in programs that are linked with Swift's static libraries.
//
// In such programs, URLSession refers to libcurl's functions by name. With direct linking, every build would
// need libcurl, and every start would load some thirty libraries (TLS, Kerberos, LDAP), although few starts
// use the network. Therefore this file defines the functions that URLSession calls, and loads libcurl at the
// first call.
//
// The symbols are hidden. If FoundationNetworking is a shared library, it brings its own libcurl and doesn't
// use them.

#include "CurlLoader.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

#define HIDDEN __attribute__((visibility("hidden")))

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    for (size_t index = 0; index < sizeof names / sizeof *names && !library; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
}

bool curl_loader_finds_library(void) {
    pthread_once(&once, load);
    return library != NULL;
}

static void *find(const char *name) {
    return curl_loader_finds_library() ? dlsym(library, name) : NULL;
}

// Defines `real`, which is the function in libcurl, or NULL without libcurl. The function is looked up once.
// In a race, both threads get the same address.
#define REAL(type, name)                                             \
    static void *volatile found;                                     \
    if (!found) found = find(name);                                  \
    __typeof__(type) real = (__typeof__(type))found;

// The results if libcurl is missing: CURLE_FAILED_INIT, CURLM_INTERNAL_ERROR, CURLUE_OUT_OF_MEMORY.
enum { failedInit = 2, internalError = 4, noMemory = 7 };

HIDDEN int curl_global_init(long flags) {
    REAL(int (*)(long), "curl_global_init")
    return real ? real(flags) : failedInit;
}

HIDDEN const char *curl_version(void) {
    REAL(const char *(*)(void), "curl_version")
    return real ? real() : "";
}

HIDDEN void *curl_version_info(int age) {
    REAL(void *(*)(int), "curl_version_info")
    return real ? real(age) : NULL;
}

HIDDEN void curl_free(void *pointer) {
    REAL(void (*)(void *), "curl_free")
    if (real) real(pointer);
}

HIDDEN void *curl_slist_append(void *list, const char *text) {
    REAL(void *(*)(void *, const char *), "curl_slist_append")
    return real ? real(list, text) : NULL;
}

HIDDEN void curl_slist_free_all(void *list) {
    REAL(void (*)(void *), "curl_slist_free_all")
    if (real) real(list);
}

HIDDEN void *curl_easy_init(void) {
    REAL(void *(*)(void), "curl_easy_init")
    return real ? real() : NULL;
}

HIDDEN void curl_easy_cleanup(void *handle) {
    REAL(void (*)(void *), "curl_easy_cleanup")
    if (real) real(handle);
}

HIDDEN int curl_easy_pause(void *handle, int mask) {
    REAL(int (*)(void *, int), "curl_easy_pause")
    return real ? real(handle, mask) : failedInit;
}

HIDDEN const char *curl_easy_strerror(int code) {
    REAL(const char *(*)(int), "curl_easy_strerror")
    return real ? real(code) : "";
}

// These functions have a variadic argument: a long, a pointer or a curl_off_t. On the 64-bit machines that
// Swift supports, all of them are passed like a pointer.

HIDDEN int curl_easy_setopt(void *handle, int option, ...) {
    REAL(int (*)(void *, int, ...), "curl_easy_setopt")
    va_list arguments;
    va_start(arguments, option);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return real ? real(handle, option, argument) : failedInit;
}

HIDDEN int curl_easy_getinfo(void *handle, int info, ...) {
    REAL(int (*)(void *, int, ...), "curl_easy_getinfo")
    va_list arguments;
    va_start(arguments, info);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return real ? real(handle, info, argument) : failedInit;
}

HIDDEN int curl_multi_setopt(void *handle, int option, ...) {
    REAL(int (*)(void *, int, ...), "curl_multi_setopt")
    va_list arguments;
    va_start(arguments, option);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return real ? real(handle, option, argument) : internalError;
}

HIDDEN void *curl_multi_init(void) {
    REAL(void *(*)(void), "curl_multi_init")
    return real ? real() : NULL;
}

HIDDEN int curl_multi_cleanup(void *handle) {
    REAL(int (*)(void *), "curl_multi_cleanup")
    return real ? real(handle) : internalError;
}

HIDDEN int curl_multi_add_handle(void *multi, void *easy) {
    REAL(int (*)(void *, void *), "curl_multi_add_handle")
    return real ? real(multi, easy) : internalError;
}

HIDDEN int curl_multi_remove_handle(void *multi, void *easy) {
    REAL(int (*)(void *, void *), "curl_multi_remove_handle")
    return real ? real(multi, easy) : internalError;
}

HIDDEN int curl_multi_assign(void *multi, int socket, void *pointer) {
    REAL(int (*)(void *, int, void *), "curl_multi_assign")
    return real ? real(multi, socket, pointer) : internalError;
}

HIDDEN void *curl_multi_info_read(void *multi, int *count) {
    REAL(void *(*)(void *, int *), "curl_multi_info_read")
    return real ? real(multi, count) : NULL;
}

HIDDEN int curl_multi_socket_action(void *multi, int socket, int events, int *running) {
    REAL(int (*)(void *, int, int, int *), "curl_multi_socket_action")
    return real ? real(multi, socket, events, running) : internalError;
}

HIDDEN void *curl_url(void) {
    REAL(void *(*)(void), "curl_url")
    return real ? real() : NULL;
}

HIDDEN int curl_url_get(void *handle, int part, char **text, unsigned flags) {
    REAL(int (*)(void *, int, char **, unsigned), "curl_url_get")
    return real ? real(handle, part, text, flags) : noMemory;
}

HIDDEN int curl_url_set(void *handle, int part, const char *text, unsigned flags) {
    REAL(int (*)(void *, int, const char *, unsigned), "curl_url_set")
    return real ? real(handle, part, text, flags) : noMemory;
}
