import Foundation
import Localization
import Shell

/// A whole issue as one text, which the user edits: lines such as `due: 2024-03-15`, an empty line and the
/// content.
struct IssueText: Hashable, Sendable {
    /// A field before the content. The raw value is its name in the text.
    enum Field: String, CaseIterable, Sendable {
        case title, status, priority, tags, due, wait, every
        case blockedBy = "blocked by"
    }

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

    var title = ""
    var status = IssueStatus.open
    var priority = Priority.low
    var tags: [String] = []
    var due: CivilDate?
    var wait: CivilDate?
    var rule: Recurrence?
    var blockers: [Int] = []
    var notes: [WrittenNote] = []
    var content = ""
    /// The lines of the fields, for mistakes that are found later.
    private(set) var lines: [Field: Int] = [:]
}

extension IssueText {
    /// Creates the text of an issue.
    @MainActor
    init(_ issue: Issue, _ collator: Collator) {
        title = issue.title
        status = issue.status
        priority = issue.priority
        tags = collator.sorted(issue.tags.map(\.name))
        due = issue.dueDay
        wait = issue.waitingDay
        rule = issue.rule
        blockers = issue.blockedBy.map(\.number).sorted()
        notes = issue.notesInOrder.map { WrittenNote(time: ISOTime.string($0.written), text: $0.text) }
        content = issue.content
    }

    /// Returns the text, with an explanation in the user's language.
    func written(_ localizer: Localizer) -> String {
        let explanation = localizer.string(
            text("Lines that begin with # are ignored. The content follows after the first empty line."))
        var text = "# \(explanation)\n"
        for field in Field.allCases {
            let value =
                switch field {
                case .title: title
                case .status: status.rawValue
                case .priority: priority.rawValue
                case .tags: TagList.text(tags)
                case .due: due?.description ?? ""
                case .wait: wait?.description ?? ""
                case .every: rule.map { localizer.string($0.name) } ?? ""
                case .blockedBy: blockers.map(String.init).joined(separator: ", ")
                }
            text += value.isEmpty ? "\(field.rawValue):\n" : "\(field.rawValue): \(value)\n"
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
        let end = lines.firstIndex { $0.trimmingSpaces.isEmpty } ?? lines.count
        for (index, line) in lines[..<end].enumerated() where !line.hasPrefix("#") {
            do {
                try result.take(line, number: index + 1, context)
            } catch let error as any PresentableError {
                mistakes.append(Mistake(line: index + 1, reason: error.problem))
            } catch {
                mistakes.append(Mistake(line: index + 1, reason: text("The line isn't understood.")))
            }
        }
        if result.lines[.title] == nil, mistakes.isEmpty {
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
                String(line[..<end.lowerBound]).trimmingSpaces.lowercased(),
                String(line[end.upperBound...]).trimmingSpaces
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
        guard let field = Field(rawValue: parts.name) else { throw Self.unknown(line) }
        if lines.updateValue(number, forKey: field) != nil {
            throw ValueError.refused(text("“%@” occurs twice.", field.rawValue), remedy: nil)
        }
        let value = parts.value
        switch field {
        case .title: title = try CheckedText.line(value)
        case .status: status = try ValueType<IssueStatus>.choice(IssueStatus.choices).parse(value, context)
        case .priority: priority = try ValueType<Priority>.choice(Priority.choices).parse(value, context)
        case .tags:
            for name in TagList.names(value) {
                let name = name.trimmingSpaces
                tags.append(try CheckedText.tagName(name.hasPrefix("#") ? String(name.dropFirst()) : name))
            }
        case .due:
            due = value.isEmpty ? nil : try ValueType<DayAssignment>.naturalDay.parse(value, context).day
        case .wait:
            wait = value.isEmpty ? nil : try ValueType<DayAssignment>.naturalDay.parse(value, context).day
        case .every:
            guard !value.isEmpty,
                case .rule(let rule, _) = try ValueType<RecurrenceAssignment>.recurrence.parse(value, context)
            else { return }
            self.rule = rule
        case .blockedBy:
            for part in value.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
                let digits = part.hasPrefix("#") ? part.dropFirst() : part
                guard let number = Int(digits), number > 0 else { throw ValueError.notANumber(String(part)) }
                blockers.append(number)
            }
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

    var remedy: LocalizedText? { text("Nothing was changed. The edited text is kept as a draft.") }
    var failure: FailureKind { .usage }
}
