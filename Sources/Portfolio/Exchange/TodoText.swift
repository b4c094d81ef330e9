import Foundation
import Localization
import ProgramKit
import Shell

/// Writes and reads issues as todo.txt, a format with one task on each line. An `x` marks a completed task,
/// `(A)` is a priority, and `+tag` is a tag.
///
/// High and medium priority are A and B. As the format recommends, a completed task has `pri:A` instead of
/// `(A)`.
///
/// The format has no content. In the name of a tag, `_` replaces spaces. A context, such as `@home`, becomes
/// a tag whose name begins with `@`.
enum TodoText {
    static func text(_ entries: [IssueEntry], timeZone: TimeZone) -> String {
        entries.map { line($0, timeZone) + "\n" }.joined()
    }

    /// Returns the line of an entry.
    static func line(_ entry: IssueEntry, _ zone: TimeZone) -> String {
        func day(_ date: Date) -> String { CivilDate.today(now: date, timeZone: zone).description }
        let letter: String? =
            switch entry.priority {
            case .high: "A"
            case .medium: "B"
            case .low, nil: entry.letter
            }
        var parts: [String] = []
        if entry.status == .closed {
            parts.append("x")
            // The first date of a completed line is the completion date.
            if let closed = entry.closed ?? entry.created { parts.append(day(closed)) }
        } else if let letter {
            parts.append("(\(letter))")
        }
        if let created = entry.created { parts.append(day(created)) }
        let words = split(entry.title[...])
        parts.append(words.joined(separator: " "))
        parts += (entry.tags ?? []).map(token).filter { !words.contains($0[...]) }
        let fields = keyed.compactMap { key, field in entry.values[field.key].map { "\(key)\($0.word)" } }
        parts += fields.filter { !words.contains($0[...]) }
        if entry.status == .closed, let letter { parts.append("pri:\(letter)") }
        if let identifier = entry.identifier { parts.append(idWord(identifier)) }
        return parts.joined(separator: " ")
    }

    /// The words with a key, and the fields that they set.
    static let keyed = ["due", "at", "t", "rec", "est"].compactMap { word in
        Issue.fields[word: word].map { (key: "\(word):", field: $0) }
    }

    /// Returns the word for a tag.
    static func token(_ name: String) -> String {
        let word = joined(name)
        return tag(word[...]) == word ? word : "+\(word)"
    }

    /// Returns a tag's name without spaces, in the form in which an import reads it.
    static func joined(_ name: String) -> String {
        name.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
            .joined(separator: "_")
    }

    /// The word by which a file recognizes an issue.
    static func idWord(_ identifier: UUID) -> String { "id:\(identifier.todoWord)" }

    /// The identifier in a word such as `id:3k7d0m9xq2`. Those of other programs are other words of a title.
    static func identifier(_ word: Substring) -> UUID? {
        word.utf8.starts(with: "id:".utf8) ? UUID(todoWord: word.dropFirst(3)) : nil
    }

    /// Splits a text at spaces.
    static func split(_ text: Substring) -> [Substring] {
        text.unicodeScalars.split(separator: " ").map { Substring($0) }
    }

    /// Parses a line. The status is `nil` if the line only has a title and tags.
    static func entry(_ line: Substring, _ zone: TimeZone) -> IssueEntry {
        var words = split(line)[...]
        var entry = IssueEntry(title: "")
        func date(_ word: Substring) -> Date? { CivilDate(word).map { $0.start(in: zone) } }
        if words.first == "x" {
            words = words.dropFirst()
            entry.status = .closed
        }
        if let mark = words.first, let priority = TodoMark.priority(ofMark: mark) {
            entry.priority = priority
            entry.letter = TodoMark.extraLetter(mark.dropFirst().dropLast())
            if entry.status == nil { entry.status = .open }
            words = words.dropFirst()
        }
        if let first = words.first.flatMap(date) {
            words = words.dropFirst()
            if entry.status == .closed, let second = words.first.flatMap(date) {
                words = words.dropFirst()
                (entry.closed, entry.created) = (first, second)
            } else if entry.status == .closed, entry.priority == nil {
                entry.closed = first
            } else {
                // If a date follows an x and a priority, it is the creation date: a user added the x to an
                // open line.
                (entry.status, entry.created) = (entry.status ?? .open, first)
            }
        }
        let reading = Reading(words)
        (entry.title, entry.tags) = (reading.title, reading.tags.isEmpty ? nil : reading.tags)
        entry.identifier = reading.identifier
        // A mark at the beginning of the line precedes a priority at its end.
        let isMarked = entry.priority != nil
        for (key, value) in reading.values where !isMarked || !["priority", "letter"].contains(key) {
            entry.values[key] = value
        }
        return entry
    }

