import Foundation
import TestSupport
import Testing

/// `sync` and what belongs to it, in built programs against the built server.
@Suite(.serialized) struct SyncCommandTests {
    /// A computer of a person: a program, with a home of its own.
    private struct Device {
        let home: TemporaryDirectory
        let program: String

        init(_ program: String) throws {
            home = try TemporaryDirectory()
            self.program = try ProgramUnderTest.path(program)
        }

        @discardableResult
        func run(_ arguments: String..., input: String = "") throws -> ProcessResult {
            try TestSupport.run(
                program, arguments, stdin: input, environment: home.environment())
        }

    }

    private func pair(_ program: String, _ server: SyncServerProcess) throws -> (Device, Device) {
        let devices = (try Device(program), try Device(program))
        for (device, name) in [(devices.0, "laptop"), (devices.1, "desktop")] {
            let token = try server.addDevice("\(program)-\(name)")
            let result = try device.run(
                "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-", input: token + "\n")
            #expect(result.status == .exited(0), "\(result.stderr)")
            #expect(!result.stdout.contains(token))
        }
        return devices
    }

    @Test func whatOneDeviceAddsAnotherHasAfterBothSynchronize() throws {
        let server = try SyncServerProcess()
        for (program, addition, list) in [
            ("itour", ["add", "Łódź"], "list"), ("mybooks", ["add", "Solaris", "Lem"], "list"),
            ("portfolio", ["new", "Fix it"], "list"),
        ] {
            let (laptop, desktop) = try pair(program, server)
            let added = try TestSupport.run(
                laptop.program, addition, environment: laptop.home.environment())
            #expect(added.status == .exited(0), "\(added.stderr)")
            #expect(try laptop.run("sync", "--json").object["sent"] as? Int ?? 0 > 0)
            #expect(try desktop.run("sync", "--json").object["received"] as? Int ?? 0 > 0)
            #expect(try desktop.run(list, "--csv").stdout == laptop.run(list, "--csv").stdout)
            #expect(try laptop.run("sync", "status", "--json").object["notSynchronized"] as? Int == 0)
            // Another account's, or program's, records are nobody else's.
            #expect(try laptop.run("sync", "--json").object["received"] as? Int == 0)
        }
    }

    @Test func theTokenIsForItsOwnersEyesAndForgottenAtTheEnd() throws {
        let server = try SyncServerProcess()
        let (laptop, _) = try pair("mybooks", server)
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

    @Test func aWrongTokenAServerThatIsNotThereAndNoServerAreToldApart() throws {
        let server = try SyncServerProcess()
        let laptop = try Device("mybooks")
        let address = "http://127.0.0.1:\(server.port)"
        let wrong = try laptop.run("sync", "login", address, "--token-file", "-", input: "wrong\n")
        #expect(wrong.status == .exited(1))
        #expect(wrong.stderr.contains("does not know this token"))
        let port = server.port
        server.kill()
        let gone = try laptop.run(
            "sync", "login", "http://127.0.0.1:\(port)", "--token-file", "-", input: "t\n")
        #expect(gone.status == .exited(74))
        #expect(
            try laptop.run("sync", "login", "nothing", "--token-file", "-", input: "t\n").status
                == .exited(64))
        let open = try laptop.run("sync", "login", "http://example.org", "--token-file", "-", input: "t\n")
        #expect(open.status == .exited(64))
        #expect(open.stderr.contains("without encryption"))
        #expect(
            try laptop.run("sync", "login", address, "--token-file", "-", input: "a b\n").status
                == .exited(64))
        #expect(try laptop.run("sync", "login", address).status == .exited(64))
    }

    @Test func aSingleCommandDoesNotUseTheNetworkAndFailuresKeepTheQueue() throws {
        let server = try SyncServerProcess()
        let (laptop, _) = try pair("mybooks", server)
        server.kill()
        #expect(try laptop.run("add", "Eden", "Lem").status == .exited(0))
        #expect(try laptop.run("sync").status == .exited(74))
        let status = try laptop.run("sync", "status", "--json").object
        #expect(status["notSynchronized"] as? Int == 1)
        #expect(status["problem"] as? String == "unreachable")
        try server.start()
        #expect(try laptop.run("sync", "--json").object["sent"] as? Int == 1)
    }
}
