import Localization
import ProgramKit
import Shell

/// The words of a new or changed issue, in which some words are values: `Fix login #work due:friday !high`. Words of
/// todo.txt, such as `(A)`, `+project` and `@context`, and words of taskwarrior, such as `priority:H`, are values too.
struct QuickEntry {
    enum Part: Hashable, Sendable {
        case text(String)
        /// A tag, and the word that it was written as.
        case tag(String, word: String)
        /// A tag that the issue loses.
        case removedTag(String)
    }

    /// The words of the title and the tags, in the order in which they were written.
    private(set) var parts: [Part] = []
    /// The values that were written.
    private(set) var changes: [FieldChange<Issue>] = []
    /// Whether `title:` was written.
    private var hasTitle = false

    /// Parses words. A word in quotation marks is a text, and so is one with spaces that doesn't begin with a key. `text:` before a word makes it a text.
    ///
    /// - Parameters:
    ///   - written: The words, with the quotation marks of their quoted parts.
    ///   - isLine: Whether a single word with spaces is read like a line: the operating system's shell has removed its
    ///     quotation marks. Default: `false`.
    ///   - isChange: Whether the words change an issue: `due:` alone clears the value, and `-work` removes a tag. A new
    ///     issue may have such words in its title, as in “Note: call Ann”. Default: `false`.
    ///   - context: The user's language and the day.
    /// - Throws: `ValueError` if the value after a word such as `due:` is wrong, and `FieldError` if it can't be cleared, if a
    ///   key such as `prority:` sets nothing, or if a tag is added and removed.
    init(
        _ written: [String], readingLine isLine: Bool = false, changing isChange: Bool = false,
        _ context: ParseContext
    ) throws {
        var written = written
        if isLine, written.count == 1, QuotedText.unquoted(written[0]) == written[0] {
            written = written[0].split(whereSeparator: \.isWhitespace).map(String.init)
        }
        let line = written, first = written.first
        var end = 0
        for (index, written) in written.enumerated() where index >= end {
            let word = QuotedText.unquoted(written)
            if !QuotedText.begins(written), word != written || !word.contains(where: \.isWhitespace) {
                end = index + 1
                let count = try takeValue(
                    word, isFirst: index == 0, isQuoted: word != written, before: line[end...],
                    changing: isChange, context)
                if count > 0 {
                    end += count
                    continue
                }
            }
            if QuotedText.begins(written) {
                parts.append(.text(word))
            } else if word == written, word.contains(where: \.isWhitespace) {
                // The operating system's shell has removed the quotation marks, as from “every:last day”.
                let hasValue = word.firstIndex(of: ":").map { !word[$0...].hasPrefix(": ") } ?? false
                if try hasValue && takeField(word, clears: isChange, context) { continue }
                if let key = word.typedKey { throw Issue.fields.unknownKey(key, context.localizer) }
                parts.append(.text(word))
            } else if let tag = Self.tag(word) {
                parts.append(.tag(tag, word: word))
            } else if isChange, let tag = Self.removedTag(word) {
                parts.append(.removedTag(tag))
            } else if word.first == "!", let priority = Self.priority(word.dropFirst(), context.localizer) {
                changes.append(.priority(priority))
            } else if isChange, word == written, word.first == "!", word.dropFirst().first?.isLetter ?? false
            {
                throw ValueError.refused(
                    text("“%@” isn't a priority.", word),
                    remedy: text("Write !high, !medium or !low. For a title, write “%@”.", "text:\(word)"))
            } else if index == 0, let mark = TodoMark.mark(word) {
                changes += .mark(mark)
            } else if index == 1, let first, TodoMark.mark(first) != nil, !isChange,
                let day = CivilDate(word), day <= context.today
            {
                // “(A) 2026-01-01 Call” is a line of todo.txt with its creation date.
                changes.append(.created(day))
            } else if index > 0, let time = try Self.time(word, after: line[index - 1], context) {
                changes.append(time)
            } else if try !takeField(word, clears: isChange, context) {
                if let key = written.typedKey { throw Issue.fields.unknownKey(key, context.localizer) }
                parts.append(.text(word))
            }
        }
        for case .removedTag(let name) in parts {
            for case .tag(let added, let word) in parts where Tag.key(of: added) == Tag.key(of: name) {
                throw FieldError.contradiction(word, "-\(name)")
            }
        }
    }

