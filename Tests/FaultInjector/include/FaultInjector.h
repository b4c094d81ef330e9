#ifndef FAULT_INJECTOR_H
#define FAULT_INJECTOR_H

/// A library that is preloaded into a program (LD_PRELOAD). It makes one of the program's system calls fail,
/// or ends the program at that call. `Fault` in the tests sets these environment variables:
///
/// - FAULT_UNDER: the directory whose files are affected. Default: none, so the library does nothing.
/// - FAULT_CALLS: the names of the counted calls, separated by commas.
/// - FAULT_AT: the number of the failing call, from 1; 0 means none.
/// - FAULT_EFFECT: `kill`, `tear` (a kill after half of the bytes are written) or an error number.
/// - FAULT_LASTS: whether all later calls fail, too.
/// - FAULT_ANSWERS: whether writes to standard output are counted, too.
/// - FAULT_SWITCH: a file. Calls are counted and fail only while this file exists.
/// - FAULT_COUNT: a file that receives the number of counted calls when the program exits normally.
/// - FAULT_JOURNAL: a file that records every change of the directory's files and standard output.
/// - FAULT_BAD_FILE: a file with an unreadable sector of 4096 bytes.
/// - FAULT_BAD_AT: the offset of this sector, in bytes.
/// - FAULT_CLOCK: the factor by which the monotonic clock runs faster.
/// - FAULT_MISSING_LIBRARY: a part of the name of libraries that can't be loaded.

#endif
