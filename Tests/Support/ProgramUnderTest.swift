import Foundation

/// The programs that the package builds in the directory of the test executable.
public enum ProgramUnderTest {
    /// Returns the path of a built program, such as `mybooks`.
    public static func path(_ name: String) throws -> String {
        let executables = [
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "",
            Bundle.main.executablePath ?? "",
            CommandLine.arguments.first ?? "",
        ]
        let directories = executables.filter { !$0.isEmpty }.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path
        }
        for directory in directories {
            let path = "\(directory)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw TestSupportError(
            "\(name) is not built: it is not in \(Set(directories).sorted().joined(separator: " or "))")
    }
}
