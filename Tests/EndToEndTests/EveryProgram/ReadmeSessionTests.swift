import Foundation
import TestSupport
import Testing

@Suite("Sessions in the README")
struct ReadmeSessionTests {
    /// A session as the README shows it, from its first prompt on.
    private struct Session {
        var program: String
        /// What stands before the first prompt.
        var greeting: [String] = []
        var steps: [(prompt: String, step: Transcript.Step)] = []
    }

    /// What is there before a session: lines that were typed, by how the session begins.
    private static let before = [
        "shelf add solaris": [
            "add Solaris \"Stanisław Lem\"", "rate 1 5", "finish 1", "add Lalka \"Bolesław Prus\"",
        ]
    ]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The sessions; those that fetch something from the web are none that a test can have.
    private static func sessions() throws -> [Session] {
        let page = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        var sessions: [Session] = []
        var block: [String]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            guard line.hasPrefix("```") else {
                block?.append(line)
                continue
            }
            if let lines = block, let session = session(lines) { sessions.append(session) }
            block = block == nil ? [] : nil
        }
        return sessions.filter { !$0.steps.contains { $0.step.line.contains("https://") } }
    }

    private static func session(_ lines: [String]) -> Session? {
        let program = Transcript.programs.first { program in
            lines.first == "$ \(program)" || lines.first?.hasPrefix("\(program)> ") == true
        }
        guard let program else { return nil }
        var session = Session(program: program)
        for line in lines where line != "$ \(program)" {
            if let end = line.range(of: "> "),
                line.hasPrefix(program) && line[..<end.lowerBound].count < 60 || line.hasPrefix("content> ")
            {
                let step = Transcript.Step(line: String(line[end.upperBound...]), expected: [])
                session.steps.append((String(line[..<end.upperBound]), step))
            } else if session.steps.isEmpty {
                session.greeting.append(line)
            } else {
                session.steps[session.steps.count - 1].step.expected.append(pattern(line))
            }
        }
        return session
    }

    /// What is left out is written as an ellipsis: lines, or the rest of a paragraph.
    private static func pattern(_ line: String) -> String { line == "…" || line.hasSuffix(" …") ? "⋮" : line }

    /// A line without what depends on the day, and on how wide that makes a table.
    private static func plain(_ line: String) -> String {
        line.replacing(/[A-Z][a-z]{2} [0-9]{1,2}, 20[0-9]{2}/, with: "DAY").replacing(/─+/, with: "─")
            .replacing(/[\ ]+/, with: " ").trimmingCharacters(in: .whitespaces)
    }

    private static func person(_ session: Session) throws -> Person {
        let person = try Person(session.program)
        try FileManager.default.copyItem(
            atPath: root.appendingPathComponent("Tests/MyBooksTests/Fixtures/goodreads_library_export.csv")
                .path,
            toPath: person.home.file("goodreads_library_export.csv"))
        let features = (1...12).map { number in
            """
            {"type": "Feature", "properties": {"name": "Museum \(number)"},
            "geometry": {"type": "Point", "coordinates": [12.49, 41.\(80 + number)]}}
            """
        }
        try person.home.write(
            #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#,
            to: "museums.geojson")
        let beginning = session.steps.first?.step.line ?? ""
        for (begins, lines) in before where beginning.hasPrefix(begins) { _ = try person.screens(lines) }
        return person
    }

    @Test("Every session runs as it is shown, in an empty home", arguments: [0, 1, 2, 3, 4])
    func run(number: Int) throws {
        let sessions = try Self.sessions()
        #expect(sessions.count == 5)
        let session = sessions[number]
        let person = try Self.person(session)
        let terminal = try PseudoTerminal(
            person.path, [], environment: person.environment, workingDirectory: person.home.path, columns: 80,
            rows: 100)
        let greeting = try terminal.expectPrompt("\(session.program)> ").split(separator: "\n")
        #expect(session.greeting.isEmpty || session.greeting.map { Substring($0) } == greeting)
        for (index, (_, step)) in session.steps.enumerated() {
            try terminal.sendLine(step.line)
            if index + 1 == session.steps.count { break }
            // The line itself stands first.
            let shown = try terminal.expectPrompt(session.steps[index + 1].prompt)
                .split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().map(
                    String.init)
            let expected = Transcript.Step(line: step.line, expected: step.expected.map(Self.plain))
            // What a paragraph begins with is shown before the rest of it is left out.
            #expect(expected.fits(shown.map(Self.plain)), "\(step.line):\n\(shown.joined(separator: "\n"))")
        }
    }
}
