import Localization
import Shell

/// The words of a new or changed issue, in which some words are values: `Fix login #work due:friday !high`. Words of
/// todo.txt, such as `(A)`, `+project` and `@context`, and words of taskwarrior, such as `priority:H`, are values too.
struct QuickEntry {
    enum Part: Hashable, Sendable {
        case text(String)
        /// A tag, and the word that it was written as.
        case tag(String, word: String)
    }

    /// The words of the title and the tags, in the order in which they were written.
    private(set) var parts: [Part] = []
    private(set) var priority: Priority?
    /// The letter of a todo.txt priority, C to Z.
    private(set) var letter: String?
    private(set) var due: DayAssignment?
    private(set) var wait: DayAssignment?
    private(set) var every: RecurrenceAssignment?
    /// The next day of the weekday on which the issue recurs.
    private(set) var firstDay: CivilDate?

    /// Parses words. A word with spaces, which was in quotation marks, is a text. `text:` before a word makes
    /// it a text.
    ///
    /// - Throws: `ValueError` if the value after `due:`, `wait:` or `every:` is wrong.
    init(_ words: [String], _ context: ParseContext) throws {
        for (index, word) in words.enumerated() {
            if word.contains(where: \.isWhitespace) {
                parts.append(.text(word))
            } else if let tag = Self.tag(word) {
                parts.append(.tag(tag, word: word))
            } else if word.first == "!", let priority = Self.priority(word.dropFirst(), context.localizer) {
                self.priority = priority
            } else if index == 0, let mark = TodoText.mark(word) {
                (priority, letter) = (mark.priority, mark.letter)
            } else if try !takeField(word, context) {
                parts.append(.text(word))
            }
        }
    }

    /// Sets the values that were written. Leaves the others as they are.
    func apply(to issue: Issue) {
        if let priority, issue.priority != priority { issue.priority = priority }
        if let letter { issue.letter = letter }
        if let due, issue.dueDay != due.day { issue.dueDay = due.day }
        if let wait, issue.waitingDay != wait.day { issue.waitingDay = wait.day }
        switch every {
        case .rule(let rule, _)?: if issue.rule != rule { issue.rule = rule }
        case .none?: if issue.recurrence != nil { issue.rule = nil }
        case nil: break
        }
        if due == nil, issue.due == nil, let firstDay { issue.dueDay = firstDay }
    }

    /// Returns the name of the tag that a word names: `#work`, `+work`, or `@home`, whose tag has the `@` in its name.
    static func tag(_ word: String) -> String? {
        guard let mark = word.first, let second = word.dropFirst().first else { return nil }
        let isTag =
            switch mark {
            case "#": second != "#" && !word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
            // “+1” and “@2x” are texts.
            case "+", "@": second.isLetter
            default: false
            }
        guard isTag else { return nil }
        return try? CheckedText.tagName(mark == "@" ? word : String(word.dropFirst()))
    }

    /// Words that Tab offers, beside tags.
    private static let offered =
        Priority.allCases.reversed().map { "!\($0.rawValue)" }
        + ["due:today", "due:tomorrow", "due:friday", "due:3d", "due:eom", "due:none"]
        + ["wait:tomorrow", "wait:monday", "every:daily", "every:weekly", "every:monthly"]

    /// Returns the words that can complete a word.
    ///
    /// - Parameters:
    ///   - typed: The beginning of the word.
    ///   - tags: The names of all tags.
    static func candidates(for typed: String, tags: [String]) -> [String] {
        func written(_ mark: String) -> [String] {
            tags.map { mark + $0 }.filter { !$0.contains(where: \.isWhitespace) && tag($0) != nil }
        }
        switch typed.first {
        case "#": return written("#")
        case "+": return written("+")
        case "@": return written("").filter { $0.hasPrefix("@") }
        case nil: return offered + written("#")
        default: return offered.filter { $0.hasPrefix(typed.lowercased()) }
        }
    }

    private static func priority(_ word: Substring, _ localizer: Localizer) -> Priority? {
        let folded = SearchFold.fold(String(word))
        return Priority.allCases.first {
            $0.rawValue == folded || SearchFold.fold(localizer.string($0.name)) == folded
        } ?? Priority(initial: folded)
    }

    /// Takes a word such as `due:friday`. Returns whether it is one.
    private mutating func takeField(_ word: String, _ context: ParseContext) throws -> Bool {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 2, !parts[1].isEmpty else { return false }
        let value = parts[1]
        switch parts[0].lowercased() {
        case "due": due = try ValueType<DayAssignment>.naturalDay.parse(value, context)
        case "wait", "t": wait = try ValueType<DayAssignment>.naturalDay.parse(value, context)
        case "every", "rec", "recur":
            let assignment = try ValueType<RecurrenceAssignment>.recurrence.parse(value, context)
            every = assignment
            if case .rule(_, let weekday?) = assignment { firstDay = context.today.next(weekday) }
        case "pri", "priority":
            if let priority = Self.priority(value[...], context.localizer) {
                self.priority = priority
            } else if let mark = TodoText.mark("(\(value))") {
                (priority, letter) = (mark.priority, mark.letter)
            } else {
                return false
            }
        case "tag", "project":
            guard let name = try? CheckedText.tagName(value) else { return false }
            self.parts.append(.tag(name, word: word))
        case "text": self.parts.append(.text(value))
        default: return false
        }
        return true
    }
}
