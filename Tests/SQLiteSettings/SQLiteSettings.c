#include "SQLiteSettings.h"

#include <sqlite3.h>

__attribute__((constructor)) static void leave_memory_uncounted(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
