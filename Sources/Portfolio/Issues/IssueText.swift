import Foundation
import Localization
import ProgramKit
import Shell

/// A whole issue as one text, which the user edits: lines such as `due: 2024-03-15`, an empty line and the
/// content.
struct IssueText: Hashable, Sendable {
    /// The names of the lines before the notes. Those of tags and of blocking issues aren't fields.
    private static let names: [String] = {
        let words = Issue.written.map(\.word)
        let place = words.firstIndex(of: "due") ?? words.endIndex
        return words[..<place] + [tagsName] + words[place...] + [blockersName]
    }()
    private static let tagsName = "tags"
    /// The name of the line with the blocking issues.
    static let blockersName = "blocked by"

    /// A mistake in a line.
    struct Mistake: Hashable, Sendable {
        let line: Int
        let reason: LocalizedText
    }

    /// A note, by its time in ISO 8601; `nil` for a new note.
    struct WrittenNote: Hashable, Sendable {
        let time: String?
        let text: String
    }

    /// The values of ``Issue/written`` as the user types them, by the words of the fields.
    var values: [String: String] = [:]
    var tags: [String] = []
    var blockers: [Int] = []
    var notes: [WrittenNote] = []
    var content = ""
    /// The lines of the fields, for mistakes that are found later.
    private(set) var lines: [String: Int] = [:]
}

extension IssueText {
    /// Creates the text of an issue.
    @MainActor
    init(_ issue: Issue, in session: PortfolioSession) {
        let context = session.fieldContext
        for field in Issue.written { values[field.word] = field.written(issue, context) }
        tags = session.collator.sorted(issue.tags.map(\.name))
        blockers = issue.blockedBy.map(\.number).sorted()
        notes = issue.notesInOrder.map { WrittenNote(time: ISOTime.string($0.written), text: $0.text) }
        content = issue.content
    }

    /// Returns the text, with an explanation in the user's language.
    func written(_ localizer: Localizer) -> String {
        let explanation = localizer.string(
            text("Lines that begin with # are ignored. The content follows after the first empty line."))
        var text = "# \(explanation)\n"
        for name in Self.names {
            let value =
                switch name {
                case Self.tagsName: TagList.text(tags)
                case Self.blockersName: blockers.map(String.init).joined(separator: ", ")
                default: values[name] ?? ""
                }
            text += value.isEmpty ? "\(name):\n" : "\(name): \(value)\n"
        }
        for note in notes {
            text +=
                "note \(note.time ?? ""): \(note.text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n"
        }
        return text + "\n\(content)\n"
    }

    /// Parses an edited text.
    ///
    /// - Returns: The values, and the mistakes with their lines.
    static func parse(_ string: String, _ context: ParseContext) -> (text: IssueText, mistakes: [Mistake]) {
        var result = IssueText()
        var mistakes: [Mistake] = []
        let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
            String.init)
        let end = lines.firstIndex { $0.trimmingWhitespace().isEmpty } ?? lines.count
        for (index, line) in lines[..<end].enumerated() where !line.hasPrefix("#") {
            do {
                try result.take(line, number: index + 1, context)
            } catch let error as any PresentableError {
                mistakes.append(Mistake(line: index + 1, reason: error.problem))
            } catch {
                mistakes.append(Mistake(line: index + 1, reason: text("The line isn't understood.")))
            }
        }
        if result.lines["title"] == nil, mistakes.isEmpty {
            mistakes.append(Mistake(line: 1, reason: text("The line “title:” is missing.")))
        }
        var content = lines.dropFirst(end + 1)
        while content.last?.isEmpty == true { content.removeLast() }
        do {
            result.content = try CheckedText.content(content.joined(separator: "\n"))
        } catch {
            mistakes.append(Mistake(line: min(end + 2, lines.count), reason: error.problem))
        }
        return (result, mistakes)
    }

    private mutating func take(_ line: String, number: Int, _ context: ParseContext) throws {
        let parts: (name: String, value: String)
        if let end = line.range(of: ": ")
            ?? (line.hasSuffix(":") ? line.range(of: ":", options: .backwards) : nil)
        {
            parts = (
                String(line[..<end.lowerBound]).trimmingWhitespace().lowercased(),
                String(line[end.upperBound...]).trimmingWhitespace()
            )
        } else {
            throw Self.unknown(line)
        }
        if parts.name == "note" || parts.name.hasPrefix("note ") {
            let time = parts.name.dropFirst(5).uppercased()
            let note = Self.unescaped(parts.value)
            if !note.isEmpty {
                notes.append(
                    WrittenNote(time: time.isEmpty ? nil : time, text: try CheckedText.content(note)))
            }
            return
        }
        let name = parts.name, value = parts.value
        guard Self.names.contains(name) else { throw Self.unknown(line) }
        if lines.updateValue(number, forKey: name) != nil {
            throw ValueError.refused(text("“%@” occurs twice.", name), remedy: nil)
        }
        switch name {
        case Self.tagsName:
            for name in TagList.names(value) {
                let name = name.trimmingWhitespace()
                tags.append(try CheckedText.tagName(name.hasPrefix("#") ? String(name.dropFirst()) : name))
            }
        case Self.blockersName:
            for part in value.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
                let digits = part.hasPrefix("#") ? part.dropFirst() : part
                guard let number = Int(digits), number > 0 else { throw ValueError.notANumber(String(part)) }
                blockers.append(number)
            }
        default:
            _ = try Issue.written.first { $0.word == name }?.change(to: value, context)
            values[name] = value.isEmpty ? nil : value
        }
    }

    /// Returns the changes that lead from another text to this one.
    ///
    /// - Throws: The errors of parsing.
    func changes(from other: IssueText, _ context: ParseContext) throws -> [FieldChange<Issue>] {
        try Issue.written.compactMap { field in
            let value = values[field.word]
            // A missing line leaves its field as it is.
            if value == other.values[field.word] || lines[field.word] == nil { return nil }
            return try field.change(to: value ?? "", context)
        }
    }

    private static func unknown(_ line: String) -> ValueError {
        ValueError.refused(
            text("“%@” isn't a field.", String(line.prefix(40))),
            remedy: nil)
    }

    private static func unescaped(_ text: String) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                result.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return isEscaped ? result + "\\" : result
    }
}

/// The mistakes in an edited text.
struct IssueTextError: PresentableError {
    let mistakes: [IssueText.Mistake]

    var problem: LocalizedText {
        // The reasons are sentences.
        mistakes.reduce(text("The text has %lld mistakes.", mistakes.count)) {
            LocalizedText(
                "%1$@ %2$@", table: "", [.text($0), .text(text("Line %1$lld: %2$@", $1.line, $1.reason))])
        }
    }

    var remedy: LocalizedText? { nil }
    var failure: FailureKind { .usage }
}
