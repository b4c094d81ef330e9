import Foundation
import TestSupport
import Testing

@Suite("Standard directories of every program", .level(.default))
struct StandardDirectoryTests {
    /// For each program, a line that changes data.
    private static let changes = [
        "mybooks": "add Solaris Lem", "itour": "add Rome", "moonshot": "note 8 Earthrise",
        "portfolio": "new Fix", "syncserver": "account add ada --yes",
    ]

    /// Returns the files and their modes after a session that changes data and a setting.
    private func files(_ program: String, _ variables: [String: String]) throws -> [String: Int] {
        let home = try TemporaryDirectory()
        let environment = home.environment(
            adding: variables.mapValues {
                $0.replacing("HERE", with: home.path)
            })
        let terminal = try PseudoTerminal(
            try ProgramUnderTest.path(program), [], environment: environment, workingDirectory: home.path)
        for line in [try #require(Self.changes[program]), "set color never", "quit"] {
            try terminal.expectPrompt("> ")
            try terminal.sendLine(line)
        }
        #expect(try terminal.waitForExit() == .exited(0))
        var modes: [String: Int] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: home.file(name))
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            // Ignore SQLite's auxiliary files and the settings' lock file.
            if name.hasSuffix("-wal") || name.hasSuffix("-shm")
                || name.contains("/.") && name.hasSuffix(".lock")
            {
                continue
            }
            modes[name] = (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
        return modes
    }

    @Test(arguments: Transcript.all)
    func `Data, settings and line history are private files in the XDG directories`(program: String) throws {
        let made = try files(
            program,
            [
                "XDG_DATA_HOME": "HERE/my data", "XDG_CONFIG_HOME": "HERE/my/config",
                "XDG_STATE_HOME": "HERE/state",
            ])
        #expect(
            made == [
                "my data/\(program)/\(program).store": 0o600, "my/config/\(program)/settings": 0o600,
                "state/\(program)/history": 0o600,
            ])
    }

    @Test(arguments: Transcript.all, ["", "data", "./data", "~/data", "../data"])
    func `A relative or empty value is ignored, as the specification demands`(program: String, value: String)
        throws
    {
        let made = try files(
            program, ["XDG_DATA_HOME": value, "XDG_CONFIG_HOME": value, "XDG_STATE_HOME": value])
        #expect(
            made == [
                "home/.local/share/\(program)/\(program).store": 0o600,
                "home/.config/\(program)/settings": 0o600,
                "home/.local/state/\(program)/history": 0o600,
            ])
    }
}
