import Localization

extension ValueType where Value == String {
    /// Any text, as it is typed.
    public static var text: ValueType<String> {
        ValueType(placeholder: Shell.text("TEXT")) { string, _ in string }
    }

    /// A text with at least one visible character, without the spaces around it. Parsing throws
    /// ``ValueError/blank``.
    public static var nonBlank: ValueType<String> {
        ValueType(placeholder: Shell.text("TEXT")) { string, _ in
            let trimmed = string.trimmingWhitespace()
            if trimmed.isInvisible { throw ValueError.blank }
            return trimmed
        }
    }

    /// A file's path, completed from the file system. `~/` is the home directory.
    public static var path: ValueType<String> { path(endings: []) }

    /// A file's path, of which Tab offers only directories and files with one of the endings. `~/` is the home
    /// directory.
    ///
    /// ```swift
    /// Parameter.required("file", .path(endings: ["csv", "json"]), help: text("The file."))
    /// ```
    ///
    /// - Parameter endings: The endings in lower case and without dots; empty for all files.
    public static func path(endings: [String]) -> ValueType<String> {
        ValueType(placeholder: Shell.text("FILE"), completion: .files(endings: endings)) { string, context in
            if string.isEmpty { throw ValueError.blank }
            guard let home = context.home, string == "~" || string.hasPrefix("~/") else { return string }
            return home + string.dropFirst(1)
        }
    }
}

extension ValueType where Value == Int {
    /// A whole number. Parsing throws ``ValueError/notANumber(_:)`` and ``ValueError/outOfRange(_:_:)``.
    ///
    /// - Parameter range: The allowed numbers, such as `1...5`. Default: all.
    public static func integer(in range: ClosedRange<Int> = .min ... .max) -> ValueType<Int> {
        ValueType(placeholder: Numbers.placeholder(of: range)) { string, _ in
            try Numbers.integer(string, in: range)
        }
    }
}

extension ValueType where Value == ClosedRange<Int> {
    /// A number or a range: `3`, `3..5`, `3..` and `..4`.
    ///
    /// Parsing throws ``ValueError/notARange(_:)``, ``ValueError/backwardRange(_:)`` and
    /// ``ValueError/outOfRange(_:_:)``.
    ///
    /// - Parameter range: The allowed numbers. In `3..` and `..4`, the missing end is the bound of this
    ///   range. Default: all numbers.
    public static func integerRange(
        in range: ClosedRange<Int> = .min ... .max
    ) -> ValueType<ClosedRange<Int>> {
        ValueType(placeholder: Shell.text("N..N")) { string, _ in
            let trimmed = string.trimmingWhitespace()
            guard let dots = trimmed.firstDots else {
                guard Int(trimmed) != nil else { throw ValueError.notARange(string) }
                let number = try Numbers.integer(trimmed, in: range)
                return number...number
            }
            let lower = trimmed[..<dots.lowerBound].trimmingWhitespace()
            let upper = trimmed[dots.upperBound...].trimmingWhitespace()
            if lower.isEmpty && upper.isEmpty { throw ValueError.notARange(string) }
            guard lower.isEmpty || Int(lower) != nil, upper.isEmpty || Int(upper) != nil else {
                throw ValueError.notARange(string)
            }
            let from = try lower.isEmpty ? range.lowerBound : Numbers.integer(lower, in: range)
            let to = try upper.isEmpty ? range.upperBound : Numbers.integer(upper, in: range)
            if from > to { throw ValueError.backwardRange(string) }
            return from...to
        }
    }
}

enum Numbers {
    static func integer(_ string: String, in range: ClosedRange<Int>) throws(ValueError) -> Int {
        let trimmed = string.trimmingWhitespace()
        guard let number = Int(trimmed) else {
            let isBounded = range.lowerBound != .min && range.upperBound != .max
            throw isBounded ? .outOfRange(string, range) : .notANumber(string)
        }
        if !range.contains(number) { throw ValueError.outOfRange(string, range) }
        return number
    }

    static func placeholder(of range: ClosedRange<Int>) -> LocalizedText {
        if range.lowerBound == .min || range.upperBound == .max { return text("N") }
        return .verbatim("\(range.lowerBound)..\(range.upperBound)")
    }
}

extension String {
    /// The position of the separator in a range: two or three dots, or an ellipsis.
    fileprivate var firstDots: Range<Index>? {
        for dots in ["...", "…", ".."] {
            var start = startIndex
            while start < endIndex {
                if self[start...].hasPrefix(dots) {
                    return start..<index(start, offsetBy: dots.count)
                }
                start = index(after: start)
            }
        }
        return nil
    }
}

extension ValueType where Value == CivilDate {
    /// A day that is usually in the past: `2024-12-31`, `31.12.2024`, `31 December`, `yesterday`, `friday`.
    ///
    /// Parsing throws the errors of ``ParseContext/day(_:isComing:)``.
    public static var day: ValueType<CivilDate> {
        ValueType(placeholder: Shell.text("DATE"), completion: .words(NamedDay.past)) { string, context in
            try context.day(string)
        }
    }

