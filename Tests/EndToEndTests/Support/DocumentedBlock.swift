import Foundation
import Testing

/// A fenced block of `README.md` or of a page in `docs`.
///
/// An HTML comment directly before a block controls how tests run it:
///
/// - `<!-- before: COMMANDS -->` runs shell commands in the same home directory before the block.
/// - `<!-- not run: REASON -->` excludes the block from the tests.
struct DocumentedBlock: Sendable, CustomTestStringConvertible {
    /// The page's path in the repository.
    let page: String
    /// The number of the line with the opening fence.
    let line: Int
    /// The word after the opening fence, such as `sh`.
    let language: String
    /// The lines between the fences.
    let lines: [String]
    /// The shell commands that run before the block.
    let setup: String?
    /// The reason why no test runs the block; `nil` if tests run it.
    let reasonNotRun: String?

    var testDescription: String { "\(page):\(line)" }

    /// Whether the block shows a session: lines that a user typed at a prompt, and their output.
    var isSession: Bool { language != "sh" && lines.contains { Self.prompt(of: $0) != nil } }

    /// All blocks of all pages; empty if a page can't be read, which a test reports.
    static let all: [DocumentedBlock] = (try? Document.pages().flatMap(blocks)) ?? []

    /// The sessions that tests run and compare with their documented output.
    static let sessions = all.filter { $0.isSession && $0.reasonNotRun == nil }

    /// The blocks of shell commands that tests run.
    static let commands = all.filter { $0.language == "sh" && $0.reasonNotRun == nil }

    /// Returns the prompt at the beginning of a line; `nil` if the line is output.
    static func prompt(of line: String) -> String? {
        if line.hasPrefix("$ ") { return "$ " }
        if line.hasPrefix("content> ") { return "content> " }
        if let answer = line.range(of: "[y/N] ") { return String(line[..<answer.upperBound]) }
        guard let program = Transcript.all.first(where: { line.hasPrefix($0) }),
            let end = line.range(of: "> "), line[..<end.lowerBound].count < 60
        else { return nil }
        let opened = line[..<end.lowerBound].dropFirst(program.count)
        return opened.isEmpty || opened.first == " " ? String(line[..<end.upperBound]) : nil
    }

    /// Finds the blocks of a page.
    private static func blocks(of page: Document) -> [DocumentedBlock] {
        var blocks: [DocumentedBlock] = []
        var comments: [String] = []
        var comment: [String]?
        var fence: (line: Int, language: String, indentation: Int)?
        var lines: [String] = []
        for (index, line) in page.lines.enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let opened = fence {
                if trimmed == "```" {
                    blocks.append(
                        DocumentedBlock(
                            page: page.path, line: opened.line, language: opened.language, lines: lines,
                            setup: value(of: "before", in: comments),
                            reasonNotRun: value(of: "not run", in: comments)))
                    (fence, lines, comments) = (nil, [], [])
                } else {
                    // A block in a list is indented.
                    lines.append(String(line.dropFirst(opened.indentation)))
                }
            } else if trimmed.hasPrefix("```") {
                let indentation = line.prefix { $0 == " " }.count
                fence = (index + 1, String(trimmed.dropFirst(3)), indentation)
            } else if comment != nil || trimmed.hasPrefix("<!--") {
                comment = (comment ?? []) + [comment == nil ? trimmed : line]
                if trimmed.hasSuffix("-->") {
                    comments.append(comment?.joined(separator: "\n") ?? "")
                    comment = nil
                }
            } else if !trimmed.isEmpty {
                comments = []
            }
        }
        return blocks
    }

    /// Returns the text of the last comment that begins with a name and a colon.
    private static func value(of name: String, in comments: [String]) -> String? {
        let begin = "<!-- \(name):"
        return comments.last { $0.hasPrefix(begin) }
            .map { $0.dropFirst(begin.count).dropLast(3).trimmingCharacters(in: .whitespacesAndNewlines) }
    }
}
