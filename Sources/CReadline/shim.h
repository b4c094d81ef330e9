#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>

/* Shows a text in the place of the prompt. Swift calls no function of a variable number of arguments. */
static inline void creadline_show_message(const char *text) {
    rl_message("%s", text);
}

/* After Ctrl-D readline writes an empty line behind every later line too, as if each were the end. */
static inline void creadline_forget_end(void) {
#if RL_READLINE_VERSION >= 0x0802
    rl_eof_found = 0;
#endif
}

/* C's standard streams are variables that Swift's concurrency checking refuses, so readline gets them here. */
static inline void creadline_use_streams(int writes_to_standard_error) {
    rl_instream = stdin;
    rl_outstream = writes_to_standard_error ? stderr : stdout;
}
