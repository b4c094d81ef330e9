import Foundation
import Localization
import ProgramKit
import Shell

/// Writes and reads issues as a Markdown checklist: `- [ ] Title #tag !high`, with the content indented
/// below. Each line ends with a comment that contains the issue's identifier and dates. Markdown doesn't show
/// this comment.
enum Checklist {
    static func text(_ entries: [IssueEntry], tags: [String] = []) -> String {
        let items = entries.map(item).joined()
        if tags.isEmpty { return items }
        // Write the unused tags in a comment; otherwise, Markdown would show them as a paragraph.
        return items + (items.isEmpty ? "" : "\n") + "\(tagsBegin)\(words(tags)) -->\n"
    }

    /// The fields whose values are facts in comments, by their names there. The content and the priority are in the text.
    fileprivate static let details = Issue.details.filter { !["content", "priority"].contains($0.key) }
        .map { (name: $0.word == "every" ? "rec" : $0.word, field: $0) }

    /// The beginning of the line with unused tags.
    fileprivate static let tagsBegin = "<!-- tags:"

    private static func words(_ tags: [String]) -> String {
        tags.map { tag in
            let name = escaped(tag)
            // Put a name of several words in quotation marks, so that it stays together.
            return tag.unicodeScalars.contains(" ") ? " #\"\(name)\"" : " #\(name)"
        }.joined()
    }

    private static func item(_ entry: IssueEntry) -> String {
        var line = "- [\(entry.status == .closed ? "x" : " ")] \(escaped(entry.title))"
        line += words(entry.tags ?? [])
        if let priority = entry.priority, priority != .low { line += " !\(priority.rawValue)" }
        let facts =
            [
                entry.identifier.map { "id=\($0.uuidString)" },
                entry.created.map { "created=\(ISOTime.string($0))" },
                entry.closed.map { "closed=\(ISOTime.string($0))" },
                entry.modified.map { "modified=\(ISOTime.string($0))" },
            ].compactMap(\.self)
            + details.compactMap { name, field in
                entry.values[field.key].map { "\(name)=\(fact($0.csvText))" }
            }
            + [
                entry.blockedBy.map { "blocked-by=\($0.map(\.uuidString).joined(separator: ","))" }
            ].compactMap(\.self)
            + (entry.notes ?? []).map { "note=\(ISOTime.string($0.written))/\(percentEncoded($0.text))" }
        if !facts.isEmpty { line += " <!-- \(facts.joined(separator: " ")) -->" }
        line += "\n"
        if let content = entry.content, !content.isEmpty {
            for part in content.split(separator: "\n", omittingEmptySubsequences: false) {
                line += "  \(part)\n"
            }
        }
        return line
    }

    /// Returns a value as a word of a comment. Days, numbers and recurrences stay readable.
    private static func fact(_ value: String) -> String {
        value.utf8.allSatisfy(plain.contains) ? value : percentEncoded(value)
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+,-.:@".utf8)

    /// Returns a text without spaces and without the end of a comment.
    private static func percentEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// The characters of Markdown's syntax, and those that mark tags and priorities.
    private static let special = Set("\\`*_[]<>#!&~\"".unicodeScalars)

    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}

/// Reads issues from a Markdown checklist.
struct ChecklistSource: ImportSource {
    private var lines: TextLines
    /// The line of the present item, and its position.
    private var item: (position: Int, line: ScalarText)?
    /// The lines below the present item.
    private var contentLines: [ScalarText] = []
    /// Rows that were read together with an earlier row.
    private var pending: [ImportRow<ImportedRow>] = []

    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - read: Returns the bytes in pieces; an empty piece marks the end.
    init(path: String, read: @escaping () throws -> [UInt8]) { lines = TextLines(path: path, read: read) }

    mutating func next() throws -> ImportRow<ImportedRow>? {
        while pending.isEmpty {
            guard let line = try lines.next() else {
                finish()
                break
            }
            take(line, at: lines.number)
        }
        return pending.isEmpty ? nil : pending.removeFirst()
    }

