import Foundation
import TestSupport
import Testing

/// A user's computer: a program with a separate home directory.
struct SyncDevice {
    let home: TemporaryDirectory
    let program: String

    init(_ program: String) throws {
        home = try TemporaryDirectory()
        self.program = try ProgramUnderTest.path(program)
    }

    private init(copyOf device: SyncDevice) throws {
        home = try device.home.copy()
        program = device.program
    }

    /// Returns another computer with a copy of all files, also of the store and the token.
    func copy() throws -> SyncDevice { try SyncDevice(copyOf: self) }

    /// Writes the code of the tests' accounts to a file, and returns its path.
    func keyFile() throws -> String { try home.write(SyncServerProcess.accountCode + "\n", to: "code") }

    /// Logs in to a server as another device.
    func logIn(_ server: SyncServerProcess, as name: String) throws {
        let result = try run(
            "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-", "--key-file",
            try keyFile(),
            input: server.addDevice(name) + "\n")
        #expect(result.status == .exited(0), "\(result.stderr)")
    }

    /// Returns a computer that is logged in to a server, or through a proxy that has another port.
    static func loggedIn(
        _ program: String, _ server: SyncServerProcess, as name: String = "laptop", port: Int? = nil
    ) throws -> SyncDevice {
        let device = try SyncDevice(program)
        let token = try server.addDevice("\(program)-\(name)")
        let result = try device.run(
            "sync", "login", "http://127.0.0.1:\(port ?? server.port)", "--token-file", "-", "--key-file",
            try device.keyFile(), input: token + "\n")
        #expect(result.status == .exited(0), "\(result.stderr)")
        #expect(!result.stdout.contains(token))
        return device
    }

    /// Returns two computers that are logged in to a server.
    static func pair(_ program: String, _ server: SyncServerProcess) throws -> (SyncDevice, SyncDevice) {
        (try loggedIn(program, server), try loggedIn(program, server, as: "desktop"))
    }

    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> ProcessResult {
        try TestSupport.run(
            program, arguments, stdin: input, environment: home.environment(), workingDirectory: home.path)
    }

    /// Starts the program in a terminal.
    func terminal(_ arguments: String...) throws -> PseudoTerminal {
        try PseudoTerminal(
            program, arguments, environment: home.environment(), workingDirectory: home.path, columns: 100)
    }
}
