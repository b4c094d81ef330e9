import Foundation
import TestSupport

/// A new home directory in which a block of the documentation runs. The built programs are on `PATH`.
struct ScratchHome {
    private let directory: TemporaryDirectory
    /// The environment variables for the block.
    let environment: [String: String]

    /// The path of the home directory, which is also the working directory of commands.
    var path: String { directory.file("home") }

    /// Creates a home directory with the files that the documentation imports, and runs the block's setup.
    init(for block: DocumentedBlock) throws {
        directory = try TemporaryDirectory()
        let programs = URL(fileURLWithPath: try ProgramUnderTest.path("mybooks")).deletingLastPathComponent()
        let systemPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment = directory.environment(adding: [
            "PATH": "\(programs.path):\(systemPath)", "EDITOR": "true", "PS1": "$ ",
        ])
        try FileManager.default.copyItem(
            at: Document.repository.appendingPathComponent(
                "Tests/MyBooksTests/Fixtures/goodreads_library_export.csv"),
            to: URL(fileURLWithPath: "\(path)/goodreads_library_export.csv"))
        let features = (1...12).map { number in
            """
            {"type": "Feature", "properties": {"name": "Museum \(number)"},
            "geometry": {"type": "Point", "coordinates": [12.49, 41.\(80 + number)]}}
            """
        }
        try directory.write(
            #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#,
            to: "home/museums.geojson")
        if let setup = block.setup {
            let result = try runScript(setup)
            guard result.status == .exited(0) else {
                throw TestSupportError("\(block.testDescription): the setup failed: \(result.stderr)")
            }
        }
    }

    /// Runs shell commands, and stops at the first command that fails.
    func runScript(_ commands: String) throws -> ProcessResult {
        try run(
            "/bin/sh", ["-e", "-c", commands], environment: environment, workingDirectory: path)
    }
}
