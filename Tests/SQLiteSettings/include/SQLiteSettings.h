#ifndef SQLITE_SETTINGS_H
#define SQLITE_SETTINGS_H

/// Disables SQLite's memory statistics in the test process before the first store is opened.
///
/// One lock protects these statistics, and every allocation of every connection takes this lock. If parallel
/// tests use several stores each, their threads mostly wait for the lock. No test reads the statistics. Tests
/// start the programs as separate processes, in which the statistics stay enabled.

#endif
