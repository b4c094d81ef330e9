#ifndef SQLITE_SETTINGS_H
#define SQLITE_SETTINGS_H

/// Has SQLite not count its memory in the process of the tests, before their first store is opened.
///
/// SQLite's numbers of memory in use stand behind one lock, which every allocation of every connection takes. In tests
/// that run at once, with several stores each, threads wait for it more than for all else. Nothing here reads these
/// numbers, and the programs, which tests start as processes of their own, go on counting.

#endif
