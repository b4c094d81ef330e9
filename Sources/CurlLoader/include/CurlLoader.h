#ifndef CURL_LOADER_H
#define CURL_LOADER_H

#include <stdbool.h>

/// Whether libcurl is there, which Foundation's URLSession stands on. To be asked before a session is made, which would
/// end the program without it.
bool curl_loader_finds_library(void);

#endif
