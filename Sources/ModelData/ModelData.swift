import GRDB
import GRDBSQLite
public func version() -> String { String(cString: sqlite3_libversion()) }
