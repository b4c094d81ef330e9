import Foundation
import TestSupport
import Testing

@Suite("Files that are nobody else's business")
struct PrivateFilesTests {
    /// The modes of all files and directories in a folder.
    private func modes(_ folder: String) throws -> [String: Int] {
        var modes: [String: Int] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
            let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
            modes[isDirectory ? name + "/" : name] = mode
        }
        return modes
    }

    @Test("Whatever the umask, every file is its user's alone", arguments: ["000", "022", "077", "777"])
    func umask(_ mask: String) throws {
        let reader = try Reader()
        let result = try reader.shell(
            """
            umask \(mask)
            "$mybooks" add Solaris Lem && "$mybooks" set color never && "$mybooks" backup copy.store &&
            "$mybooks" export books.json && "$mybooks" restore copy.store --yes && "$mybooks" list
            """)
        #expect(result.status == .exited(0) && result.stdout.contains("Solaris"), "\(result.stderr)")
        for (name, mode) in try modes(reader.home.path) where name.contains("mybooks") || !name.hasSuffix("/")
        {
            #expect(mode == (name.hasSuffix("/") ? 0o700 : 0o600), "\(name) is \(String(mode, radix: 8))")
        }
    }

    @Test("The files that SQLite keeps beside a store, and the lines that were typed, are the user's alone")
    func whileRunning() throws {
        let reader = try Reader()
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("add Solaris Lem")
        try terminal.expect("as number 1.")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: reader.home.file("home/.local/share/mybooks"))
        #expect(names.sorted() == ["mybooks.store", "mybooks.store-shm", "mybooks.store-wal"])
        try terminal.sendLine("quit")
        _ = try terminal.waitForExit()
        let all = try modes(reader.home.path).filter { !$0.key.hasSuffix("/") }
        #expect(all.keys.contains { $0.hasSuffix("history") })
        for (name, mode) in all { #expect(mode == 0o600, "\(name) is \(String(mode, radix: 8))") }
    }

    @Test("Links in the data directory, and where files are written, are replaced and never followed")
    func links() throws {
        let reader = try Reader()
        try reader.script("add Solaris Lem")
        let victim = try reader.home.write("mine", to: "victim")
        let state = reader.home.file("home/.local/state/mybooks")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        for link in ["\(state)/history", reader.home.file("copy.store"), reader.home.file("out.json")] {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
        }
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("backup copy.store --overwrite")
        try terminal.expect("All data is copied")
        try terminal.sendLine("export out.json --overwrite")
        try terminal.expect("Wrote 1 book")
        try terminal.sendLine("quit")
        _ = try terminal.waitForExit()
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
    }

    @Test("No shell reads what the editor and the pager are called, nor any data")
    func noShell() throws {
        let reader = try Reader()
        let marker = reader.home.file("ran")
        try reader.script("add '$(touch \(marker))' '`touch \(marker)`; touch \(marker)'")
        let terminal = try PseudoTerminal(
            reader.program, [],
            environment: reader.environment.merging([
                "VISUAL": "sh -c true ; touch \(marker)", "PAGER": "cat ; touch \(marker)",
            ]) { $1 }, workingDirectory: reader.home.path, columns: 80, rows: 4)
        try terminal.expectPrompt("mybooks> ")
        for line in ["help", "list", "show 1"] {
            try terminal.sendLine(line)
            try terminal.expectPrompt("mybooks> ")
        }
        try terminal.sendLine("quit")
        _ = try terminal.waitForExit()
        #expect(!FileManager.default.fileExists(atPath: marker))
    }
}
