import Foundation
import TestSupport

/// The library that is loaded into a program and makes its system calls fail: `Tests/FaultInjector`.
///
/// The tests compile it themselves, with the toolchain's C compiler, so that the package doesn't offer it to others.
enum FaultLibrary {
    /// Returns the path of the library. It is compiled at the first call, into the folder of the test programs.
    static func path() throws -> String { try compiled.get() }

    private static let compiled = Result { try compile() }

    private static func compile() throws -> String {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "FaultInjector/FaultInjector.c")
        let folder = URL(fileURLWithPath: try ProgramUnderTest.path("mybooks")).deletingLastPathComponent()
        let library = folder.appending(path: "libFaultInjector.so")
        // A name of its own, because two test runs can compile at the same time.
        let draft = folder.appending(path: "libFaultInjector-\(UUID().uuidString).so")
        defer { try? FileManager.default.removeItem(at: draft) }
        let output = try run(
            try compiler(),
            [
                "-shared", "-fPIC", "-O1", "-o", draft.path, "-I",
                "\(source.deletingLastPathComponent().path)/include",
                source.path, "-ldl", "-lpthread",
            ])
        guard FileManager.default.fileExists(atPath: draft.path) else {
            throw TestSupportError("\(source.path) can't be compiled: \(output)")
        }
        guard rename(draft.path, library.path) == 0 else {
            throw TestSupportError("\(library.path) can't be written")
        }
        return library.path
    }

    /// Returns the path of the C compiler that comes with Swift, or else the system's.
    private static func compiler() throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        for name in ["clang", "cc", "gcc"] {
            for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
                return "\(folder)/\(name)"
            }
        }
        throw TestSupportError("no C compiler: add the folder of `swift` to PATH")
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output
    }
}
