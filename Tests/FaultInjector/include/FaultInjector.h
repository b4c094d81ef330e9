#ifndef FAULT_INJECTOR_H
#define FAULT_INJECTOR_H

/// A library that is loaded into a program before all others (LD_PRELOAD) and makes a system call of its fail, or ends
/// it there. `Fault` in the tests says what the variables of the environment mean:
///
/// - FAULT_UNDER: the directory whose files count. Without it, nothing is done.
/// - FAULT_CALLS: the names of the calls that count, with commas between them.
/// - FAULT_AT: which of these calls, from 1, is the one; 0 is none.
/// - FAULT_EFFECT: `kill`, `tear` (half of the bytes are written before the end) or an error number.
/// - FAULT_LASTS: whether all calls from that one on fail.
/// - FAULT_ANSWERS: whether what is written to standard output counts too.
/// - FAULT_SWITCH: a file; nothing counts or fails while it isn't there.
/// - FAULT_COUNT: a file that gets the number of calls that counted, where the program ends by itself.
/// - FAULT_JOURNAL: a file that gets every change of the directory's files, and what goes to standard output.

#endif
