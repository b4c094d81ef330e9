import Localization
import Shell

/// Parses queries such as `login #work (due:<friday or is:overdue) -priority:low`.
struct QueryParser {
    private let characters: [Character]
    private let localizer: Localizer
    private let today: CivilDate
    private let words: DateWords
    private var index = 0
    private var depth = 0

    /// The largest number of nested parentheses and negations.
    static let largestDepth = 50

    /// The words before a colon that have a meaning.
    static let keys =
        ["is", "priority", "status", "tag", "project", "text", "title", "content", "note"]
        + QueryTerm.DateField.allCases.map(\.rawValue)

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - text: The query. An empty query matches every issue.
    ///   - localizer: The user's language, for dates and priorities.
    ///   - today: Today, for relative dates.
    /// - Throws: ``QueryError``.
    static func parse(_ text: String, _ localizer: Localizer, today: CivilDate) throws(QueryError) -> Query {
        var parser = QueryParser(text, localizer, today)
        parser.skipSpaces()
        if parser.isAtEnd { return .all([]) }
        let query = try parser.alternatives()
        if !parser.isAtEnd { throw parser.error(.unexpectedParenthesis) }
        return query
    }

    private init(_ text: String, _ localizer: Localizer, _ today: CivilDate) {
        characters = Array(text)
        self.localizer = localizer
        self.today = today
        words = DateWords(localizer)
    }

    private var isAtEnd: Bool { index >= characters.count }

    private func error(_ mistake: QueryError.Mistake, at place: Int? = nil) -> QueryError {
        QueryError(mistake: mistake, position: (place ?? index) + 1)
    }

    private mutating func skipSpaces() {
        while !isAtEnd, characters[index].isWhitespace { index += 1 }
    }

    /// Returns whether the next word is a keyword, which ends at a space or a parenthesis.
    private func isKeyword(_ keyword: String) -> Bool {
        let end = index + keyword.count
        guard end <= characters.count, String(characters[index..<end]).lowercased() == keyword else {
            return false
        }
        return end == characters.count || characters[end].isWhitespace || "()".contains(characters[end])
    }