    /// Returns the entry of a line from which a user removed only the `x`. The line's first date is then the
    /// completion date, and its second date isn't part of the title. Returns `nil` if the line has no second
    /// date.
    ///
    /// - Parameters:
    ///   - entry: The entry of the open line.
    ///   - timeZone: The user's time zone.
    static func reopened(_ entry: IssueEntry, timeZone: TimeZone) -> IssueEntry? {
        guard entry.status == .open, let closed = entry.created else { return nil }
        let title = entry.title.unicodeScalars
        let word = title.prefix { $0 != " " }
        guard let created = CivilDate(Substring(word))?.start(in: timeZone), created <= closed,
            word.endIndex < title.endIndex
        else { return nil }
        var entry = entry
        (entry.title, entry.created) = (String(title[word.endIndex...].dropFirst()), created)
        return entry
    }

    /// The title, tags and values in the words after a line's dates.
    struct Reading {
        let title: String
        let tags: [String]
        let identifier: UUID?
        /// The values of ``Issue/details`` by their keys, in the form of exports.
        private(set) var values: [String: Cell.RawValue] = [:]

        var priority: Priority? {
            if case .string(let word)? = values["priority"] { Priority(rawValue: word) } else { nil }
        }

        fileprivate init(_ words: ArraySlice<Substring>) {
            // Tags may be anywhere in the line. Only tags at its end are removed from the title. Unknown keys at
            // its end stay in the title, but don't keep the words before them there.
            identifier = words.lazy.compactMap(TodoText.identifier).first
            let words = identifier == nil ? words : words.filter { TodoText.identifier($0) == nil }[...]
            tags = words.compactMap(TodoText.tag)
            var left = words
            var unknown: [Substring] = []
            var kept: (Priority, String?)?
            while let last = left.last {
                if let priority = TodoText.keptPriority(last) {
                    kept = kept ?? (priority, TodoMark.extraLetter(last.dropFirst(4)))
                } else if TodoText.tag(last) == nil, TodoText.value(of: last) == nil {
                    guard TodoText.isKeyed(last) else { break }
                    unknown.append(last)
                }
                left = left.dropLast()
            }
            values["priority"] = kept.map { .string($0.0.rawValue) }
            values["letter"] = kept?.1.map { .string($0) }
            for word in words {
                if let (key, value) = TodoText.value(of: word), values[key] == nil { values[key] = value }
            }
            title = (left + unknown.reversed()).joined(separator: " ").trimmingWhitespace()
        }
    }

    /// Parses an issue's title like a line. Words at its end that look like tags or priorities are removed
    /// from it.
    static func reading(ofTitle title: String) -> Reading { Reading(split(title[...])[...]) }

    /// Returns the name of a word's tag; `nil` if it isn't a tag or has an invalid name, such as `+-5`.
    static func tag(_ word: Substring) -> String? {
        let scalars = word.unicodeScalars
        let rest = scalars.dropFirst()
        if rest.isEmpty || (scalars.first != "+" && scalars.first != "@") { return nil }
        return try? CheckedText.tagName(scalars.first == "+" ? String(rest) : String(word))
    }