    /// Returns whether a word is a value wherever it stands: `#work`, `!high`, `due:friday`, and if words change an issue,
    /// `-work` and `due:`. A title has a name before it, too, in `title:Emma`.
    ///
    /// - Parameters:
    ///   - word: The word, without quotation marks.
    ///   - isChange: Whether the words change an issue.
    ///   - localizer: The user's language.
    static func isValue(_ word: String, changing isChange: Bool, _ localizer: Localizer) -> Bool {
        if !word.contains(where: \.isWhitespace) {
            if tag(word) != nil || isChange && removedTag(word) != nil { return true }
            if word.first == "!", priority(word.dropFirst(), localizer) != nil { return true }
        }
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return false }
        let first = word[word.index(after: colon)...].first
        guard first.map({ !$0.isWhitespace }) ?? isChange else { return false }
        let key = Self.key(word[..<colon], ParseContext(localizer: localizer, today: .first))
        if key == "pri" || tagKeys.contains(key) { return true }
        let field = Issue.fields[word: key] ?? Issue.fields.field(word: key, localizer)
        return field?.option != nil && field?.key != "title"
    }

    /// The fields with values of several words without quotation marks, whose end ``init(_:readingLine:changing:_:)`` finds.
    static let longValues: Set = ["due", "wait", "every", "estimate"]

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

    /// Returns the name of the tag that a word removes: `-work`, `-#work` or `-+work`. “-5” and “-” are texts.
    private static func removedTag(_ word: String) -> String? {
        guard word.first == "-" else { return nil }
        let name = word.dropFirst()
        return tag(String(name))
            ?? (name.first?.isLetter == true ? try? CheckedText.tagName(String(name)) : nil)
    }

    /// Words that Tab offers, beside tags.
    private static let offered =
        Priority.allCases.reversed().map { "!\($0.rawValue)" }
        + Issue.fields.fields.flatMap { field in field.offered.map { "\(field.word):\($0)" } }

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

    /// Returns the change to a time of day that follows a due day, as in `due:friday 14:00`; `nil` for other words.
    private static func time(
        _ word: String, after last: String, _ context: ParseContext
    ) throws -> FieldChange<Issue>? {
        guard DueTime.minute(word) != nil, let colon = last.firstIndex(of: ":"),
            key(last[..<colon], context) == "due"
        else { return nil }
        return try Issue.fields["dueTime"]?.change(to: word, context)
    }

    /// The keys of tags, which are no field.
    private static let tagKeys: Set = ["tag", "project"]

    /// Returns the name of a tag without the key before it, as in `tag:home`. Without a key, returns the name.
    ///
    /// - Parameters:
    ///   - typed: The name as typed.
    ///   - isNew: Whether the tag gets the name, as in `name:home`. Default: `false`.
    ///   - localizer: The user's language.
    static func tagName(_ typed: String, isNew: Bool = false, _ localizer: Localizer) -> String {
        guard let colon = typed.firstIndex(of: ":") else { return typed }
        let name = String(typed[typed.index(after: colon)...]).trimmingWhitespace()
        let keys = isNew ? tagKeys.union(["name"]) : tagKeys
        let word = SearchFold.fold(String(typed[..<colon]))
        let isKey = keys.contains(word) || localizer.field(of: word) { keys.contains($0) ? $0 : nil } != nil
        return isKey && !name.isEmpty ? name : typed
    }

    /// Returns the English word of the field or tag that the word before a colon means, in English or in the user's language;
    /// the word itself if it means none.
    private static func key(_ word: some StringProtocol, _ context: ParseContext) -> String {
        let typed = word.lowercased()
        if Issue.fields[word: typed] != nil { return typed }
        return Issue.fields.field(word: typed, context.localizer)?.word
            ?? context.localizer.field(of: SearchFold.fold(typed)) { tagKeys.contains($0) ? $0 : nil }
            ?? typed
    }

    /// Takes a value of several words, as in `due:friday at 14:00`. Returns the number of words after the first one; 0 if the
    /// value is one word.
    ///
    /// - Throws: `UsageError` or `ValueError` if it is unclear whether the next word belongs to a value.
    private mutating func takeValue(
        _ word: String, isFirst: Bool, isQuoted: Bool, before next: ArraySlice<String>,
        changing isChange: Bool, _ context: ParseContext
    ) throws -> Int {
        guard let colon = word.firstIndex(of: ":"), let following = next.first else { return 0 }
        let typed = String(word[...colon]), value = word[word.index(after: colon)...]
        let key = Self.key(word[..<colon], context)
        guard let field = Issue.fields[word: key] ?? Issue.fields.field(word: key, context.localizer),
            field.option != nil, field.key != "title"
        else { return 0 }
        func isText(_ word: String) -> Bool {
            let entry = try? QuickEntry([word], changing: isChange, context)
            return entry?.parts == [.text(QuotedText.unquoted(word))] && entry?.changes.isEmpty ?? false
        }
        let run = Array(
            next.prefix {
                QuotedText.unquoted($0) == $0 && !$0.contains(where: \.isWhitespace) && isText($0)
            })
        if value.isEmpty {
            // A new issue may have “Due: Monday” as its title, and “Due: rent” in it.
            let isValue =
                !isFirst
                && (1...8).contains { count in
                    Self.isValue(run.prefix(count).joined(separator: " "), of: field.key, context)
                }
            guard isChange ? isText(following) : isValue else { return 0 }
            let meant = typed + following
            throw ValueError.refused(
                text("There must be no space after “%@”.", typed),
                remedy: isChange && field.key != "priority"
                    ? text("Write “%1$@”, or put “%2$@” at the end to clear the field.", meant, typed)
                    : text("Write “%@”.", meant))
        }
        if isChange, field.key == "content", !isQuoted, !run.isEmpty {
            let added = run.joined(separator: " ")
            throw UsageError.unclearText(
                added, option: typed, argument: text("TITLE"),
                examples: [
                    typed + QuotedText.quoted("\(value) \(added)"), "\(word) \(QuotedText.quoted(added))",
                ])
        }
        for count in run.indices.prefix(8).reversed() {
            let words = run[...count], longer = "\(value) \(words.joined(separator: " "))"
            guard Self.isValue(longer, of: field.key, context) else { continue }
            if try takeField(typed + longer, clears: isChange, context) { return words.count }
        }
        return 0
    }

    /// Returns whether a text of several words is a value of a field, even one that the field doesn't accept, such as a day
    /// that doesn't exist.
    private static func isValue(_ value: String, of key: String, _ context: ParseContext) -> Bool {
        switch key {
        case "estimate":
            // “1h 30” may be a value and a title.
            let hasUnit = value.last.map { !$0.isNumber } ?? false || !value.contains(" ")
            return hasUnit && DurationReader.minutes(value) != nil
        case "recurrence":
            // In “monday last chapter”, “last” belongs to the title.
            let words = value.split(separator: " ")
            let isCut =
                words.count > 1
                && DateWords(context.localizer).meanings(of: String(words[words.count - 1])).contains {
                    switch $0 {
                    case .ordinal, .last: true
                    default: false
                    }
                }
            return !isCut && context.recurrence(value) != nil
        case "due", "waitingUntil":
            do throws(ValueError) {
                _ = try context.day(DueTime.split(value)?.day ?? value, isComing: true)
                return true
            } catch .notADay {
                return false
            } catch {
                return true
            }
        default: return false
        }
    }

    /// Takes a word such as `due:friday`. Returns whether it is one.
    private mutating func takeField(_ word: String, clears: Bool, _ context: ParseContext) throws -> Bool {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 2, clears || !parts[1].isEmpty else { return false }
        let key = Self.key(parts[0], context), value = parts[1]
        switch key {
        case "pri" where value.isEmpty, "priority" where value.isEmpty:
            throw FieldError.cannotClear(text("priority"))
        case "title" where value.isEmpty: throw FieldError.cannotClear(text("title"))
        case "pri", "priority":
            if let priority = Self.priority(value[...], context.localizer) {
                changes.append(.priority(priority))
            } else {
                do {
                    if let change = try Issue.fields["priority"]?.change(to: value, context) {
                        changes.append(change)
                    }
                } catch let error as any PresentableError {
                    throw FieldError.unfit(value, key: "\(parts[0]):", error)
                }
            }
        case _ where Self.tagKeys.contains(key):
            self.parts.append(.tag(try CheckedText.tagName(value), word: word))
        case "rec" where Recurrence(rawValue: value)?.start == .closing:
            // In todo.txt, a recurrence without + is counted from the day of closing.
            let written = value.replacing("..", with: " until ")
            guard let change = try Issue.fields["recurrence"]?.change(to: "after \(written)", context)
            else { return false }
            changes.append(change)
        case "text", "title":
            if value.isEmpty { break }
            if key == "title" {
                if hasTitle { throw UsageError.repeatedOption("--title") }
                hasTitle = true
            }
            self.parts.append(.text(value))
        default:
            let field = Issue.fields[word: key] ?? Issue.fields.field(word: key, context.localizer)
            guard let change = try field?.change(to: value, context) else { return false }
            changes.append(change)
        }
        return true
    }
}

