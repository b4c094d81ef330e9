import Shell

/// syncserver: the server that synchronizers talk to.
@main
struct SyncServerProgram {
    static func main() async {
        await program.main()
    }

    @MainActor static var program: Program<ServerSession> {
        Program(
            name: "syncserver", version: "1.0.0",
            summary: text("Keeps the data of several devices the same: a server that you run yourself."),
            commands: [
                ServeCommand(), AccountAddCommand(), AccountListCommand(), AccountDeleteCommand(),
                DeviceAddCommand(), DeviceListCommand(), DeviceRevokeCommand(), BackupCommand(),
                RestoreCommand(),
            ],
            options: [ServerSession.database.declaration],
            describe: { ServerProblem($0) },
            makeSession: { ServerSession($0) })
    }
}
