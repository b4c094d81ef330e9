import Foundation
import TestSupport
import Testing

/// `sync` and its subcommands, in built programs with the built server.
@Suite("The sync command in every program", .level(.default), .serialized)
struct SyncCommandTests {
    @Test func `Changes of one device arrive at another after both synchronize`() throws {
        let server = try SyncServerProcess()
        for (program, addition, list) in [
            ("itour", ["add", "Łódź"], "list"), ("mybooks", ["add", "Solaris", "Lem"], "list"),
            ("portfolio", ["new", "Fix it"], "list"),
        ] {
            let (laptop, desktop) = try SyncDevice.pair(program, server)
            let added = try TestSupport.run(
                laptop.program, addition, environment: laptop.home.environment())
            #expect(added.status == .exited(0), "\(added.stderr)")
            #expect(try laptop.run("sync", "--json").object["sent"] as? Int ?? 0 > 0)
            #expect(try desktop.run("sync", "--json").object["received"] as? Int ?? 0 > 0)
            #expect(try desktop.run(list, "--csv").stdout == laptop.run(list, "--csv").stdout)
            #expect(try laptop.run("sync", "status", "--json").object["notSynchronized"] as? Int == 0)
            // The device receives no records of other accounts or programs.
            #expect(try laptop.run("sync", "--json").object["received"] as? Int == 0)
        }
    }

