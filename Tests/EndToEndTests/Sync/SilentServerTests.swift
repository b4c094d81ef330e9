import Foundation
import TestSupport
import Testing

@Suite("Silent servers")
struct SilentServerTests {
    /// Returns the processor time that a process has used so far, in seconds.
    private func processorTime(of process: BackgroundProcess) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.pid)/stat", encoding: .utf8)
        // The program's name, in parentheses, may contain spaces. The numbers are the fields 14 and 15.
        let fields = try #require(status.split(separator: ")").last).split(separator: " ")
        let ticks = [11, 12].compactMap { Double(fields[$0]) }
        try #require(ticks.count == 2)
        return (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// On Linux, Foundation's URLSession takes a whole core while it waits.
    @Test(
        .level(.default),
        .enabled(if: access("/proc/self/stat", R_OK) == 0, "this system has no /proc"),
        arguments: [true, false])
    func `Waiting for a silent server takes hardly any processor time`(isImport: Bool) throws {
        // One answer stops before its head, the other one within its body.
        let server = try TestWebServer([
            "/points.json": .cutOff("[", hangs: true), "/v1/account": .raw("", hangs: true),
        ])
        defer { server.stop() }
        let home = try TemporaryDirectory()
        let token = try home.write(String(repeating: "t", count: 43), to: "token")
        let command =
            isImport
            ? ["poi", "import", server.address + "/points.json"]
            : ["sync", "login", server.address, "--token-file", token]
        let process = try BackgroundProcess(
            ProgramUnderTest.path("itour"), command, environment: home.environment(),
            logPath: home.file("log"))
        try wait(for: "the request arrives") { server.requestCount > 0 || process.status != nil }
        // The program may still do something about the request it has just sent.
        Thread.sleep(forTimeInterval: 0.5)
        let before = try processorTime(of: process)
        Thread.sleep(forTimeInterval: 3)
        try #require(process.status == nil && server.requestCount == 1, "\(process.log)")
        // A tenth of the time: URLSession takes more than 2 of 3 seconds.
        #expect(try processorTime(of: process) - before < 0.3)
        process.send(SIGINT)
        #expect(try process.waitForEnd() == .exited(130), "\(process.log)")
    }
}
