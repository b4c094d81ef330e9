#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>

/* C's standard streams are variables that Swift's concurrency checking refuses, so readline gets them here. */
static inline void creadline_use_streams(int writes_to_standard_error) {
    rl_instream = stdin;
    rl_outstream = writes_to_standard_error ? stderr : stdout;
}
