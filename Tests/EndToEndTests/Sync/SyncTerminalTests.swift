import Foundation
import TestSupport
import Testing

/// Synchronizing as a person at a terminal meets it.
@Suite(.serialized) struct SyncTerminalTests {
    @Test func theTokenIsNotSeenWhileItIsTyped() throws {
        let server = try SyncServerProcess()
        let token = try server.addDevice("laptop")
        let laptop = try SyncDevice("mybooks")
        let terminal = try laptop.terminal("sync", "login", "http://127.0.0.1:\(server.port)")
        try terminal.expect("not shown")
        try terminal.sendLine("two words")
        try terminal.expect("no token")
        try terminal.expect("not shown")
        try terminal.sendLine(token)
        try terminal.expect("from now on")
        #expect(try terminal.waitForExit() == .exited(0))
        let shown = String(decoding: terminal.rawOutput, as: UTF8.self)
        #expect(!shown.contains(token))
        #expect(!shown.contains("two words"))
        // The arrow keys don't bring it back, and no file but one has it.
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

    @Test func ctrlCLeavesTheQuestionForTheTokenAndShowsNothingOfIt() throws {
        let laptop = try SyncDevice("mybooks")
        let terminal = try laptop.terminal()
        try terminal.expectPrompt()
        try terminal.sendLine("sync login https://sync.example.org")
        try terminal.expect("not shown")
        try terminal.send("secret\u{3}")
        try terminal.expectPrompt()
        // What is typed afterwards is seen again.
        try terminal.sendLine("where")
        try terminal.expect("where")
        try terminal.expectPrompt()
        try terminal.sendLine("quit")
        _ = try terminal.waitForExit()
        #expect(!String(decoding: terminal.rawOutput, as: UTF8.self).contains("secret"))
    }

    @Test func whatOthersAddComesByItselfWhileTheProgramWaits() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = try SyncDevice.pair("itour", server)
        for device in [laptop, desktop] {
            #expect(try device.run("set", "sync-seconds", "1").status == .exited(0))
        }
        let (here, there) = (try laptop.terminal(), try desktop.terminal())
        for terminal in [here, there] { try terminal.expectPrompt() }
        try here.sendLine("add Lisbon")
        try here.expectPrompt()
        try Self.wait(there, for: "came from another device")
        try there.sendLine("list")
        try there.expect("Lisbon")
        // A server that is gone is told of once, and what is done meanwhile is sent when it is back.
        server.kill()
        try Self.wait(here, for: "can't be reached")
        try here.sendLine("add Porto")
        try here.expectPrompt()
        try server.start()
        try Self.wait(there, for: "came from another device")
        try there.sendLine("list")
        try there.expect("Porto")
        for terminal in [here, there] {
            try terminal.sendLine("quit")
            #expect(try terminal.waitForExit() == .exited(0))
        }
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
