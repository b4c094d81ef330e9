import Foundation
import TestSupport
import Testing

@Suite("The key of an account", .level(.default))
struct KeyTests {
    private func login(
        _ device: SyncDevice, _ server: SyncServerProcess, as name: String, _ options: String...
    ) throws -> ProcessResult {
        let token = try device.home.write(try server.addDevice(name), to: "token")
        return try TestSupport.run(
            device.program,
            ["sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", token] + options, stdin: "",
            environment: device.home.environment(), workingDirectory: device.home.path)
    }

    private func code(_ device: SyncDevice) throws -> String {
        try #require(try device.run("sync", "key", "--json").object["code"] as? String)
    }

    @Test func `The first login shows a code, and others need it`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = (try SyncDevice("mybooks"), try SyncDevice("mybooks"))
        try laptop.run("add", "Solaris", "Lem")
        let first = try login(laptop, server, as: "laptop")
        #expect(first.status == .exited(0), "\(first.stderr)")
        let code = try code(laptop)
        #expect(first.stdout.contains(code), "\(first.stdout)")
        #expect(code.filter { $0 != "-" }.count == 27)
        try laptop.run("sync")
        // Without the code, with a mistyped one, or with another one, nothing is set up.
        let missing = try login(desktop, server, as: "a")
        #expect(missing.status == .exited(64))
        #expect(missing.stderr.contains("--key-file"), "\(missing.stderr)")
        let typed = try desktop.home.write(String(code.dropFirst()), to: "code")
        let mistyped = try login(desktop, server, as: "b", "--key-file", typed)
        #expect(mistyped.status == .exited(64))
        #expect(mistyped.stderr.contains("a character is missing"), "\(mistyped.stderr)")
        let other = try login(desktop, server, as: "c", "--key-file", try desktop.keyFile())
        #expect(other.status == .exited(1))
        #expect(other.stderr.contains("another account's key"), "\(other.stderr)")
        let both = try desktop.run(
            "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-", "--key-file", "-")
        #expect(both.status == .exited(64))
        #expect(try desktop.run("sync", "status").stdout.contains("not synchronized"))
        // However it is typed, the right code is accepted.
        let right = try desktop.home.write(code.lowercased().replacing("-", with: " "), to: "code")
        let joined = try login(desktop, server, as: "d", "--key-file", right)
        #expect(joined.status == .exited(0), "\(joined.stderr)")
        #expect(!joined.stdout.contains(code))
        try desktop.run("sync")
        #expect(try desktop.run("list", "--csv").stdout.contains("Solaris"))
        #expect(try self.code(desktop) == code)
        let status = try [laptop, desktop].map { try $0.run("sync", "status", "--json").object }
        #expect(status[0]["key"] as? String == status[1]["key"] as? String)
        #expect((status[0]["key"] as? String)?.count == 16)
        #expect((status[0]["devices"] as? [String])?.contains("laptop") == true)
        #expect((status[0]["days"] as? [Any])?.first as? Int == 0)
        let shown = try laptop.run("sync", "status").stdout
        #expect(shown.contains("laptop"), "\(shown)")
        #expect(shown.contains("today"), "\(shown)")
    }

    @Test(arguments: [["sync"], ["sync", "status"], ["sync", "key"]])
    func `A damaged file of codes is an error that names it`(command: [String]) throws {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice("mybooks")
        #expect(try login(laptop, server, as: "laptop").status == .exited(0))
        let files =
            FileManager.default.enumerator(atPath: laptop.home.path)?.compactMap { $0 as? String } ?? []
        let file = try #require(files.first { $0.hasSuffix("sync.key") })
        try laptop.home.write("nonsense", to: file)
        let result = try TestSupport.run(
            laptop.program, command, environment: laptop.home.environment(),
            workingDirectory: laptop.home.path)
        #expect(result.status != .exited(0), "\(result.stdout)")
        #expect(result.stderr.contains("sync.key"), "\(result.stderr)")
    }

    @Test func `The code is only in a private file, also when it is typed`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = (try SyncDevice("mybooks"), try SyncDevice("mybooks"))
        #expect(try login(laptop, server, as: "laptop").status == .exited(0))
        let code = try code(laptop)
        let terminal = try desktop.terminal()
        try terminal.expectPrompt()
        try terminal.sendLine("sync login http://127.0.0.1:\(server.port)")
        try terminal.expect("The token (not shown")
        try terminal.sendLine(try server.addDevice("desktop"))
        try terminal.expect("The code of the account's key (not shown")
        try terminal.sendLine("wrong")
        try terminal.expect("isn't a code")
        try terminal.expect("not shown")
        try terminal.sendLine(code)
        try terminal.expect("is now synchronized")
        try terminal.expectPrompt()
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(!String(decoding: terminal.rawOutput, as: UTF8.self).contains(code))
        for device in [laptop, desktop] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: device.home.path).filter { path in
                let data = FileManager.default.contents(atPath: device.home.file(path)) ?? Data()
                return data.range(of: Data(code.utf8)) != nil
            }
            #expect(files.map { ($0 as NSString).lastPathComponent } == ["sync.key"])
            let path = device.home.file(try #require(files.first))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        #expect(!server.log.contains(code))
        // The key stays, so a later login doesn't ask for it.
        #expect(try desktop.run("sync", "off").status == .exited(0))
        #expect(try login(desktop, server, as: "again").status == .exited(0))
    }

    @Test func `A second account gets a code of its own, and the first one's is kept`() throws {
        let server = try SyncServerProcess()
        let laptop = try SyncDevice("mybooks")
        #expect(try login(laptop, server, as: "laptop").status == .exited(0))
        let first = try code(laptop)
        #expect(try server.run(["account", "add", "bob"]).status == .exited(0))
        let token = try laptop.home.write(try server.addDevice("laptop", account: "bob"), to: "token")
        let other = try laptop.run(
            "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", token)
        #expect(other.status == .exited(0), "\(other.stderr)")
        let second = try code(laptop)
        #expect(second != first)
        #expect(other.stdout.contains(second), "\(other.stdout)")
        #expect(try login(laptop, server, as: "again").status == .exited(0))
        #expect(try code(laptop) == first)
    }

    @Test func `A new code shuts out a lost device, and the others go on with it`() throws {
        let server = try SyncServerProcess()
        let (laptop, desktop) = (try SyncDevice("portfolio"), try SyncDevice("portfolio"))
        let lost = try SyncDevice("portfolio")
        #expect(try login(laptop, server, as: "laptop").status == .exited(0))
        let old = try code(laptop)
        for (device, name) in [(desktop, "desktop"), (lost, "lost")] {
            let file = try device.home.write(old, to: "code")
            #expect(try login(device, server, as: name, "--key-file", file).status == .exited(0))
        }
        try laptop.run("new", "Fix the login page")
        try laptop.run("sync")
        try lost.run("sync")
        // What this device hasn't received yet isn't lost.
        try desktop.run("new", "Write the manual")
        try desktop.run("sync")
        try desktop.run("new", "Unsent")
        let refused = try laptop.run("sync", "key", "new")
        #expect(refused.status == .exited(64), "\(refused.stderr)")
        #expect(try code(laptop) == old)
        let replaced = try laptop.run("sync", "key", "new", "--yes")
        #expect(replaced.status == .exited(0), "\(replaced.stderr)")
        let new = try code(laptop)
        #expect(new != old)
        #expect(replaced.stdout.contains(new), "\(replaced.stdout)")
        #expect(try laptop.run("sync", "--json").object["sent"] as? Int == 2)
        // A device with the earlier code neither sends nor receives, and can't replace the key.
        for arguments in [["sync"], ["sync", "key", "new", "--yes"]] {
            let result = try TestSupport.run(
                lost.program, arguments, environment: lost.home.environment(),
                workingDirectory: lost.home.path)
            #expect(result.status == .exited(1))
            #expect(result.stderr.contains("another key"), "\(result.stderr)")
        }
        #expect(try code(lost) == old)
        #expect(try desktop.run("sync").stderr.contains("sync login"))
        // Its token is still valid, so only the code is needed.
        let file = try desktop.home.write(new, to: "code")
        let joined = try desktop.run(
            "sync", "login", "http://127.0.0.1:\(server.port)", "--key-file", file)
        #expect(joined.status == .exited(0), "\(joined.stderr)")
        #expect(try desktop.run("sync").status == .exited(0))
        try laptop.run("sync")
        for device in [laptop, desktop] {
            let list = try device.run("list", "--csv").stdout
            for title in ["Fix the login page", "Write the manual", "Unsent"] {
                #expect(list.contains(title), "\(list)")
            }
        }
        #expect(!(try lost.run("list", "--csv").stdout.contains("Write the manual")))
    }

    @Test func `A store gives its data to a server that was set up anew`() throws {
        let old = try SyncServerProcess()
        let laptop = try SyncDevice.loggedIn("portfolio", old)
        try laptop.run("new", "Fix it")
        try laptop.run("sync")
        // All other devices and the server are lost.
        let new = try SyncServerProcess()
        #expect(try login(laptop, new, as: "laptop").status == .exited(0))
        #expect(try laptop.run("sync", "--json").object["sent"] as? Int == 1)
        let desktop = try SyncDevice("portfolio")
        let key = try desktop.home.write(try code(laptop), to: "code")
        #expect(try login(desktop, new, as: "desktop", "--key-file", key).status == .exited(0))
        try desktop.run("sync")
        #expect(try desktop.run("list", "--csv").stdout.contains("Fix it"))
    }

    @Test(arguments: [
        (
            program: "mybooks",
            lines: ["add %@ author%@", "shelf add %@ shelf%@ --yes", "quote add %@ quote%@"]
        ),
        (program: "itour", lines: ["add %@", "sight add sight%@ --in %@"]),
        (
            program: "portfolio",
            lines: ["new %@", "content %@ --text content%@", "tag new tag%@", "tag tag%@ %@"]
        ),
    ])
    func `Nothing that is written can be read in the server's files or in a request`(
        program: String, lines: [String]
    ) throws {
        let server = try SyncServerProcess()
        let proxy = try RecordingProxy(upstream: server.port)
        defer { proxy.stop() }
        let laptop = try SyncDevice.loggedIn(program, server, port: proxy.port)
        let desktop = try SyncDevice.loggedIn(program, server, as: "desktop", port: proxy.port)
        let planted = (0..<50).map { "secret\($0)word\($0 * 7_919)" }
        let script = planted.flatMap { text in lines.map { $0.replacing("%@", with: text) } }
        let result = try laptop.run(input: (script + ["sync"]).joined(separator: "\n") + "\n")
        #expect(result.status == .exited(0), "\(result.stderr)")
        try desktop.run("sync")
        #expect(try desktop.run("list", "--csv").stdout.contains(planted[49]))
        var size = 0
        for file in try FileManager.default.subpathsOfDirectory(atPath: server.directory.path) {
            guard let data = FileManager.default.contents(atPath: server.directory.file(file)) else {
                continue
            }
            size += data.count
            for text in planted { #expect(data.range(of: Data(text.utf8)) == nil, "\(file): \(text)") }
        }
        #expect(size > 10_000)
        // An edit and a deletion on the other device, and a question about the devices, are requests, too.
        #expect(try desktop.run("delete", planted[0], "--yes").status == .exited(0))
        #expect(try desktop.run("sync").status == .exited(0))
        #expect(try laptop.run("sync").status == .exited(0))
        #expect(try laptop.run("sync", "status").status == .exited(0))
        let requests = proxy.requests
        #expect(requests.range(of: Data("POST /v1/sync ".utf8)) != nil)
        #expect(requests.range(of: Data("POST /v1/account ".utf8)) != nil)
        #expect(requests.count > 10_000)
        let code = SyncServerProcess.accountCode
        for text in planted + [code, code.replacing("-", with: "")] {
            #expect(requests.range(of: Data(text.utf8)) == nil, "\(text)")
        }
    }
}
