import Foundation
import TestSupport
import Testing

/// Synchronization in a session at a terminal.
@Suite("Synchronization at a terminal", .level(.default), .serialized)
struct SyncTerminalTests {
    @Test func `The token isn't visible while it is typed`() throws {
        let server = try SyncServerProcess()
        let token = try server.addDevice("laptop")
        let laptop = try SyncDevice("mybooks")
        let terminal = try laptop.terminal("sync", "login", "http://127.0.0.1:\(server.port)")
        try terminal.expect("not shown")
        try terminal.sendLine("two words")
        try terminal.expect("isn't a token")
        try terminal.expect("not shown")
        try terminal.sendLine(token)
        try terminal.expect("is now synchronized")
        #expect(try terminal.waitForExit() == .exited(0))
        let shown = String(decoding: terminal.rawOutput, as: UTF8.self)
        #expect(!shown.contains(token))
        #expect(!shown.contains("two words"))
        // In a new session, the arrow keys don't recall the token. Only one file contains the token.
        let other = try laptop.terminal()
        try other.expectPrompt()
        try other.send("\u{1B}[A")
        try other.sendLine("")
        try other.sendLine("quit")
        _ = try other.waitForExit()
        #expect(!String(decoding: other.rawOutput, as: UTF8.self).contains(token))
        let files = try FileManager.default.subpathsOfDirectory(atPath: laptop.home.path).filter { path in
            let data = FileManager.default.contents(atPath: laptop.home.file(path)) ?? Data()
            return data.range(of: Data(token.utf8)) != nil
        }
        #expect(files.map { ($0 as NSString).lastPathComponent } == ["sync"])
    }

    @Test(arguments: [
        ["sync", "login", "https://sync.example.org"], ["sync", "login"], ["sync"], ["sync", "key"],
        ["sync", "login", "https://sync.example.org", "--token-file"],
    ])
    func `A token or a code on the line is refused, not repeated, and not kept in the history`(
        words: [String]
    ) throws {
        let token = "sync_0123456789abcdef_" + String(repeating: "x", count: 43)
        for secret in [token, SyncServerProcess.accountCode] {
            for program in ["mybooks", "itour", "portfolio"] {
                let device = try SyncDevice(program)
                let result = try TestSupport.run(
                    device.program, words + [secret], environment: device.home.environment())
                #expect(result.status == .exited(64), "\(program): \(result.stderr)")
                #expect(result.stderr.contains("A secret isn't given on the line"), "\(result.stderr)")
                #expect(result.stderr.contains("“sync login https://sync.example.org”"))
                #expect(!(result.stdout + result.stderr).contains(secret))
            }
            let laptop = try SyncDevice("mybooks")
            let terminal = try laptop.terminal()
            try terminal.expectPrompt()
            for line in [(words + [secret]).joined(separator: " "), "note 1 \(secret)", "where"] {
                try terminal.sendLine(line)
                try terminal.expectPrompt()
            }
            try terminal.sendLine("quit")
            #expect(try terminal.waitForExit() == .exited(0))
            var kept: [String] = []
            for path in try FileManager.default.subpathsOfDirectory(atPath: laptop.home.path) {
                let data = FileManager.default.contents(atPath: laptop.home.file(path)) ?? Data()
                kept.append(String(decoding: data, as: UTF8.self))
            }
            #expect(kept.contains { $0.contains("where") })
            #expect(!kept.contains { $0.contains(secret) })
        }
    }

    @Test func `Ctrl-C cancels the question for the token without showing it`() throws {
        let laptop = try SyncDevice("mybooks")
        let terminal = try laptop.terminal()
        try terminal.expectPrompt()
        try terminal.sendLine("sync login https://sync.example.org")
        try terminal.expect("not shown")
        try terminal.send("secret\u{3}")
        try terminal.expectPrompt()
        // The terminal shows typed text again.
        try terminal.sendLine("where")
        try terminal.expect("where")
        try terminal.expectPrompt()
        try terminal.sendLine("quit")
        _ = try terminal.waitForExit()
        #expect(!String(decoding: terminal.rawOutput, as: UTF8.self).contains("secret"))
    }