    /// Parses conditions that are joined by `or`.
    private mutating func alternatives() throws(QueryError) -> Query {
        var parts = [try conjunction()]
        while !isAtEnd, isKeyword("or") {
            index += 2
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// Parses conditions that must all hold, up to `or`, a closing parenthesis or the end.
    private mutating func conjunction() throws(QueryError) -> Query {
        var parts: [Query] = []
        while true {
            skipSpaces()
            if isAtEnd || isKeyword("or") || (characters[index] == ")") { break }
            if isKeyword("and") {
                if parts.isEmpty { throw error(.missingTerm) }
                index += 3
                skipSpaces()
                if isAtEnd || isKeyword("or") || isKeyword("and") || characters[index] == ")" {
                    throw error(.missingTerm)
                }
            }
            parts.append(try condition())
        }
        if parts.isEmpty {
            throw error(
                !isAtEnd && characters[index] == ")" && depth == 0 ? .unexpectedParenthesis : .missingTerm)
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Parses one condition with what precedes it.
    private mutating func condition() throws(QueryError) -> Query {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.largestDepth { throw error(.tooDeep) }
        if isKeyword("not") {
            index += 3
            skipSpaces()
            if isAtEnd || isKeyword("or") || isKeyword("and") || characters[index] == ")" {
                throw error(.missingTerm)
            }
            return .not(try condition())
        }
        if characters[index] == "-", index + 1 < characters.count, !characters[index + 1].isWhitespace {
            index += 1
            return .not(try condition())
        }
        guard characters[index] == "(" else { return .term(try term()) }
        let opening = index
        index += 1
        let query = try alternatives()
        guard !isAtEnd else { throw error(.openParenthesis, at: opening) }
        index += 1
        return query
    }

    private mutating func term() throws(QueryError) -> QueryTerm {
        if characters[index] == "\"" { return .text(try quoted()) }
        if characters[index] == "#", index + 1 < characters.count, !characters[index + 1].isWhitespace,
            characters[index + 1] != ")"
        {
            index += 1
            return .tag(try word())
        }
        let start = index
        var end = index
        while end < characters.count, characters[end].isLetter { end += 1 }
        if end > index, end < characters.count, characters[end] == ":" {
            let key = String(characters[index..<end]).lowercased()
            if Self.keys.contains(key) {
                index = end + 1
                return try value(of: key, at: start)
            }
            // A word with a colon that isn't similar to a key is a text, such as an address.
            let near = nearest(to: key, in: Self.keys)
            if !near.isEmpty { throw error(.unknownKey("\(key):", nearest: near)) }
        }
        return .text(try word())
    }

    /// Reads a word: up to a space, or up to a closing parenthesis that the word doesn't open. Quotation marks
    /// at the beginning, or after a comparison, enclose spaces.
    private mutating func word() throws(QueryError) -> String {
        var word = ""
        var opened = 0
        while !isAtEnd {
            let character = characters[index]
            if character.isWhitespace { break }
            if character == "\"", word.allSatisfy({ "<>=".contains($0) }) {
                return word + (try quoted())
            }
            if character == "(" { opened += 1 }
            if character == ")" {
                if opened == 0, depth > 1 { break }
                opened -= 1
            }
            word.append(character)
            index += 1
        }
        return word
    }

    /// Reads a text in quotation marks.
    private mutating func quoted() throws(QueryError) -> String {
        let opening = index
        index += 1
        var text = ""
        while !isAtEnd, characters[index] != "\"" {
            if characters[index] == "\\", index + 1 < characters.count { index += 1 }
            text.append(characters[index])
            index += 1
        }
        guard !isAtEnd else { throw error(.openQuote, at: opening) }
        index += 1
        if text.trimmingSpaces.isEmpty { throw error(.missingTerm, at: opening) }
        return text
    }

    private mutating func value(of key: String, at start: Int) throws(QueryError) -> QueryTerm {
        let place = index
        let value = try word()
        if value.isEmpty { throw error(.missingValue("\(key):"), at: start) }
        func unknown(_ choices: [String]) -> QueryError {
            error(.unknownValue(value, key: "\(key):", choices: choices), at: place)
        }
        switch key {
        case "text": return .text(value)
        case "title": return .title(value)
        case "content": return .content(value)
        case "note": return .note(value)
        case "tag", "project": return .tag(value.hasPrefix("#") ? String(value.dropFirst()) : value)
        case "priority":
            guard let found = choice(value, Priority.choices) ?? Priority(initial: SearchFold.fold(value))
            else {
                throw unknown(Priority.allCases.map(\.rawValue))
            }
            return .priority(found)
        case "status", "is":
            if let found = choice(value, IssueStatus.choices) { return .status(found) }
            if key == "is", let flag = QueryTerm.Flag(rawValue: value.lowercased()) { return .flag(flag) }
            let flags = key == "is" ? QueryTerm.Flag.allCases.map(\.rawValue) : []
            throw unknown(IssueStatus.allCases.map(\.rawValue) + flags)
        default:
            guard let field = QueryTerm.DateField(rawValue: key) else { throw unknown(Self.keys) }
            return .date(field, try dates(value, field, at: place))
        }
    }

    private func choice<Value>(_ word: String, _ choices: [Choice<Value>]) -> Value? {
        let folded = SearchFold.fold(word)
        return choices.first { choice in
            choice.name == folded
                || choice.words.contains { SearchFold.fold(localizer.string($0)) == folded }
        }?.value
    }
}

// MARK: - Dates

extension QueryParser {
    private func dates(
        _ value: String, _ field: QueryTerm.DateField, at place: Int
    ) throws(QueryError) -> QueryTerm.DateCondition {
        let folded = SearchFold.fold(value)
        if folded == "none" || folded == SearchFold.fold(localizer.string(text("none"))) { return .missing }
        if folded == "any" { return .present }
        if let range = value.range(of: "..") {
            let ends = [value[..<range.lowerBound], value[range.upperBound...]].map(String.init)
            if ends.allSatisfy(\.isEmpty) { throw error(.notADay(value), at: place) }
            let first = ends[0].isEmpty ? nil : try day(ends[0], field, at: place).day
            let last = ends[1].isEmpty ? nil : try day(ends[1], field, at: place).day
            if let first, let last, first > last { throw error(.backwardRange(value), at: place) }
            return .days(from: first, through: last)
        }
        let sign = ["<=", ">=", "<", ">", "="].first { value.hasPrefix($0) } ?? ""
        let (day, isDuration) = try day(String(value.dropFirst(sign.count)), field, at: place)
        switch sign {
        case "<": return .days(from: nil, through: day.adding(days: -1))
        case "<=": return .days(from: nil, through: day)
        case ">": return .days(from: day.adding(days: 1), through: nil)
        case ">=": return .days(from: day, through: nil)
        default:
            if !isDuration || sign == "=" { return .days(from: day, through: day) }
            return field.isPast ? .days(from: day, through: nil) : .days(from: today, through: day)
        }
    }

    /// Returns a day, and whether it was written as a number of days from today, such as `7d`. For fields with
    /// past dates, such a number counts backwards, and a weekday is the last one.
    private func day(
        _ written: String, _ field: QueryTerm.DateField, at place: Int
    ) throws(QueryError) -> (day: CivilDate, isDuration: Bool) {
        var count: (Int, CalendarUnit)?
        switch words.meanings(of: written) {
        case let meanings where meanings.count == 2:
            if case (.number(let number), .unit(let unit)) = (meanings[0], meanings[1]) {
                count = (number, unit)
            }
        case let meanings where meanings.count == 1:
            if case .unit(let unit) = meanings[0] { count = (1, unit) }
            if field.isPast, case .weekday(let weekday) = meanings[0],
                let day = today.adding(days: -7).next(weekday)
            {
                return (day, false)
            }
        default: break
        }
        if let (number, unit) = count {
            if let day = today.adding(field.isPast ? -number : number, unit) { return (day, true) }
        } else if let day = localizer.parseDay(written, today: today, isComing: true) {
            return (day, false)
        }
        throw error(.notADay(written), at: place)
    }
}

extension Query {
    /// Returns whether a text is certainly meant as a query, not as a part of a title: it has a `#tag` or a
    /// condition such as `is:open`.
    static func isMeant(by text: String) -> Bool {
        for word in text.split(whereSeparator: \.isWhitespace) {
            let word = word.drop { $0 == "-" || $0 == "(" }
            // Digits after # are the number of an issue.
            if word.first == "#", let next = word.dropFirst().first, !(next.isASCII && next.isNumber) {
                return true
            }
            let key = word.prefix(while: \.isLetter)
            guard word.dropFirst(key.count).first == ":" else { continue }
            let name = key.lowercased()
            if name != "title", name != "text", QueryParser.keys.contains(name) { return true }
        }
        return false
    }

    /// Returns the query that the arguments of a command form. An argument with spaces is one text, unless it
    /// is certainly meant as a query.
    static func joined(_ arguments: [String]) -> String {
        arguments.map { argument in
            let isText =
                argument.contains(where: \.isWhitespace) && !argument.contains("\"")
                && !argument.contains("(")
                && !isMeant(by: argument) && !hasKeyword(argument)
            return isText ? "\"\(argument)\"" : argument
        }.joined(separator: " ")
    }

    private static func hasKeyword(_ text: String) -> Bool {
        text.lowercased().split(whereSeparator: \.isWhitespace).contains { ["or", "not"].contains($0) }
    }
}
