import Foundation

/// Issues as a checklist in Markdown: `- [ ] Title #tag !high`, the content indented below it. A comment at the end,
/// which Markdown doesn't show, keeps the identifier and the dates.
enum Checklist {
    static func text(_ entries: [IssueEntry], tags: [String] = []) -> String {
        let items = entries.map(item).joined()
        if tags.isEmpty { return items }
        // In a comment, since Markdown would show them as a paragraph.
        return items + (items.isEmpty ? "" : "\n") + "\(tagsBegin)\(words(tags)) -->\n"
    }

    /// What begins the line of the tags that no issue has.
    private static let tagsBegin = "<!-- tags:"

    private static func words(_ tags: [String]) -> String {
        tags.map { tag in
            let name = escaped(tag)
            // Quotes keep the words of a name together.
            return tag.contains(" ") ? " #\"\(name)\"" : " #\(name)"
        }.joined()
    }

    private static func item(_ entry: IssueEntry) -> String {
        var line = "- [\(entry.status == .closed ? "x" : " ")] \(escaped(entry.title))"
        line += words(entry.tags ?? [])
        if let priority = entry.priority, priority != .low { line += " !\(priority.rawValue)" }
        let facts = [
            entry.identifier.map { "id=\($0.uuidString)" },
            entry.created.map { "created=\(ISOTime.string($0))" },
            entry.closed.map { "closed=\(ISOTime.string($0))" },
            entry.modified.map { "modified=\(ISOTime.string($0))" },
        ].compactMap(\.self)
        if !facts.isEmpty { line += " <!-- \(facts.joined(separator: " ")) -->" }
        line += "\n"
        if let content = entry.content, !content.isEmpty {
            for part in content.split(separator: "\n", omittingEmptySubsequences: false) {
                line += "  \(part)\n"
            }
        }
        return line
    }

    static func rows(_ text: String) -> [EntryRow] {
        var rows: [EntryRow] = []
        var lines: [Substring] = []
        var current: (position: Int, line: Substring)?
        func finish() {
            guard let (position, line) = current else { return }
            // Blank lines between items belong to none of them.
            while lines.last?.isEmpty == true { lines.removeLast() }
            do throws(EntryProblem) {
                var entry = try ChecklistItem(line).entry()
                // A plain list says nothing of contents; one of ours leaves out what is empty.
                if entry.identifier != nil || !lines.isEmpty {
                    entry.content = lines.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(
                        separator: "\n")
                }
                rows.append(.entry(position: position, try entry.checked()))
            } catch {
                rows.append(.skipped(position: position, reason: error.reason))
            }
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            if ChecklistItem.begins(line) {
                finish()
                (current, lines) = ((index + 1, line), [])
            } else if ChecklistItem.isNearly(line) {
                // What was meant to be an issue is not passed over in silence.
                finish()
                (current, lines) = (nil, [])
                rows.append(.skipped(position: index + 1, reason: EntryProblem.checkbox.reason))
            } else if line.isEmpty || line.hasPrefix("  ") || line.hasPrefix("\t") {
                if current != nil { lines.append(line.hasPrefix("\t") ? "  " + line.dropFirst() : line) }
            } else if line.hasPrefix(tagsBegin), line.hasSuffix(" -->") {
                finish()
                (current, lines) = (nil, [])
                let tags = ChecklistItem.tags(line.dropFirst(tagsBegin.count).dropLast(4))
                if !tags.isEmpty { rows.append(IssueEntry.row(ofTags: tags, at: index + 1)) }
            } else {
                // Headings and paragraphs between lists are nobody's content.
                finish()
                (current, lines) = (nil, [])
            }
        }
        finish()
        return rows
    }

    /// What Markdown would take for markup, and what stands for tags and priorities here.
    private static let special = Set("\\`*_[]<>#!&~\"")

