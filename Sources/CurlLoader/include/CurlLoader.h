#ifndef CURL_LOADER_H
#define CURL_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether libcurl can be loaded. Check this before calling another function of this file.
bool curl_loader_finds_library(void);

/// The options of a request, numbered as in libcurl.
enum {
    curl_loader_url = 10002,
    curl_loader_post_fields = 10015,
    curl_loader_user_agent = 10018,
    curl_loader_post_size = 30120,
    curl_loader_connect_timeout_milliseconds = 156,
};

/// The result of a request that was slower than its limit. libcurl's results are positive.
enum { curl_loader_slow = -1 };

/// Takes bytes that arrived. Returns `count`, or another number to end the request.
typedef size_t (*curl_loader_taker)(char *bytes, size_t size, size_t count, void *context);

/// Returns whether the request should end.
typedef bool (*curl_loader_stop)(void *context);

/// A connection to a server, which stays open after a request. Only one thread at a time may use it.
typedef struct curl_loader_connection curl_loader_connection;

/// Creates a connection; NULL without memory. Nothing is sent yet.
curl_loader_connection *curl_loader_open(void);

/// Closes a connection and releases its memory.
void curl_loader_close(curl_loader_connection *connection);

/// Prepares the next request: HTTP or HTTPS, without redirections and cookies, any compression.
///
/// @param head Takes each line of the head, with its line end.
/// @param body Takes the body, decompressed, in pieces.
/// @param context Passed to both functions.
void curl_loader_begin(
    curl_loader_connection *connection, curl_loader_taker head, curl_loader_taker body, void *context);

/// Sets an option with a text or bytes. libcurl copies texts, but not `curl_loader_post_fields`.
void curl_loader_set_text(curl_loader_connection *connection, int option, const char *text);

/// Sets an option with a number.
void curl_loader_set_number(curl_loader_connection *connection, int option, int64_t number);

/// Adds a field to the head of the request.
void curl_loader_add_field(curl_loader_connection *connection, const char *field);

/// Limits the time without progress of the next request.
///
/// @param milliseconds The longest time without a sent or received byte.
/// @param rate The lowest average rate in bytes per second, during periods of twice this time; 0 for none.
void curl_loader_limit_silence(curl_loader_connection *connection, int64_t milliseconds, int64_t rate);

/// Sends the request and waits for the end of the answer.
///
/// @param stop Called before each wait, with the context of `curl_loader_begin`.
/// @return libcurl's result: 0 for success, 28 for silence, 42 if `stop` returned true; or `curl_loader_slow`.
int curl_loader_perform(curl_loader_connection *connection, curl_loader_stop stop);

/// Ends the wait of `curl_loader_perform`, which then calls `stop`. Callable from any thread.
void curl_loader_wake(curl_loader_connection *connection);

/// Returns the address that the last answer redirects to, as an absolute URL, or NULL.
const char *curl_loader_redirection(curl_loader_connection *connection);

/// Returns libcurl's description of a result, in English.
const char *curl_loader_description(curl_loader_connection *connection, int result);

/// Returns the name and version of libcurl and its libraries, such as `libcurl/7.88.1 OpenSSL/3.0.17`.
const char *curl_loader_version(void);

#endif