    @Test func `The mark of a favourite point is synchronized beside the other device's edits`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("itour", server)
        for (device, line) in [
            (laptop, "poi add Uffizi --city Florence"), (desktop, "poi edit Uffizi --address Here"),
            (laptop, "poi favourite Uffizi"),
        ] {
            for device in [laptop, desktop] { try device.run("sync") }
            let result = try device.run(input: line + "\n")
            #expect(result.status == .exited(0), "\(line): \(result.stderr)")
        }
        for device in [desktop, laptop, desktop] { try device.run("sync") }
        for device in [laptop, desktop] {
            let point = try device.run("poi", "show", "Uffizi", "--json").object
            #expect(point["favourite"] as? Bool == true)
            #expect(point["address"] as? String == "Here")
        }
        // The mark is removed everywhere, too.
        try desktop.run(input: "poi favourite Uffizi --not\n")
        for device in [desktop, laptop] { try device.run("sync") }
        #expect(try laptop.run("poi", "list", "--favourite", "--csv").stdout.contains("Uffizi") == false)
    }

    @Test func `Fields of an issue that two devices change are combined field by field`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("portfolio", server)
        func change(_ device: SyncDevice, _ lines: String...) throws {
            let result = try device.run(input: lines.joined(separator: "\n") + "\n")
            try #require(result.status == .exited(0), "\(lines): \(result.stderr)")
        }
        try change(laptop, "new Deploy", "new Build", "new Test", "new Paint", "due 2090-01-01 4")
        for device in [laptop, desktop] { try device.run("sync") }
        // Each device changes other fields of the same issues; both change the dependencies and notes.
        try change(
            laptop, "due 2090-03-01 Deploy", "every weekly Deploy", "block Deploy by Build",
            "note Deploy Called.",
            "due none Paint", "view save mine is:recurring")
        try change(
            desktop, "wait 2090-02-01 Deploy", "priority high Deploy", "block Deploy by Test",
            "note Deploy Written.", "wait 2090-05-01 Paint", "view save yours is:blocked")
        for device in [laptop, desktop, laptop] { try device.run("sync") }
        for device in [laptop, desktop] {
            let issue = try device.run("show", "Deploy", "--json").object
            #expect(issue["due"] as? String == "2090-03-01")
            #expect(issue["waitingUntil"] as? String == "2090-02-01")
            #expect(issue["recurrence"] as? String == "+1w")
            #expect(issue["priority"] as? String == "high")
            let blockers = try device.run("list", "is:blocking", "--csv", "--sort", "title").stdout
            #expect(blockers.contains("Build"))
            #expect(blockers.contains("Test"))
            #expect(!blockers.contains("Paint"))
            #expect((issue["blockedBy"] as? [Int])?.count == 2)
            let notes = try #require(issue["notes"] as? [String])
            #expect(notes.count == 2 && notes[0].hasSuffix("Called.") && notes[1].hasSuffix("Written."))
            let other = try device.run("show", "Paint", "--json").object
            #expect(other["due"] is NSNull)
            #expect(other["waitingUntil"] as? String == "2090-05-01")
            let views = try device.run("views", "--csv").stdout
            #expect(views.contains("mine"))
            #expect(views.contains("yours"))
        }
        // The later change of one field wins, and a deleted issue blocks nothing.
        try change(laptop, "due 2090-04-01 Deploy", "delete Build --yes")
        try change(desktop, "due 2090-04-02 Deploy", "unblock Deploy by Test", "every none Deploy")
        for device in [laptop, desktop, laptop] { try device.run("sync") }
        for device in [laptop, desktop] {
            let issue = try device.run("show", "Deploy", "--json").object
            #expect(issue["due"] as? String == "2090-04-02")
            #expect(issue["recurrence"] is NSNull)
            #expect((issue["blockedBy"] as? [Int])?.isEmpty == true)
        }
        #expect(try laptop.run("list", "is:waiting", "--csv").stdout.contains("Deploy"))
        #expect(
            try desktop.run("show", "Deploy", "--json").object["notes"] as? [String]
                == laptop.run("show", "Deploy", "--json").object["notes"] as? [String])
    }

    @Test func `Of dependencies that two devices close to a cycle, both drop the later one and say so`()
        throws
    {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("portfolio", server)
        try laptop.run(input: "new A\nnew B\nnew C\nblock B by C\n")
        for device in [laptop, desktop] { try device.run("sync") }
        try laptop.run(input: "block A by B\n")
        // The clocks have milliseconds.
        usleep(20_000)
        try desktop.run(input: "block C by A\n")
        try laptop.run("sync")
        let told = try desktop.run("sync")
        let message = "“C” is no longer blocked by “A”: with the changes of another device"
        #expect((told.stdout + told.stderr).contains(message), "\(told)")
        for device in [laptop, desktop, laptop] { try device.run("sync") }
        for device in [laptop, desktop] {
            let blocked = try ["A", "B", "C"].map { title in
                try #require(try device.run("show", title, "--json").object["blockedBy"] as? [Int]).count
            }
            #expect(blocked == [1, 1, 0])
            #expect(try device.run("sync", "status", "--json").object["notSynchronized"] as? Int == 0)
        }
    }

    @Test func `Accessible mode writes out the time of the last synchronization`() throws {
        let server = try SyncServerProcess()
        for program in ["itour", "mybooks", "portfolio"] {
            let laptop = try SyncDevice.loggedIn(program, server)
            try laptop.run("-c", "sync", "-c", "set dates iso")
            let status = try laptop.run("--accessible", "sync", "status").stdout
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Last time: ") })
            #expect(line.contains(/^Last time: [A-Z][a-z]+ \d+, \d{4},/), "\(program): \(line)")
        }
    }

    @Test func `The token is private and deleted at the end`() throws {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice.loggedIn("mybooks", server)
        let found = try FileManager.default.subpathsOfDirectory(atPath: laptop.home.path).filter {
            $0.hasSuffix("/sync")
        }
        let path = laptop.home.file(try #require(found.first))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try laptop.run("sync", "off").status == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try laptop.run("sync").status == .exited(1))
    }

    @Test func `Emptying a shelf keeps the books that another device adds to it`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        for command in [
            ["add", "Solaris", "Lem"], ["add", "Eden", "Lem"], ["shelf", "add", "Solaris", "lent"],
        ] {
            let result = try TestSupport.run(
                laptop.program, command, stdin: "", environment: laptop.home.environment())
            #expect(result.status == .exited(0), "\(result.stderr)")
        }
        for device in [laptop, desktop] { try device.run("sync") }
        let taken = try laptop.run("shelf", "remove", "Solaris", "lent")
        #expect(taken.stdout.contains("It is kept for your other devices"))
        #expect(try desktop.run("shelf", "add", "Eden", "lent").status == .exited(0))
        for device in [laptop, desktop, laptop] { try device.run("sync") }
        for device in [laptop, desktop] {
            let books = try device.run("list", "--shelf", "lent", "--csv").stdout
            #expect(books.contains("Eden"))
            #expect(!books.contains("Solaris"))
        }
        // In a synchronized store, an empty shelf remains until the user deletes it. In other stores,
        // removing the last book from a shelf deletes the shelf.
        #expect(try laptop.run("shelf", "delete", "lent", "--yes").status == .exited(0))
        #expect(try laptop.run("sync", "off").status == .exited(0))
        #expect(try laptop.run("shelf", "add", "Eden", "alone").status == .exited(0))
        #expect(
            try laptop.run("shelf", "remove", "Eden", "alone").stdout.contains(
                "was empty and has been deleted"))
    }

    @Test func `Emptying a shelf by an import keeps the books that another device adds to it`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        let header = "Book Id,Title,Author,Bookshelves,Exclusive Shelf\n"
        try laptop.home.write(header + "1,Emma,Jane Austen,lent,read\n2,Lalka,Prus,,read\n", to: "old.csv")
        try laptop.home.write(header + "1,Emma,Jane Austen,,read\n2,Lalka,Prus,,read\n", to: "new.csv")
        #expect(try laptop.run("import", "old.csv").status == .exited(0))
        for device in [laptop, desktop] { try device.run("sync") }
        #expect(try desktop.run("shelf", "add", "Lalka", "lent").status == .exited(0))
        #expect(try laptop.run("import", "new.csv").status == .exited(0))
        for device in [laptop, desktop, laptop] { try device.run("sync") }
        for device in [laptop, desktop] {
            let books = try device.run("list", "--shelf", "lent", "--csv").stdout
            #expect(books.contains("Lalka"), "\(books)")
            #expect(!books.contains("Emma"), "\(books)")
        }
    }

    @Test func `Two stores of one program keep separate tokens`() throws {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice("mybooks")
        let work = ["--store", laptop.home.file("work.store")]
        let address = "http://127.0.0.1:\(server.port)"
        func run(_ arguments: [String], input: String = "") throws {
            let result = try TestSupport.run(
                laptop.program, arguments, stdin: input, environment: laptop.home.environment(),
                workingDirectory: laptop.home.path)
            try #require(result.status == .exited(0), "\(arguments): \(result.stderr)")
        }
        let login = ["sync", "login", address, "--token-file", "-"]
        try run(["add", "Diary", "Me"])
        try run(login, input: server.addDevice("own") + "\n")
        #expect(try server.run(["account", "add", "boss"]).status == .exited(0))
        try run(work + ["add", "Ledger", "Boss"])
        try run(work + login, input: server.addDevice("work", account: "boss") + "\n")
        for store in [[], work, [], work] { try run(store + ["sync"]) }
        #expect(try laptop.run("list", "--csv").stdout.contains("Diary"))
        #expect(try !laptop.run("list", "--csv").stdout.contains("Ledger"))
        // A device of the second account receives its records.
        let desktop = try SyncDevice("mybooks")
        let code =
            try TestSupport.run(
                laptop.program, work + ["sync", "key", "--json"], stdin: "",
                environment: laptop.home.environment(), workingDirectory: laptop.home.path
            ).object["code"] as? String
        let joined = try desktop.run(
            "sync", "login", address, "--token-file", "-", "--key-file",
            desktop.home.write(try #require(code), to: "code"),
            input: server.addDevice("desk", account: "boss") + "\n")
        #expect(joined.status == .exited(0), "\(joined.stderr)")
        try desktop.run("sync")
        let books = try desktop.run("list", "--csv").stdout
        #expect(books.contains("Ledger"))
        #expect(!books.contains("Diary"))
        // Turning synchronization off for one store keeps the token of the other store.
        try run(work + ["sync", "off"])
        try run(["sync"])
        // If the default store is named by its path, the same token is used.
        let path = try laptop.run("where").stdout.trimmingCharacters(in: .whitespacesAndNewlines)
        try run(["--store", path, "sync"])
    }

    @Test func `A wrong token, an unreachable server and a missing server have different messages`() throws {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice("mybooks")
        let address = "http://127.0.0.1:\(server.port)"
        let wrong = try laptop.run("sync", "login", address, "--token-file", "-", input: "wrong\n")
        #expect(wrong.status == .exited(1))
        #expect(wrong.stderr.contains("doesn't accept this token"))
        let port = server.port
        server.kill()
        let gone = try laptop.run(
            "sync", "login", "http://127.0.0.1:\(port)", "--token-file", "-", input: "t\n")
        #expect(gone.status == .exited(74))
        #expect(gone.stderr.contains("No server answers at “http://127.0.0.1:\(port)”."), "\(gone.stderr)")
        #expect(gone.stderr.contains("Nothing was set up."), "\(gone.stderr)")
        let unknown = try laptop.run(
            "sync", "login", "https://nowhere.invalid", "--token-file", "-", "--language", "pl", input: "t\n")
        #expect(unknown.stderr.contains("albo nie ma połączenia z siecią"), "\(unknown.stderr)")
        #expect(
            try laptop.run("sync", "login", "nothing", "--token-file", "-", input: "t\n").status
                == .exited(64))
        let bare = try laptop.run("sync", "login", "localhost:\(port)", "--token-file", "-", input: "t\n")
        #expect(bare.stderr.contains("“sync login http://localhost:\(port)”"), "\(bare.stderr)")
        let open = try laptop.run("sync", "login", "http://example.org", "--token-file", "-", input: "t\n")
        #expect(open.status == .exited(64))
        #expect(open.stderr.contains("without encryption"))
        #expect(
            try laptop.run("sync", "login", address, "--token-file", "-", input: "a b\n").status
                == .exited(64))
        #expect(try laptop.run("sync", "login", address).status == .exited(64))
    }

    @Test(arguments: ["mybooks", "itour", "portfolio"])
    func `A wrong word after “sync” and “sync conflicts” is answered with the right line`(program: String)
        throws
    {
        let device = try SyncDevice(program)
        let number = try device.run("sync", "conflicts", "1")
        #expect(number.status == .exited(64))
        #expect(number.stderr.contains("“sync conflicts keep 1”"), "\(number.stderr)")
        let keep = try device.run("sync", "keep", "1")
        #expect(keep.status == .exited(64))
        #expect(
            keep.stderr.contains("“sync keep”") && keep.stderr.contains("sync conflicts"), "\(keep.stderr)")
        #expect(try device.run("sync", "conflict").stdout == "There are no conflicts.\n")
    }

    @Test(arguments: [
        (program: "mybooks", changes: ["add Eden Lem", "rate Eden 5"]),
        (program: "itour", changes: ["add Lisbon", "edit Lisbon --priority must"]),
        (program: "portfolio", changes: ["new Lamp", "priority high Lamp"]),
    ])
    func `Only the prompt and the sync commands use the network`(program: String, changes: [String]) throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair(program, server)
        func count(_ route: String) -> Int {
            server.log.components(separatedBy: "\"route\":\"\(route)\"").count - 1
        }
        /// Returns the number of synchronization requests in the log. A request to a path that isn't served
        /// makes sure that all earlier requests are in the log: checks of the server's health aren't logged.
        func answered() throws -> Int {
            let known = count("unknown")
            let connection = try HTTPConnection(port: server.port)
            try connection.send("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try connection.answer()
            try wait(for: "the request is in the log") { count("unknown") > known }
            return count("sync")
        }
        let before = try answered()
        #expect(count("account") > 0, "a login asks the server")
        #expect(try laptop.run(input: changes[0] + "\nlist\n").status == .exited(0))
        #expect(try laptop.run("-c", changes[1]).status == .exited(0))
        let words = changes[0].split(separator: " ").map(String.init)
        let added = try TestSupport.run(desktop.program, words, environment: desktop.home.environment())
        #expect(added.status == .exited(0), "\(added.stderr)")
        for device in [laptop, desktop] {
            #expect(try device.run("list", "--json").status == .exited(0))
            #expect(try device.run("sync", "status").status == .exited(0))
        }
        #expect(try laptop.run("undo").status == .exited(0))
        let terminal = try laptop.terminal("list")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try answered() == before)
        #expect(try laptop.run("sync").status == .exited(0))
        #expect(try answered() > before)
    }

    @Test func `Unsent changes stay in the queue`() throws {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice.loggedIn("mybooks", server)
        server.kill()
        #expect(try laptop.run("add", "Eden", "Lem").status == .exited(0))
        #expect(try laptop.run("sync").status == .exited(74))
        let status = try laptop.run("sync", "status", "--json").object
        #expect(status["notSynchronized"] as? Int == 1)
        #expect(status["problem"] as? String == "unreachable")
        try server.start()
        #expect(try laptop.run("sync", "--json").object["sent"] as? Int == 1)
    }

    @Test func `A program that is killed during a synchronization continues the next time`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        let books = (1...600).map { "add \"Book \($0)\" \"Author \($0 % 7)\"\n" }.joined()
        #expect(try laptop.run(input: books).status == .exited(0))
        for round in 0..<8 {
            let device = round % 2 == 0 ? laptop : desktop
            let sync = try BackgroundProcess(
                device.program, ["sync"], environment: device.home.environment(),
                logPath: device.home.file("log"))
            usleep(UInt32(40_000 + round * 35_000))
            sync.kill()
        }
        for device in [laptop, desktop, laptop] { #expect(try device.run("sync").status == .exited(0)) }
        let list = try laptop.run("list", "--csv").stdout
        #expect(list.split(whereSeparator: \.isNewline).count == 601)
        #expect(
            try Set(
                desktop.run("list", "--csv").stdout.split(whereSeparator: \.isNewline).map(Self.withoutNumber)
            )
                == Set(list.split(whereSeparator: \.isNewline).map(Self.withoutNumber)))
        let status = try laptop.run("sync", "status", "--json").object
        #expect(status["notSynchronized"] as? Int == 0)
        #expect(status["pending"] as? Int == 0)
    }

    /// Returns a CSV line without the record's number, which differs between stores.
    private static func withoutNumber(_ line: Substring) -> Substring { line.drop { $0 != "," } }

    @Test func `After a restore, sent changes are received again, and other devices keep theirs`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        try laptop.run("add", "Solaris", "Lem")
        try laptop.run("add", "Eden", "Lem")
        try laptop.run("sync")
        #expect(try laptop.run("backup", "copy.store").status == .exited(0))
        try laptop.run("delete", "Eden", "--yes")
        try laptop.run("add", "Fiasco", "Lem")
        try laptop.run("sync")
        try desktop.run("sync")
        try desktop.run("add", "Cyberiad", "Lem")
        try desktop.run("sync")
        let restored = try laptop.run("restore", "copy.store", "--yes")
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        #expect(restored.stdout.contains("The next “sync” brings back"))
        #expect(try laptop.run("list", "--csv").stdout.contains("Eden"))
        for device in [laptop, desktop, laptop] { #expect(try device.run("sync").status == .exited(0)) }
        for device in [laptop, desktop] {
            let list = try device.run("list", "--csv").stdout
            for title in ["Solaris", "Fiasco", "Cyberiad"] { #expect(list.contains(title), "\(title)") }
            #expect(!list.contains("Eden"))
        }
        let history = try desktop.run("history", "--csv").stdout
        #expect(history.contains("From other devices: "))
    }

    @Test func `A failing undo names the step that another device has changed`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        try laptop.run("add", "Solaris", "Lem")
        try laptop.run("rate", "solaris", "5")
        for device in [laptop, desktop] { try device.run("sync") }
        try desktop.run("rate", "solaris", "3")
        for device in [desktop, laptop] { try device.run("sync") }
        let changed = try laptop.run("undo")
        #expect(changed.status == .exited(1))
        #expect(
            changed.stderr == """
                mybooks: The latest step can't be undone any more: Rated “Solaris” 5 of 5.
                Book number 1 was changed later. Edit it by hand.

                """)
        try desktop.run("delete", "solaris", "--yes")
        for device in [desktop, laptop] { try device.run("sync") }
        let deleted = try laptop.run("undo", "--language", "pl")
        #expect(deleted.status == .exited(1))
        #expect(
            deleted.stderr == """
                mybooks: Ostatniego kroku nie można już cofnąć: Oceniono „Solaris” na 5 z 5.
                Wpis Książka numer 1 już nie istnieje.

                """)
    }

    @Test func `A failing redo names that step too and isn't called an undo`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        try laptop.run("add", "Solaris", "Lem")
        for device in [laptop, desktop] { try device.run("sync") }
        try laptop.run("rate", "solaris", "4")
        try laptop.run("undo")
        try desktop.run("rate", "solaris", "3")
        for device in [laptop, desktop, laptop] { try device.run("sync") }
        let changed = try laptop.run("redo")
        #expect(changed.status == .exited(1))
        #expect(
            changed.stderr == """
                mybooks: The step can't be redone any more: Rated “Solaris” 4 of 5.
                Book number 1 was changed later. Edit it by hand.

                """)
        try desktop.run("delete", "solaris", "--yes")
        for device in [desktop, laptop] { try device.run("sync") }
        let deleted = try laptop.run("redo", "--language", "hu")
        #expect(deleted.status == .exited(1))
        #expect(deleted.stderr.hasPrefix("mybooks: A lépés már nem ismételhető meg: "), "\(deleted.stderr)")
        #expect(deleted.stderr.hasSuffix("\nMár nem létezik: Könyv, sorszáma 1.\n"), "\(deleted.stderr)")
    }

    @Test func `Undoing an import deletes nothing from other devices`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("itour", server)
        let points = (1...3).map { number in
            """
            {"identifier": "0000000\(number)-0000-4000-8000-000000000000", "name": "Point \(number)",
             "address": "", "city": "Rome", "country": "Italy", "information": "", "latitude": 41.9,
             "longitude": 12.5}
            """
        }
        try laptop.run("poi", "import", "-", input: "[\(points.joined(separator: ","))]")
        for device in [laptop, desktop] { try device.run("sync") }
        let edited = try desktop.run("poi", "edit", "Point 2", "--city", "Ostia")
        #expect(edited.status == .exited(0), "\(edited.stderr)")
        let undone = try laptop.run("undo")
        #expect(undone.status == .exited(0), "\(undone.stderr)")
        for device in [laptop, desktop, laptop, desktop] {
            #expect(try device.run("sync").status == .exited(0))
        }
        for device in [laptop, desktop] {
            let list = try device.run("poi", "list", "--csv").stdout
            #expect(list.contains("Point 2"))
            #expect(list.contains("Ostia"))
            #expect(!list.contains("Point 1"))
            #expect(!list.contains("Point 3"))
        }
    }
}