    /// Returns the key of the field that a word sets, such as `due:2024-04-01`, and the value; `nil` for other words.
    static func value(of word: Substring) -> (key: String, value: Cell.RawValue)? {
        guard let (key, field) = keyed.first(where: { word.hasPrefix($0.key) }),
            let value = field.value(written: String(word.dropFirst(key.count)))
        else { return nil }
        return (field.key, value)
    }

    /// Whether a word has the form `key:value`; an address such as `http://a.b` doesn't.
    private static func isKeyed(_ word: Substring) -> Bool {
        let key = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        let value = word.dropFirst(key.count).dropFirst()
        return key.first?.isLetter == true && word.dropFirst(key.count).first == ":" && !value.isEmpty
            && !value.hasPrefix("//")
    }

    /// The priority of `pri:A`.
    static func keptPriority(_ word: Substring) -> Priority? {
        guard word.hasPrefix("pri:") else { return nil }
        return TodoMark.priority(ofLetter: word.dropFirst(4))
    }
}

/// Reads issues from todo.txt.
struct TodoSource: ImportSource {
    private var lines: TextLines
    private let timeZone: TimeZone
    private let isPlainList: Bool
    /// The identifiers of the lines so far. Programs that continue a recurring task copy its line with the identifier.
    private var known: Set<UUID> = []

    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - timeZone: The user's time zone.
    ///   - isPlainList: Whether no line has an x, a priority or a date. Such a file may be a plain list of
    ///     titles, whose status is unknown. Otherwise, an issue without an x is open.
    ///   - read: Returns the bytes in pieces; an empty piece marks the end.
    init(path: String, timeZone: TimeZone, isPlainList: Bool, read: @escaping () throws -> [UInt8]) {
        lines = TextLines(path: path, read: read)
        self.timeZone = timeZone
        self.isPlainList = isPlainList
    }

    /// Whether no line of a text has an x, a priority or a date. The parameters are those of ``init``.
    static func isPlainList(
        path: String, timeZone: TimeZone, read: @escaping () throws -> [UInt8]
    ) throws -> Bool {
        var source = TodoSource(path: path, timeZone: timeZone, isPlainList: true, read: read)
        while let row = try source.next() {
            if case .issue(let entry)? = row.entry, entry.status != nil { return false }
        }
        return true
    }

    mutating func next() throws -> ImportRow<ImportedRow>? {
        while let line = try lines.next() {
            if line.allSatisfy(\.isWhitespace) { continue }
            var entry = TodoText.entry(line, timeZone)
            if entry.status == nil, !isPlainList { entry.status = .open }
            if let identifier = entry.identifier, !known.insert(identifier).inserted {
                entry.identifier = nil
            }
            return entry.row(at: lines.number)
        }
        return nil
    }
}

/// The values of a line of todo.txt that are compared and merged one by one. The days of creation and of closing belong to
/// the line: another time zone doesn't change them.
struct TodoValues: Equatable {
    /// The values by the keys of their fields. A missing one means that the line has none.
    var values: [String: Cell.RawValue] = [:]
    /// The tags by their keys in todo.txt.
    var tags: [String: String] = [:]

    static let title = "title", status = "status", priority = "priority"

    /// The keys in the order in which changes are applied.
    static let keys = [title, status, priority] + TodoText.keyed.map(\.field.key)

    init(_ entry: IssueEntry) {
        values[Self.title] = .string(entry.title)
        values[Self.status] = .string((entry.status ?? .open).rawValue)
        // The letter belongs to the priority.
        let letter = entry.letter.map { [$0] } ?? []
        values[Self.priority] = .texts([(entry.priority ?? .low).rawValue] + letter)
        for (_, field) in TodoText.keyed {
            if let value = entry.values[field.key], value != .null { values[field.key] = value }
        }
        for name in entry.tags ?? [] { tags[IssueFormat.todo.tagKey(name)] = name }
    }

    static func == (one: TodoValues, other: TodoValues) -> Bool {
        one.values == other.values && Set(one.tags.keys) == Set(other.tags.keys)
    }
}

