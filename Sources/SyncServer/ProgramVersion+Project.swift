import Basics
import GRDBSQLite
import Shell

extension ProgramVersion {
    /// The version of the suite.
    static var project: ProgramVersion {
        ProgramVersion(
            ProjectVersion.text, date: ProjectVersion.date,
            details: ProjectVersion.details(sqlite: String(cString: sqlite3_libversion())))
    }
}
