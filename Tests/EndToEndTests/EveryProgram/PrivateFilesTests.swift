import Foundation
import TestSupport
import Testing

@Suite("Private files", .level(.default))
struct PrivateFilesTests {
    /// Returns the modes of all files and directories in a folder.
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

    @Test(arguments: ["000", "022", "077", "777"], MaintenanceCommandTests.programs.map { $0.name })
    func `Only the user can access the programs' files, whatever the umask`(_ mask: String, _ program: String)
        throws
    {
        let person = try Person(program)
        let change = try #require(MaintenanceCommandTests.programs.first { $0.name == program }).change
        let lines = [
            change.replacing("%@", with: "Solaris"), "set color never", "backup copy.store",
            "export out.json", "restore copy.store --yes", "history",
        ]
        // The program runs twice: the first run creates the files, and the second run uses them.
        let result = try run(
            "/bin/sh",
            [
                "-c",
                "umask \(mask); \"$0\" -c \"$1\" -c \"$2\" -c \"$3\" && \"$0\" -c \"$4\" -c \"$5\" -c \"$6\"",
                person.path,
            ] + lines,
            environment: person.environment, workingDirectory: person.home.path)
        #expect(result.status == .exited(0), "\(result.stderr)")
        let made = try modes(person.home.path).filter { name, _ in
            name == "copy.store" || name == "out.json" || name.contains("/\(program)/")
        }
        #expect(made.count >= 6, "\(made)")
        for (name, mode) in made {
            #expect(mode == (name.hasSuffix("/") ? 0o700 : 0o600), "\(name) is \(String(mode, radix: 8))")
        }
    }

