import Basics
import GRDBSQLite
import Shell

/// syncserver: the server with which the programs synchronize their data.
package enum SyncServerProgram {
    /// Runs the program with the arguments of the process.
    @MainActor package static func main() async {
        await program.main()
    }

    @MainActor static var program: Program<ServerSession> {
        Program(
            name: "syncserver", version: .project,
            summary: text("Synchronizes the data of several devices: a server that you run yourself."),
            commands: [
                ServeCommand(), AccountAddCommand(), AccountListCommand(), AccountDeleteCommand(),
                DeviceAddCommand(), DeviceListCommand(), DeviceRevokeCommand(), TokenRenewCommand(),
                StorageBackupCommand(),
                StorageRestoreCommand(),
            ],
            options: [ServerSession.database.declaration],
            related: ["mybooks", "itour", "portfolio"],
            describe: { ServerProblem($0) },
            makeSession: { ServerSession($0) })
    }
}

extension ProgramVersion {
    /// The version of the suite.
    static var project: ProgramVersion {
        ProgramVersion(
            ProjectVersion.text, date: ProjectVersion.date,
            details: ProjectVersion.details(sqlite: String(cString: sqlite3_libversion())))
    }
}