    private mutating func take(_ characters: Substring, at position: Int) {
        let line = characters.unicodeScalars
        if ChecklistItem.begins(line) {
            finish()
            item = (position, line)
        } else if ChecklistItem.isNearly(characters) {
            // Report lines that were probably meant as items.
            finish()
            let problem = SkippedEntry(text("the checkbox is neither “[ ]” nor “[x]”"))
            pending.append(ImportRow(skipped: problem, at: position))
        } else if line.isEmpty || line.begins(with: "  ") || line.first == "\t" {
            if item != nil { contentLines.append(line) }
        } else if line.begins(with: Checklist.tagsBegin), line.ends(with: " -->") {
            finish()
            let tags = ChecklistItem.tags(
                line.dropFirst(Checklist.tagsBegin.unicodeScalars.count).dropLast(4))
            var problems: [FieldProblem] = []
            let names = IssueEntry.checked(tags: tags, IssueEntry.tagsKey, &problems) ?? []
            if !tags.isEmpty { pending.append(ImportRow(.tags(names), at: position, problems: problems)) }
        } else {
            finish()
            // Headings and paragraphs between lists are no entries.
            guard ChecklistItem.isPlainItem(characters) else { return }
            let problem = SkippedEntry(text("the item has no checkbox “[ ]”"))
            pending.append(ImportRow(skipped: problem, at: position))
        }
    }

    /// Makes a row of the present item.
    private mutating func finish() {
        guard let (position, line) = item else { return }
        // Blank lines at the end only separate items and aren't part of the content.
        while contentLines.last?.isEmpty == true { contentLines.removeLast() }
        var (entry, problems) = ChecklistItem(line).entry()
        if entry.identifier == nil {
            // In handwritten lists, a line of spaces counts as blank, too. In exports, such a line is part of
            // the content.
            while contentLines.last?.allSatisfy(\.properties.isWhitespace) == true {
                contentLines.removeLast()
            }
        }
        // In exports, a missing content means that it is empty. Handwritten lists may leave out any content,
        // so don't set the content.
        if entry.identifier != nil || !contentLines.isEmpty {
            entry.content = contentLines.map(Self.unindented).joined(separator: "\n")
        }
        pending.append(entry.row(at: position, problems))
        item = nil
        contentLines = []
    }

    /// Returns a line of a content without its indentation.
    private static func unindented(_ line: ScalarText) -> String {
        String(line.first == "\t" ? line.dropFirst() : line.begins(with: "  ") ? line.dropFirst(2) : line)
    }
}

/// The first line of a checklist's item.
struct ChecklistItem {
    private let isDone: Bool
    private let rest: ScalarText

    /// Whether a line is the first of an item.
    static func begins(_ line: ScalarText) -> Bool {
        guard let bullet = line.first, "-*+".unicodeScalars.contains(bullet) else { return false }
        return [" [ ] ", " [x] ", " [X] "].contains { line.dropFirst().begins(with: $0) }
    }

    /// Whether a line has a malformed checkbox, such as `- [X ]`, `-[ ]` or `- []`.
    static func isNearly(_ line: Substring) -> Bool {
        guard let match = line.prefixMatch(of: /[-*+] *\[([^\]\[]{0,3})\]/) else { return false }
        // The text may also be the beginning of a link or a footnote, which aren't malformed.
        let next = line[match.range.upperBound...].first
        return next != "(" && next != "[" && next != ":" && match.1.allSatisfy { " xX✓✔~-.?".contains($0) }
    }

    /// Returns whether a line is an item of a list without a checkbox, such as `- milk` or `1. milk`.
    static func isPlainItem(_ line: Substring) -> Bool {
        line.prefixMatch(of: /([-*+]|[0-9]{1,9}[.)])[ \t]+[^ \t]/) != nil
    }

    init(_ line: ScalarText) {
        isDone = line.dropFirst(3).first != " "
        rest = line.dropFirst(6)
    }

    /// Parses the line. A fact that can't be read costs its field.
    func entry() -> (IssueEntry, [FieldProblem]) {
        var problems: [FieldProblem] = []
        var entry = IssueEntry(title: "")
        entry.status = isDone ? .closed : .open
        var rest = rest
        if rest.ends(with: Self.commentEnd), let start = rest.start(of: Self.commentBegin) {
            let facts = rest[start...].dropFirst(Self.commentBegin.unicodeScalars.count)
            problems = Self.read(facts.dropLast(Self.commentEnd.unicodeScalars.count), into: &entry)
            rest = rest[..<start]
        }
        var words = Self.words(rest)
        var tags: [String] = []
        while let last = words.last {
            if let tag = Self.tag(last) {
                tags.insert(tag, at: 0)
            } else if last.first == "!", let priority = Priority(rawValue: String(last.dropFirst())) {
                entry.priority = priority
            } else {
                break
            }
            words.removeLast()
        }
        // Keep the spaces of the title: cut it out of the line instead of joining its words.
        if let last = words.last { entry.title = Self.unescaped(rest[..<last.endIndex]) }
        // Exports leave out empty tags and the low priority. In handwritten lists, missing values are
        // unknown.
        let isOurs = entry.identifier != nil
        if isOurs || !tags.isEmpty { entry.tags = tags }
        if isOurs, entry.priority == nil { entry.priority = .low }
        return (entry, problems)
    }