extension FieldChange where Model == Issue {
    /// Sets the day on which the issue was created.
    fileprivate static func created(_ day: CivilDate) -> FieldChange {
        FieldChange("created") { issue, context in
            issue.created = day.start(in: context.timeZone)
            return true
        }
    }

    fileprivate static func priority(_ priority: Priority) -> FieldChange {
        FieldChange("priority", isTyped: true) { issue, _ in
            if issue.priority == priority { return false }
            issue.priority = priority
            return true
        }
    }
}

extension [FieldChange<Issue>] {
    /// The changes of a mark of todo.txt, such as `(A)`.
    fileprivate static func mark(_ mark: (priority: Priority, letter: String?)) -> [FieldChange<Issue>] {
        [.priority(mark.priority)]
            + (mark.letter.map { letter in
                [
                    FieldChange("letter") { issue, _ in
                        Issue.fields["letter"]?.set(.string(letter), of: issue) ?? false
                    }
                ]
            } ?? [])
    }
}

extension ValueType where Value == FieldChange<Issue> {
    /// This type of changes of the due day for days that can have a time, such as `friday 14:00`.
    var withTime: ValueType<FieldChange<Issue>> {
        ValueType(placeholder: placeholder, completion: completion, isContinued: DueTime.continues) {
            string, context in
            guard let (day, time) = DueTime.split(string),
                let change = try Issue.fields["dueTime"]?.change(to: time, context)
            else { return try parse(string, context) }
            return try parse(day, context).with(change)
        }
    }

    /// This type of changes of the priority for letters of todo.txt, too, as in `priority:D`.
    var withLetter: ValueType<FieldChange<Issue>> {
        ValueType(placeholder: placeholder, completion: completion, isContinued: isContinued) {
            string, context in
            do {
                return try parse(string, context)
            } catch {
                guard let mark = TodoMark.mark("(\(string))") else { throw error }
                let changes: [FieldChange<Issue>] = .mark(mark)
                return changes.dropFirst().reduce(FieldChange<Issue>.priority(mark.priority)) { $0.with($1) }
            }
        }
    }
}

extension PortfolioSession {
    /// Returns the name of a tag as an argument has it, without a key such as `tag:`, unless a tag has the key in its name.
    func tagName(_ typed: String) throws -> String {
        try context.tag(named: typed) == nil ? QuickEntry.tagName(typed, localizer) : typed
    }
}
