import Foundation
import TestSupport

/// A recorded session of a program in accessible mode: `Transcripts/<program>/transcript.txt`.
///
/// The session contains every command of the program. Other tests run its lines to see every screen.
struct Transcript: Sendable {
    /// A typed line and its expected output.
    struct Step: Sendable {
        let line: String
        /// The lines of the output. In a line, `*` matches any text; the line `⋮` matches any number of
        /// lines.
        var expected: [String]
    }

    /// The programs that have transcripts.
    static let programs = ["mybooks", "itour", "moonshot", "portfolio"]

    /// The programs and the server, whose administration uses the same shell.
    static let all = programs + ["syncserver"]

    /// The languages of the programs, by the folders of their texts.
    static let languages = {
        let folder = Document.repository.appendingPathComponent("Localization").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }.sorted()
    }()

    let program: String
    let steps: [Step]

    /// Reads the transcript of a program.
    init(of program: String) throws {
        self.program = program
        let folder = try Self.folder(program)
        let source = try String(contentsOf: folder.appendingPathComponent(Self.file), encoding: .utf8)
        var steps: [Step] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("> ") {
                steps.append(Step(line: String(line.dropFirst(2)), expected: []))
            } else if !line.hasPrefix("# "), !steps.isEmpty {
                steps[steps.count - 1].expected.append(String(line))
            }
        }
        // Empty lines before a comment aren't part of the output.
        self.steps = steps.map { step in
            let end = step.expected.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
            return Step(line: step.line, expected: Array(step.expected[..<end]))
        }
    }

    /// The typed lines.
    var lines: [String] { steps.map(\.line) }

    /// The files that the session needs in the program's working directory.
    static func files(of program: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder(program), includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent != file }
    }

    private static let file = "transcript.txt"

    private static func folder(_ program: String) throws -> URL {
        guard let folder = Bundle.module.url(forResource: "Transcripts", withExtension: nil) else {
            throw TestSupportError("the transcripts are not beside the tests")
        }
        return folder.appendingPathComponent(program)
    }
}

extension Transcript.Step {
    /// Returns whether an output matches the expected one.
    func fits(_ shown: [String]) -> Bool { Self.fits(shown[...], expected[...]) }

    private static func fits(_ shown: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
        guard let pattern = expected.first else { return shown.isEmpty }
        if pattern == "⋮" {
            return (shown.startIndex...shown.endIndex).contains {
                fits(shown[$0...], expected.dropFirst())
            }
        }
        guard let line = shown.first, fits(line, pattern) else { return false }
        return fits(shown.dropFirst(), expected.dropFirst())
    }

    private static func fits(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "*")
        guard parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(parts[0]), line.hasSuffix(parts[parts.count - 1]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst() {
            if part.isEmpty { continue }
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
