#include <sqlite3.h>

// Sets one of a connection's switches, such as SQLITE_DBCONFIG_ENABLE_FKEY. Swift can't call sqlite3_db_config
// itself, because it has variable arguments.
static inline int modeldata_db_config(sqlite3 *db, int setting, int isOn) {
    return sqlite3_db_config(db, setting, isOn, (int *)0);
}
