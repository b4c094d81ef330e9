#ifndef CURL_LOADER_H
#define CURL_LOADER_H

#include <stdbool.h>

/// Returns whether libcurl can be loaded. Check this before creating a URLSession, which terminates the
/// program without libcurl.
bool curl_loader_finds_library(void);

#endif