    @Test(arguments: MaintenanceCommandTests.programs)
    func `Only the user can access data that is restored into an empty file`(
        _ program: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(program)
        try person.run("-c", change.replacing("%@", with: "Solaris"))
        try person.run("backup", "copy.store")
        let store = try person.home.write("", to: "empty.store")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store)
        let restored = try person.run("--store", store, "restore", "copy.store", "--yes")
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        #expect(try modes(person.home.path)["empty.store"] == 0o600)
        #expect(try person.run("--store", store, "-c", count).stdout.contains("Solaris"))
    }

    @Test func `SQLite's auxiliary files and the line history are private`() throws {
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

    @Test(arguments: MaintenanceCommandTests.programs)
    func `Links in the data directory and at output paths are replaced and never followed`(
        _ program: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(program)
        try person.run("-c", change.replacing("%@", with: "Solaris"))
        let victim = try person.home.write("mine", to: "victim")
        let state = person.home.file("home/.local/state/\(program)")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let links = ["\(state)/history", person.home.file("copy.store"), person.home.file("out.json")]
        for link in links {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
        }
        let terminal = try person.terminal()
        try terminal.sendLine("backup copy.store --overwrite")
        try terminal.expect("Copied all data")
        try terminal.sendLine("export out.json --overwrite")
        try terminal.expect("out.json”")
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        for link in links {
            let type = try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType
            #expect(type == .typeRegular, "\(link)")
        }
    }

    @Test(arguments: MaintenanceCommandTests.programs)
    func `Links beside the store are reported and not followed, and their targets are unchanged`(
        _ program: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(program)
        try person.run("-c", change.replacing("%@", with: "Solaris"))
        try person.run("-c", "backup copy.store")
        try person.run("-c", change.replacing("%@", with: "Rome"))
        let store = person.home.file("home/.local/share/\(program)/\(program).store")
        for ending in ["-wal", "-shm", "-journal"] {
            let victim = try person.home.write("mine", to: "victim\(ending)")
            try FileManager.default.createSymbolicLink(
                atPath: store + ending, withDestinationPath: victim)
            for line in [
                change.replacing("%@", with: "Eden"), count, "restore copy.store --yes", "repair --yes",
            ] {
                let result = try person.run("-c", line)
                #expect(result.status == .exited(74), "\(ending), \(line): \(result.stdout)")
                #expect(
                    result.stderr.contains("store\(ending)” is a symbolic link"), "\(result.stderr)")
                #expect(result.stderr.contains("Move the link away"), "\(result.stderr)")
            }
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
            try FileManager.default.removeItem(atPath: store + ending)
        }
        // The failed `restore` commands haven't changed the store.
        #expect(try person.run("-c", count).stdout.contains("Rome"))
        let last = try person.run("-c", change.replacing("%@", with: "Eden"))
        #expect(last.status == .exited(0), "\(last.stderr)")
    }

    @Test(arguments: MaintenanceCommandTests.programs)
    func `The store and the settings can be links, and their targets are private`(
        _ program: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(program)
        let store = person.home.file("home/.local/share/\(program)/\(program).store")
        let settings = person.home.file("home/.config/\(program)/settings")
        let kept = person.home.file("kept")
        try person.home.write("# mine\n", to: "kept/settings")
        for (link, name) in [(store, "data.store"), (settings, "settings")] {
            try FileManager.default.createDirectory(
                atPath: (link as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "\(kept)/\(name)")
        }
        for line in [change.replacing("%@", with: "Solaris"), "set color never"] {
            let result = try person.run("-c", line)
            #expect(result.status == .exited(0), "\(line): \(result.stderr)")
        }
        #expect(try modes(kept) == ["data.store": 0o600, "settings": 0o600])
        let text = try String(contentsOfFile: "\(kept)/settings", encoding: .utf8)
        #expect(text == "# mine\ncolor = never\n")
        for link in [store, settings] {
            let type = try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType
            #expect(type == .typeSymbolicLink, "\(link)")
        }
        #expect(try person.run("-c", count).stdout.contains("Solaris"))
        // A file that isn't a store is refused, even if the store's path is a link to it.
        let letter = try person.home.write("Dear diary", to: "kept/letter")
        try FileManager.default.removeItem(atPath: store)
        try FileManager.default.createSymbolicLink(atPath: store, withDestinationPath: letter)
        #expect(try person.run("-c", count).status == .exited(65))
        #expect(try person.run("-c", change.replacing("%@", with: "Eden")).status == .exited(65))
        #expect(try String(contentsOfFile: letter, encoding: .utf8) == "Dear diary")
    }

    @Test func `A text in the editor is in a private directory, which is deleted afterwards`() throws {
        let reader = try Reader(adding: ["VISUAL": "sh write-quote"])
        try reader.script("add Solaris Lem")
        // This editor leaves a copy beside the edited file, as some real editors do.
        try reader.home.write(
            """
            stat -c %a "$1" "$(dirname "$1")" > modes
            dirname "$1" > place
            cp "$1" "$1~"
            echo "We need mirrors." > "$1"
            """, to: "write-quote")
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("quote add solaris")
        try terminal.expectPrompt("Quote (blank to write it in your editor): ")
        try terminal.send(.enter)
        try terminal.expect("as number 1.")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try String(contentsOfFile: reader.home.file("modes"), encoding: .utf8) == "600\n700\n")
        let place = try String(contentsOfFile: reader.home.file("place"), encoding: .utf8).dropLast()
        #expect(place.hasPrefix("/"))
        #expect(!FileManager.default.fileExists(atPath: String(place)))
        #expect(try reader.mybooks("quotes", "--json").stdout.contains("We need mirrors."))
    }

    @Test(arguments: MaintenanceCommandTests.programs)
    func `No shell interprets the editor's and pager's arguments or any data`(
        _ program: String, _ change: String, _ count: String
    ) throws {
        let person = try Person(program)
        let marker = person.home.file("ran")
        let title = "'$(touch \(marker))`touch \(marker)`; touch \(marker)'"
        #expect(try person.run("-c", change.replacing("%@", with: title)).status == .exited(0))
        let terminal = try person.terminal(
            rows: 4,
            adding: ["VISUAL": "sh -c true ; touch \(marker)", "PAGER": "cat ; touch \(marker)"])
        for line in ["help", count, "history"] {
            try terminal.sendLine(line)
            try terminal.expectPrompt("> ")
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: marker))
    }
}
