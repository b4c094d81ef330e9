import Localization
import Shell

/// The words of a new issue, in which some words are values as in todo.txt: `Fix login #work due:friday !high`.
struct QuickEntry {
    enum Part: Hashable, Sendable {
        case text(String)
        case tag(String)
    }

    /// The words of the title and the tags, in the order in which they were written.
    private(set) var parts: [Part] = []
    private(set) var priority: Priority?
    private(set) var due: CivilDate?
    private(set) var wait: CivilDate?
    private(set) var rule: Recurrence?

    /// Parses words. A word with spaces, which was in quotation marks, is a text. `text:` before a word makes
    /// it a text.
    ///
    /// - Throws: `ValueError` if the value after `due:`, `wait:` or `every:` is wrong.
    init(_ words: [String], _ context: ParseContext) throws {
        for word in words {
            if word.contains(where: \.isWhitespace) {
                parts.append(.text(word))
            } else if word.first == "#", let second = word.dropFirst().first, second != "#",
                !word.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
                (try? CheckedText.tagName(String(word.dropFirst()))) != nil
            {
                parts.append(.tag(String(word.dropFirst())))
            } else if word.first == "!", let priority = Self.priority(word.dropFirst(), context.localizer) {
                self.priority = priority
            } else if try !takeField(word, context) {
                parts.append(.text(word))
            }
        }
    }

    private static func priority(_ word: Substring, _ localizer: Localizer) -> Priority? {
        let folded = SearchFold.fold(String(word))
        return Priority.allCases.first {
            $0.rawValue == folded || SearchFold.fold(localizer.string($0.name)) == folded
        }
    }

    /// Takes a word such as `due:friday`. Returns whether it is one.
    private mutating func takeField(_ word: String, _ context: ParseContext) throws -> Bool {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 2, !parts[1].isEmpty else { return false }
        switch parts[0].lowercased() {
        case "due": due = try context.naturalDay(parts[1])
        case "wait", "t": wait = try context.naturalDay(parts[1])
        case "every", "rec":
            let assignment = try ValueType<RecurrenceAssignment>.recurrence.parse(parts[1], context)
            guard case .rule(let rule, let weekday) = assignment else { return true }
            self.rule = rule
            if due == nil { due = weekday.flatMap { context.today.next($0) } }
        case "pri":
            guard let priority = Self.priority(parts[1][...], context.localizer) else { return false }
            self.priority = priority
        case "text": self.parts.append(.text(parts[1]))
        default: return false
        }
        return true
    }
}