    static func escaped(_ text: String) -> String {
        text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

/// The line of a checklist's item.
struct ChecklistItem {
    private let isDone: Bool
    private var rest: Substring

    /// Whether a line is the first of an item.
    static func begins(_ line: Substring) -> Bool {
        let head = line.prefix(6).lowercased()
        guard let bullet = head.first, "-*+".contains(bullet) else { return false }
        return head.dropFirst() == " [ ] " || head.dropFirst() == " [x] "
    }

    /// Whether a line has something that is nearly the box of an item, such as `- [X ]`, `-[ ]` or `- []`.
    static func isNearly(_ line: Substring) -> Bool {
        guard let match = line.prefixMatch(of: /[-*+] *\[([^\]\[]{0,3})\]/) else { return false }
        // A link begins alike, and so does a footnote.
        let next = line[match.range.upperBound...].first
        return next != "(" && next != "[" && next != ":" && match.1.allSatisfy { " xX✓✔~-.?".contains($0) }
    }

    init(_ line: Substring) {
        isDone = line.dropFirst(3).first?.lowercased() == "x"
        rest = line.dropFirst(6)
    }

    /// What the line says.
    func entry() throws(EntryProblem) -> IssueEntry {
        var entry = IssueEntry(title: "")
        entry.status = isDone ? .closed : .open
        var rest = rest
        if let start = rest.range(of: " <!-- "), rest.hasSuffix(" -->") {
            try Self.read(rest[start.upperBound...].dropLast(4), into: &entry)
            rest = rest[..<start.lowerBound]
        }
        var words = Self.words(rest)
        var tags: [String] = []
        while let last = words.last {
            if let tag = Self.tag(last) {
                tags.insert(tag, at: 0)
            } else if last.hasPrefix("!"), let priority = Priority(rawValue: String(last.dropFirst())) {
                entry.priority = priority
            } else {
                break
            }
            words.removeLast()
        }
        entry.title = words.map { Self.unescaped($0) }.joined(separator: " ")
        // A plain checklist says nothing of tags and priorities; one of ours leaves out what is usual.
        let isOurs = entry.identifier != nil
        if isOurs || !tags.isEmpty { entry.tags = tags }
        if isOurs, entry.priority == nil { entry.priority = .low }
        return entry
    }

    private static func read(_ facts: Substring, into entry: inout IssueEntry) throws(EntryProblem) {
        for fact in facts.split(separator: " ") {
            let parts = fact.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "id":
                guard let identifier = UUID(uuidString: parts[1]) else { throw .identifier(parts[1]) }
                entry.identifier = identifier
            case "created", "closed", "modified":
                guard let date = ISOTime.date(parts[1]) else { throw .date(parts[1], field: parts[0]) }
                if parts[0] == "modified" { entry.modified = date }
                if parts[0] == "created" { entry.created = date }
                if parts[0] == "closed", entry.status == .closed { entry.closed = date }
            default: continue
            }
        }
    }

    /// The words of a line; a tag in quotes is one.
    private static func words(_ text: Substring) -> [Substring] {
        var words: [Substring] = []
        var start: Substring.Index?
        var isQuoted = false, isEscaped = false
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if character == " ", !isQuoted {
                if let begin = start { words.append(text[begin..<index]) }
                start = nil
            } else {
                if start == nil {
                    start = index
                    isQuoted = text[index...].hasPrefix("#\"")
                    if isQuoted { index = text.index(after: index) }
                } else if character == "\"", isQuoted, !isEscaped {
                    isQuoted = false
                }
                isEscaped = character == "\\" && !isEscaped
            }
            index = text.index(after: index)
        }
        if let begin = start { words.append(text[begin...]) }
        return words
    }

    /// The tags among the words of a line.
    static func tags(_ line: Substring) -> [String] { words(line).compactMap(tag) }

    private static func tag(_ word: Substring) -> String? {
        guard word.hasPrefix("#"), word.count > 1 else { return nil }
        let name = word.dropFirst()
        if name.hasPrefix("\""), name.hasSuffix("\""), name.count > 2 {
            return unescaped(name.dropFirst().dropLast())
        }
        return unescaped(name)
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped, !(character.isASCII && (character.isPunctuation || character.isSymbol)) {
                result.append("\\")
            }
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            result.append(character)
        }
        return isEscaped ? result + "\\" : result
    }
}
