import Foundation
import TestSupport
import Testing

@Suite("Running of programs", .level(.default))
struct RunTests {
    @Test func `Both outputs and the status are returned`() throws {
        let result = try run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
        #expect(result.stdout == "out\n")
        #expect(result.stderr == "err\n")
        #expect(result.status == .exited(3))
        #expect(try run("/bin/sh", ["-c", "kill -TERM $$"]).status == .signalled(SIGTERM))
    }

    @Test func `Large input and outputs can be transferred at the same time`() throws {
        let input = [UInt8](repeating: 0xFF, count: 3_000_000)
        let result = try run("/bin/sh", ["-c", "tee /dev/stderr"], input: input)
        #expect(result.outputBytes == input)
        #expect(result.errorBytes == input)
    }

    @Test func `A program may ignore its input`() throws {
        let input = [UInt8](repeating: 65, count: 1_000_000)
        #expect(try run("/bin/sh", ["-c", "exit 0"], input: input).status == .exited(0))
    }

    @Test func `A program that takes too long is killed, and its output is reported`() throws {
        let error = #expect(throws: TestSupportError.self) {
            try run("/bin/sh", ["-c", "echo begun; sleep 1000"], timeout: .milliseconds(300))
        }
        #expect(error?.description.contains("took too long") == true)
        #expect(error?.description.contains("begun") == true)
    }

    @Test func `Background processes of the program aren't awaited`() throws {
        let result = try run("/bin/sh", ["-c", "sleep 20 & echo done; echo $!"])
        let lines = result.stdout.split(separator: "\n")
        #expect(lines.first == "done")
        if let left = lines.last.flatMap({ pid_t($0) }) { kill(left, SIGKILL) }
    }

    @Test func `A missing program is reported`() throws {
        let error = #expect(throws: TestSupportError.self) { try run("/nowhere/program") }
        #expect(error?.description.contains("/nowhere/program") == true)
    }

    @Test func `The program gets the given directory and environment`() throws {
        let directory = try TemporaryDirectory()
        let environment = directory.environment(locale: "hu_HU.UTF-8", adding: ["NO_COLOR": "1"])
        let result = try run(
            "/bin/sh", ["-c", "pwd; echo $HOME $LANG $NO_COLOR"], environment: environment,
            workingDirectory: directory.path)
        #expect(result.stdout == "\(directory.path)\n\(directory.path)/home hu_HU.UTF-8 1\n")
    }

    @Test func `Built programs are found`() throws {
        let tests = try ProgramUnderTest.path("LocalizationEmbedder")
        #expect(FileManager.default.isExecutableFile(atPath: tests))
        let error = #expect(throws: TestSupportError.self) { try ProgramUnderTest.path("nothing-like-it") }
        #expect(error?.description.contains("nothing-like-it is not built") == true)
    }

    @Test func `Temporary directories are removed`() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(directory?.path)
        try directory?.write("text", to: "folder/file.txt")
        #expect(FileManager.default.fileExists(atPath: path + "/folder/file.txt"))
        directory = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `Random numbers of a seed are repeatable`() {
        var first = SeededGenerator(seed: 1)
        var second = SeededGenerator(seed: 1)
        #expect((0..<10).map { _ in first.next() } == (0..<10).map { _ in second.next() })
        // The published algorithm's first number for the seed 0.
        var zero = SeededGenerator(seed: 0)
        #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
    }
}