extension TodoText {
    /// Returns a line with the values of an issue. A line that has them already is returned as it is. Otherwise, the words of
    /// other values stay where they are, and so do the days.
    ///
    /// - Parameters:
    ///   - line: The line, without its end.
    ///   - issue: The entry of the issue.
    ///   - zone: The user's time zone, for the day of closing.
    static func edited(_ line: String, to issue: IssueEntry, timeZone zone: TimeZone) -> String {
        let own = self.line(issue, zone)
        if line == own { return line }
        let old = checked(entry(line[...], zone))
        let wanted = TodoValues(checked(entry(own[...], zone)))
        if TodoValues(old) == wanted {
            if old.identifier == issue.identifier { return line }
            if old.identifier == nil, let identifier = issue.identifier {
                return "\(line) \(idWord(identifier))"
            }
        }
        var new = issue
        new.created = old.created
        if old.status == .closed { new.closed = old.closed ?? (old.created == nil ? nil : issue.closed) }
        for text in [words(line, old, new, zone), self.line(new, zone)] {
            let result = checked(entry(text[...], zone))
            if result.identifier == issue.identifier, TodoValues(result) == wanted { return text }
        }
        return own
    }

    /// Returns an entry with the texts that an import stores.
    static func checked(_ entry: IssueEntry) -> IssueEntry {
        var entry = entry
        var problems: [FieldProblem] = []
        // A line without a title isn't an issue.
        do throws(SkippedEntry) { try entry.check(&problems) } catch {}
        return entry
    }

    /// Returns the words of a line, of which those with other values are replaced. The title stays.
    private static func words(
        _ line: String, _ old: IssueEntry, _ new: IssueEntry, _ zone: TimeZone
    ) -> String {
        var head = new
        (head.title, head.tags, head.identifier) = ("", nil, nil)
        for (_, field) in keyed { head.values[field.key] = nil }
        let start = split(self.line(head, zone)[...]).filter { keptPriority($0) == nil }
        let titled = Set(split(old.title[...]))
        let all = split(line[...])
        var body = Array(all.dropFirst(headCount(of: all)))
        func isLoose(_ word: Substring) -> Bool { !titled.contains(word) }
        body.removeAll { isLoose($0) && (identifier($0) != nil || keptPriority($0) != nil) }
        let (before, after) = (TodoValues(old), TodoValues(new))
        for (key, field) in keyed where before.values[field.key] != after.values[field.key] {
            let place = body.firstIndex { isLoose($0) && $0.hasPrefix(key) && value(of: $0) != nil }
            let word = after.values[field.key].map { Substring("\(key)\($0.word)") }
            switch (place, word) {
            case (let place?, let word?): body[place] = word
            case (let place?, nil): body.remove(at: place)
            case (nil, let word?): body.append(word)
            case (nil, nil): break
            }
        }
        body.removeAll { word in
            guard isLoose(word), let name = tag(word) else { return false }
            return after.tags[IssueFormat.todo.tagKey(name)] == nil
        }
        for (key, name) in after.tags.sorted(by: { $0.key < $1.key }) where before.tags[key] == nil {
            let place = (body.lastIndex { tag($0) != nil } ?? body.count - 1) + 1
            body.insert(Substring(token(name)), at: place)
        }
        if new.status == .closed {
            let letter: String? =
                switch new.priority {
                case .high: "A"
                case .medium: "B"
                case .low, nil: new.letter
                }
            if let letter { body.append("pri:\(letter)") }
        }
        if let identifier = new.identifier { body.append(Substring(idWord(identifier))) }
        return (start + body).joined(separator: " ")
    }

    /// The number of words before a line's title: an x, a priority and days.
    private static func headCount(of words: [Substring]) -> Int {
        var count = 0
        let isClosed = words.first == "x"
        if isClosed { count += 1 }
        if count < words.count, TodoMark.priority(ofMark: words[count]) != nil { count += 1 }
        guard count < words.count, CivilDate(words[count]) != nil else { return count }
        count += 1
        if isClosed, count < words.count, CivilDate(words[count]) != nil { count += 1 }
        return count
    }
}
