#include <sqlite3.h>

// Sets one of a connection's switches, such as SQLITE_DBCONFIG_ENABLE_FKEY. Swift can't call sqlite3_db_config
// itself, because it has variable arguments.
static inline int modeldata_db_config(sqlite3 *db, int setting, int isOn) {
    return sqlite3_db_config(db, setting, isOn, (int *)0);
}

// The functions below pass bytes that SQLite copies. Swift can't import SQLITE_TRANSIENT, a number as a function.
static inline int modeldata_bind_text(sqlite3_stmt *statement, int position, const char *text, int count) {
    return sqlite3_bind_text(statement, position, text, count, SQLITE_TRANSIENT);
}

static inline int modeldata_bind_blob(sqlite3_stmt *statement, int position, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, position, bytes, count, SQLITE_TRANSIENT);
}

static inline void modeldata_result_text(sqlite3_context *context, const char *text, int count) {
    sqlite3_result_text(context, text, count, SQLITE_TRANSIENT);
}