    @Test func `Deleted characters of a token can't be pasted back`() throws {
        let server = try SyncServerProcess()
        let token = try server.addDevice("laptop")
        let laptop = try SyncDevice("mybooks")
        let terminal = try laptop.terminal()
        try terminal.expectPrompt()
        try terminal.sendLine("sync login http://127.0.0.1:\(server.port)")
        try terminal.expect("not shown")
        // Delete the token with Ctrl-U, Ctrl-W and backspace. Readline would keep text that these keys
        // delete.
        try terminal.send("\(token)\u{15}\(token)\u{17}\(token)\u{15}")
        try terminal.send("wrong")
        for _ in 1...5 { try terminal.send(.backspace) }
        try terminal.send("\u{1B}[200~\(token)\u{1B}[201~\r")
        try terminal.expect("is now synchronized")
        try terminal.expectPrompt()
        for keys in ["\u{19}", "\u{19}\u{1B}y", "\u{1B}[A\u{1B}[A", "\u{1F}", "\u{12}sync_"] {
            try terminal.send(keys)
            try terminal.send("\u{7}\u{5}\u{15}echo \"still \"\"there\"\r")
            try terminal.expect("\nstill there\n")
            try terminal.expectPrompt()
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        let shown = String(decoding: terminal.rawOutput, as: UTF8.self)
        #expect(!shown.contains(token))
        #expect(!shown.contains(token.suffix(20)))
    }

    @Test func `An open prompt follows a login or logout in another process`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("mybooks", server)
        let terminal = try laptop.terminal()
        try terminal.expectPrompt()
        try terminal.sendLine("set sync-seconds 1")
        try terminal.expectPrompt()
        try terminal.sendLine("add Solaris Lem")
        try terminal.expectPrompt()
        try TestSupport.wait(for: "the prompt has sent its book") {
            try desktop.run("sync")
            return try desktop.run("list", "--csv").stdout.contains("Solaris")
        }
        #expect(try laptop.run("sync", "off").status == .exited(0))
        #expect(try laptop.run("add", "Diary", "Me").status == .exited(0))
        // The user types nothing for 2.5 seconds, and then continues in the session that is still open.
        Thread.sleep(forTimeInterval: 2.5)
        try terminal.sendLine("add Letters Me")
        try terminal.expectPrompt()
        Thread.sleep(forTimeInterval: 2.5)
        try desktop.run("sync")
        #expect(try !desktop.run("list", "--csv").stdout.contains("Me"))
        let login = try laptop.run(
            "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-",
            input: server.addDevice("again") + "\n")
        #expect(login.status == .exited(0), "\(login.stderr)")
        try terminal.sendLine("where")
        try terminal.expectPrompt()
        try TestSupport.wait(for: "the prompt synchronizes again") {
            try desktop.run("sync")
            return try desktop.run("list", "--csv").stdout.contains("Letters")
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `Ctrl-D cancels the question for the token`() throws {
        let laptop = try SyncDevice("mybooks")
        let terminal = try laptop.terminal()
        try terminal.expectPrompt()
        try terminal.sendLine("sync login https://sync.example.org")
        try terminal.expect("not shown")
        try terminal.send(.controlD)
        try terminal.expect("\nCancelled.\n")
        try terminal.expectPrompt()
        // After the question, readline's editing keys work again.
        try terminal.send("echo wrong")
        try terminal.send(.controlU)
        try terminal.sendLine("echo right")
        try terminal.expect("\nright\n")
    }

    @Test func `Changes of other devices arrive automatically while the program waits`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("itour", server)
        for device in [laptop, desktop] {
            #expect(try device.run("set", "sync-seconds", "1").status == .exited(0))
        }
        let (here, there) = (try laptop.terminal(), try desktop.terminal())
        for terminal in [here, there] { try terminal.expectPrompt() }
        try here.sendLine("add Lisbon")
        try here.expectPrompt()
        try Self.wait(there, for: "from another device")
        try there.sendLine("list")
        try there.expect("Lisbon")
        // If the server is unreachable, the program reports that once. When the server is available again,
        // later changes are sent.
        server.kill()
        try Self.wait(here, for: "No server answers at")
        try here.sendLine("add Porto")
        try here.expectPrompt()
        try server.start()
        try Self.wait(there, for: "from another device")
        try there.sendLine("list")
        try there.expect("Porto")
        for terminal in [here, there] {
            try terminal.sendLine("quit")
            #expect(try terminal.waitForExit() == .exited(0))
        }
    }

    @Test func `Records that the server refuses are reported, listed, and sent once they are corrected`()
        throws
    {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice.loggedIn("portfolio", server)
        try laptop.run("set", "sync-seconds", "1")
        let long = laptop.home.file("long.txt")
        try Data(String(repeating: "word ", count: 60_000).utf8).write(to: URL(fileURLWithPath: long))
        let here = try laptop.terminal()
        try here.expectPrompt()
        var shown = ""
        for line in ["new Large", "content Large --file long.txt", "new Small"] {
            try here.sendLine(line)
            shown += try here.expectPrompt()
        }
        // The notice appears once: on a busy machine already before the prompt after `new Small`.
        if !shown.contains("refuses some entries") { try Self.wait(here, for: "refuses some entries") }
        try here.sendLine("sync status")
        let status = try here.expectPrompt()
        #expect(status.contains("too long for the server"))
        #expect(status.contains("is sent again"))
        // “Small” may be sent only in the next second.
        var raw = try laptop.run("sync", "status", "--json").object
        for _ in 0..<60 where raw["notSynchronized"] as? Int != 0 {
            Thread.sleep(forTimeInterval: 0.5)
            raw = try laptop.run("sync", "status", "--json").object
        }
        let entries = raw["refusedEntries"] as? [[String: Any]]
        #expect(entries?.compactMap { $0["reason"] as? String } == ["fieldTooLarge"])
        #expect(entries?.compactMap { $0["model"] as? String } == ["Issue"])
        #expect(raw["notSynchronized"] as? Int == 0)
        try here.sendLine("content Large --text short --replace")
        try here.expectPrompt()
        try here.sendLine("sync")
        try here.expectPrompt()
        #expect(try laptop.run("sync", "status", "--json").object["synchronized"] as? Int == 2)
        try here.sendLine("quit")
        #expect(try here.waitForExit() == .exited(0))
    }

    @Test func `A revoked device explains the remedy and continues with a new token`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("itour", server)
        try laptop.run("set", "sync-seconds", "1")
        let here = try laptop.terminal()
        try here.expectPrompt()
        let revoked = try server.run(["device", "revoke", SyncServerProcess.account, "itour-laptop"])
        #expect(revoked.status == .exited(0), "\(revoked.stderr)")
        try Self.wait(here, for: "Ask the server's administrator for a new token")
        try here.sendLine("add Lisbon")
        try here.expectPrompt()
        try here.sendLine("sync")
        let refused = try here.expectPrompt()
        #expect(refused.contains("doesn't accept this token"))
        #expect(!refused.contains("Another process"))
        try here.sendLine("sync login http://127.0.0.1:\(server.port)")
        try here.expect("not shown")
        try here.sendLine(try server.addDevice("itour-again"))
        try here.expectPrompt()
        try here.sendLine("sync")
        #expect(try here.expectPrompt().contains("Sent:"))
        #expect(try desktop.run("sync", "--json").object["received"] as? Int == 1)
        try here.sendLine("quit")
        #expect(try here.waitForExit() == .exited(0))
    }

    /// Presses Enter until a notice is shown.
    private static func wait(_ terminal: PseudoTerminal, for notice: String) throws {
        for _ in 0..<200 {
            try terminal.sendLine("where")
            if try terminal.expectPrompt().contains(notice) { return }
            usleep(300_000)
        }
        throw TestSupportError("“\(notice)” was never shown:\n\(terminal.output.suffix(2000))")
    }
}