    private static let commentBegin = " <!-- "
    private static let commentEnd = " -->"

    private static func read(_ facts: ScalarText, into entry: inout IssueEntry) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        func known<Value>(_ fact: [String], _ value: Value?, or problem: BadField) -> Value? {
            if value == nil {
                problems.append(FieldProblem(field: fact[0], written: fact[1], reason: problem.reason))
            }
            return value
        }
        var words: [String] = []
        for part in facts.split(separator: " ") {
            let fact = part.split(separator: "=", maxSplits: 1).map { String($0) }
            guard fact.count == 2 else {
                words.append(String(part))
                continue
            }
            let written = fact[1]
            switch fact[0] {
            case "id": entry.identifier = known(fact, UUID(uuidString: written), or: .identifier)
            case "created": entry.created = known(fact, ISOTime.date(written), or: .date)
            case "modified": entry.modified = known(fact, ISOTime.date(written), or: .date)
            case "closed":
                let time = known(fact, ISOTime.date(written), or: .date)
                if entry.status == .closed { entry.closed = time }
            case "blocked-by":
                entry.blockedBy = written.split(separator: ",").compactMap {
                    known([fact[0], String($0)], UUID(uuidString: String($0)), or: .identifier)
                }
            case "note":
                let parts = written.split(separator: "/", maxSplits: 1).map(String.init)
                let time = ISOTime.date(parts.first ?? "")
                let text = parts.count == 2 ? parts[1].removingPercentEncoding : nil
                let note = time.flatMap { time in text.map { NoteEntry(written: time, text: $0) } }
                if let note = known(fact, note, or: .note) { entry.notes = (entry.notes ?? []) + [note] }
            default:
                guard let field = Checklist.details.first(where: { $0.name == fact[0] })?.field else {
                    problems.append(
                        FieldProblem(field: fact[0], written: written, reason: text("the field is unknown")))
                    continue
                }
                var fields = EntryFields([fact[0]: written.removingPercentEncoding ?? written])
                entry.values[field.key] = field.value(of: FileField(stringLiteral: fact[0]), in: &fields)
                problems += fields.problems
            }
        }
        if !words.isEmpty {
            let reason = text("only facts such as due=2024-04-01 are read from comments")
            problems.append(
                FieldProblem(field: "<!-- -->", written: words.joined(separator: " "), reason: reason))
        }
        return problems
    }

    /// Splits a line into words. A quoted tag is one word.
    private static func words(_ text: ScalarText) -> [ScalarText] {
        var words: [ScalarText] = []
        var start: ScalarText.Index?
        var isQuoted = false, isEscaped = false
        var index = text.startIndex
        while index < text.endIndex {
            let scalar = text[index]
            if scalar == " ", !isQuoted {
                if let begin = start { words.append(text[begin..<index]) }
                start = nil
            } else {
                if start == nil {
                    start = index
                    isQuoted = text[index...].begins(with: "#\"")
                    if isQuoted { index = text.index(after: index) }
                } else if scalar == "\"", isQuoted, !isEscaped {
                    isQuoted = false
                }
                isEscaped = scalar == "\\" && !isEscaped
            }
            index = text.index(after: index)
        }
        if let begin = start { words.append(text[begin...]) }
        return words
    }

    /// Returns the tags in a line.
    static func tags(_ line: ScalarText) -> [String] { words(line).compactMap(tag) }

    private static func tag(_ word: ScalarText) -> String? {
        let name = word.dropFirst()
        guard word.first == "#", !name.isEmpty else { return nil }
        if name.first == "\"", name.last == "\"", name.count > 2 {
            return unescaped(name.dropFirst().dropLast())
        }
        return unescaped(name)
    }

    private static func unescaped(_ text: ScalarText) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text {
            if isEscaped, !isMarkup(scalar) { result.append("\\") }
            isEscaped = scalar == "\\" && !isEscaped
            if !isEscaped { result.append(scalar) }
        }
        if isEscaped { result.append("\\") }
        return String(result)
    }

    /// Whether Markdown allows a backslash before a character.
    private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
        let character = Character(scalar)
        return scalar.isASCII && (character.isPunctuation || character.isSymbol)
    }
}
