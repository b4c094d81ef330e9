import Basics
import ModelDataSQLite
import Shell

extension ProgramVersion {
    /// The version of the suite.
    public static var project: ProgramVersion {
        ProgramVersion(
            ProjectVersion.text, date: ProjectVersion.date,
            details: ProjectVersion.details(sqlite: String(cString: sqlite3_libversion())))
    }
}
