#ifndef FAULT_INJECTOR_H
#define FAULT_INJECTOR_H

/// A library that is preloaded into a program (LD_PRELOAD) and makes one of its system calls fail,
/// or ends the program there. `Fault` in the tests sets these environment variables:
///
/// - FAULT_UNDER: the directory whose files count. Without it, the library does nothing.
/// - FAULT_CALLS: the names of the calls that count, separated by commas.
/// - FAULT_AT: the number of the failing call, from 1; 0 means none.
/// - FAULT_EFFECT: `kill`, `tear` (a kill after half of the bytes are written) or an error number.
/// - FAULT_LASTS: whether all calls from that one on fail.
/// - FAULT_ANSWERS: whether writes to standard output count too.
/// - FAULT_SWITCH: a file; nothing counts or fails while it doesn't exist.
/// - FAULT_COUNT: a file that receives the number of counted calls when the program exits normally.
/// - FAULT_JOURNAL: a file that records every change of the directory's files and standard output.
/// - FAULT_BAD_FILE: a file with an unreadable sector of 4096 bytes.
/// - FAULT_BAD_AT: the offset of this sector, in bytes.
/// - FAULT_CLOCK: the factor by which the monotonic clock runs faster.

#endif