    /// A day that is usually in the future. A weekday, or a day without a year, is the next one.
    public static var comingDay: ValueType<CivilDate> {
        ValueType(placeholder: Shell.text("DATE"), completion: .words(NamedDay.coming)) { string, context in
            try context.day(string, isComing: true)
        }
    }
}

extension ParseContext {
    /// Parses a day in any form that `Localizer.parseDay` accepts.
    ///
    /// - Parameters:
    ///   - string: The text that the user typed.
    ///   - isComing: Whether the day is usually in the future. Default: `false`.
    /// - Throws: ``ValueError/notADay(_:)``, ``ValueError/impossibleDay(_:)`` for a day like 2023-02-30, and
    ///   ``ValueError/unclearDay(_:_:)`` for a day like 3/4/2024, in which either number can be the month.
    public func day(_ string: String, isComing: Bool = false) throws(ValueError) -> CivilDate {
        let today = today
        if let day = localizer.parseDay(string, today: today, isComing: isComing) { return day }
        let days = localizer.ambiguousDays(string, today: today, isComing: isComing)
        if !days.isEmpty { throw ValueError.unclearDay(string, days) }
        throw localizer.namesImpossibleDay(string)
            ? ValueError.impossibleDay(string) : ValueError.notADay(string)
    }
}

extension ValueType {
    /// One of several words: the English name or a word of the user's language. Case doesn't matter.
    ///
    /// Parsing throws ``ValueError/unknownChoice(_:choices:nearest:)``.
    public static func choice(_ choices: [Choice<Value>]) -> ValueType<Value> {
        let names = choices.map(\.name)
        return ValueType(
            placeholder: .verbatim(names.joined(separator: "|")),
            completion: .words(choices.map(\.completionWord))
        ) { string, context in
            let wanted = ChoiceWord.normal(string)
            if let choice = choices.first(where: { ChoiceWord.normal($0.name) == wanted }) {
                return choice.value
            }
            for choice in choices {
                let words = choice.words.map { ChoiceWord.normal(context.localizer.string($0)) }
                if words.contains(wanted) || choice.otherNames.contains(wanted) { return choice.value }
            }
            let localized = choices.flatMap { $0.words.map { context.localizer.string($0) } }
            let others = Set(localized).subtracting(names).sorted()
            // Messages in another language offer the words of that language, which are accepted like the
            // English words.
            let isEnglish = context.localizer.language.code == Language.english.code
            let offered = choices.map { choice in
                isEnglish ? choice.name : choice.words.first.map(context.localizer.string) ?? choice.name
            }
            throw ValueError.unknownChoice(
                string, choices: offered, nearest: nearest(to: string, in: names + others))
        }
    }
}

extension ValueType where Value == Language {
    /// One of the available languages, by its code or its name. Pseudo-languages are accepted but not listed.
    static var language: ValueType<Language> {
        let choice = ValueType.choice(Language.available.map { Choice($0.code, $0) })
        return ValueType(placeholder: choice.placeholder, completion: choice.completion) { code, context in
            if let language = Language(matching: code), language.isPseudo { return language }
            do {
                return try choice.parse(code, context)
            } catch {
                guard let language = Language(named: code) else { throw error }
                return language
            }
        }
    }
}

enum ChoiceWord {
    /// Returns the form in which words are compared: lower case, with `-` for spaces and underscores.
    static func normal(_ word: String) -> String {
        String(word.trimmingWhitespace().lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
    }
}

/// The new value of a field: a value, or none.
///
/// For an option, `nil` means that the option is missing, and ``none`` that its value is the word `none`. A
/// nested optional would be hard to read.
public enum Assignment<Value: Sendable>: Sendable {
    /// The field gets no value.
    case none
    /// The field gets a value.
    case some(Value)

    /// The value; `nil` if the field gets no value.
    public var value: Value? {
        if case .some(let value) = self { value } else { nil }
    }
}

extension Assignment: Equatable where Value: Equatable {}

extension ValueType {
    /// A value of this type, or the word `none` (also in the user's language).
    ///
    /// ```swift
    /// static let rating = Parameter.required(
    ///     "rating", ValueType.integer(in: 1...5).orNone, help: text("The rating."))
    /// ```
    public var orNone: ValueType<Assignment<Value>> {
        let none = CompletionWord.localized("none", [Shell.text("none")])
        let completion: Completion =
            switch self.completion {
            case .words(let words): .words(words + [none])
            case .none: .words([none])
            case .wordsAfter, .files, .source: self.completion
            }
        return ValueType<Assignment<Value>>(
            placeholder: .joined([placeholder, .verbatim("none")], separator: "|"), completion: completion,
            isContinued: isContinued
        ) { string, context in
            let wanted = ChoiceWord.normal(string)
            if wanted == "none" || wanted == ChoiceWord.normal(context.localizer.string(Shell.text("none"))) {
                return .none
            }
            return .some(try parse(string, context))
        }
    }

    /// Returns this type, with completion from one of the session's completion sources.
    ///
    /// - Parameters:
    ///   - source: The name of the completion source, such as `books`.
    ///   - mark: The prefix of values that would otherwise be parsed differently, such as a title that is a
    ///     number. Default: none.
    public func completed(from source: String, mark: ValueMark? = nil) -> ValueType {
        var type = self
        type.completion = .source(source, mark: mark)
        return type
    }
}
