#ifndef SQLITE_SETTINGS_H
#define SQLITE_SETTINGS_H

/// Disables SQLite's memory statistics in the test process before the first store is opened.
///
/// One lock protects these statistics, and every allocation of every connection takes it. In parallel
/// tests with several stores each, threads wait mostly for this lock. No test reads the statistics.
/// The programs, which tests start as separate processes, keep them.

#endif
