import Foundation
import Localization
import ProgramKit
import Shell

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
