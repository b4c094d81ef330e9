#include <malloc.h>
#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>

/* Shows a text instead of the prompt. Swift can't call variadic functions. */
static inline void creadline_show_message(const char *text) {
    rl_message("%s", text);
}

/* Without this, after a Ctrl-D readline writes an empty line after every later line, too. */
static inline void creadline_forget_end(void) {
#if RL_READLINE_VERSION >= 0x0802
    rl_eof_found = 0;
#endif
}

/* Swift's concurrency checking refuses C's standard streams, which are global variables, so this sets them. */
static inline void creadline_use_streams(int writes_to_standard_error) {
    rl_instream = stdin;
    rl_outstream = writes_to_standard_error ? stderr : stdout;
}

/* Makes all threads allocate from the C library's first heap. The heaps of other threads grow by one page for
   each system call, and the programs mostly run on such a thread. Swift's Glibc module lacks this function. */
static inline void creadline_use_one_heap(void) {
#if defined(__GLIBC__)
    mallopt(M_ARENA_MAX, 1);
#endif
}
