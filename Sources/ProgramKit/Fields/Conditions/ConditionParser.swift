import Foundation
import Localization
import Shell

/// Parses conditions such as `solaris #sf (rating:>=4 or is:reading) -author:lem`.
///
/// The operators are those of ``ConditionOperators``, also in the user's language.
///
///     conditions = all { "or" all }
///     all        = one { ["and"] one }
///     one        = ("not" | "-") one | "(" conditions ")" | key ":" value | "#" name | word | quoted text
@MainActor
struct ConditionParser<Model: AnyObject> {
    private let characters: [Character]
    private let vocabulary: ConditionVocabulary<Model>
    private let context: FieldContext
    private let operators: ConditionOperators
    private var index = 0
    private var depth = 0
    /// The last key with its colon, and the word before the present one if it is a text, for advice about comparisons.
    private var lastKey: String?, lastText: String?
    private var knownHasKeys: Bool?
    /// The last places of closing quotation marks, by the marks.
    private var lastMarks: [Character: Int] = [:]

    /// The largest number of nested parentheses and negations.
    private static var largestDepth: Int { 50 }

    /// Parses conditions. An empty text is met by every record.
    ///
    /// - Parameters:
    ///   - text: The conditions.
    ///   - vocabulary: What they can ask.
    ///   - context: The user's language and the day.
    ///   - operators: The operators; `nil` for those of the user's language.
    /// - Throws: ``ConditionError``, and the errors of the store, if a name is looked up.
    static func parse(
        _ text: String, _ vocabulary: ConditionVocabulary<Model>, _ context: FieldContext,
        operators: ConditionOperators? = nil
    ) throws -> Condition<Model> {
        if text.allSatisfy(\.isWhitespace) { return .all([]) }
        var parser = ConditionParser(
            text, vocabulary, context, operators ?? ConditionOperators(context.localizer))
        parser.skipSpaces()
        let condition = try parser.alternatives()
        if !parser.isAtEnd { throw parser.error(.unexpectedParenthesis) }
        return condition
    }

    private init(
        _ text: String, _ vocabulary: ConditionVocabulary<Model>, _ context: FieldContext,
        _ operators: ConditionOperators
    ) {
        characters = Array(text)
        self.vocabulary = vocabulary
        self.context = context
        self.operators = operators
    }

    /// Returns how many of some words belong to the first one if it is a key with a day, as in `due:5 may 2026`; else 1.
    static func words(
        ofDateIn words: ArraySlice<String>, _ vocabulary: ConditionVocabulary<Model>, _ context: FieldContext
    ) -> Int {
        // A range of two days with months has six words.
        let words = words.prefix(6).prefix { !$0.contains(where: \.isWhitespace) }
        guard words.count > 1, let first = words.first else { return 1 }
        let name = first.drop { "-(".contains($0) }.prefix { $0.isLetter || $0 == "-" }
        guard let key = vocabulary.key(String(name), context.localizer) else { return 1 }
        do throws(ConditionValue.Refusal) {
            _ = try key.test(.compared(.equal, "today"), context)
        } catch { return 1 }
        var parser = ConditionParser(
            words.joined(separator: " "), vocabulary, context, ConditionOperators(context.localizer))
        if parser.takesTexts(key) { return 1 }
        // As inside of a parenthesis, which ends the value.
        parser.depth = 2
        while !parser.isAtEnd, "-(".contains(parser.characters[parser.index]) { parser.index += 1 }
        guard (try? parser.test()) != nil else { return 1 }
        return parser.characters[..<parser.index].split(whereSeparator: \.isWhitespace).count
    }

    private var isAtEnd: Bool { index >= characters.count }

    private func error(_ mistake: ConditionError.Mistake, at place: Int? = nil) -> ConditionError {
        ConditionError(mistake: mistake, position: (place ?? index) + 1)
    }

    private mutating func skipSpaces() {
        while !isAtEnd, characters[index].isWhitespace { index += 1 }
    }

    /// Returns the operator here and the number of its characters; `nil` if there is another word. An operator ends at a
    /// space or a parenthesis.
    private var operatorHere: (meaning: ConditionOperator, length: Int)? {
        var end = index
        while end < characters.count, !characters[end].isWhitespace, !"()".contains(characters[end]) {
            end += 1
            if end - index > operators.longest { return nil }
        }
        return operators[String(characters[index..<end])].map { ($0, end - index) }
    }

    /// Whether no condition can begin here.
    private var isAtOperatorOrEnd: Bool {
        if isAtEnd || characters[index] == ")" { return true }
        let meaning = operatorHere?.meaning
        return meaning == .or || meaning == .and
    }

    /// Parses conditions that are joined by `or`.
    private mutating func alternatives() throws -> Condition<Model> {
        var parts = [try conjunction()]
        while !isAtEnd, let (meaning, length) = operatorHere, meaning == .or {
            index += length
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// Parses conditions that must all hold, up to `or`, a closing parenthesis or the end.
    private mutating func conjunction() throws -> Condition<Model> {
        var parts: [Condition<Model>] = []
        while true {
            skipSpaces()
            if isAtEnd || characters[index] == ")" { break }
            let here = operatorHere
            if here?.meaning == .or { break }
            if let here, here.meaning == .and {
                if parts.isEmpty { throw error(.missingTerm) }
                index += here.length
                skipSpaces()
                if isAtOperatorOrEnd { throw error(.missingTerm) }
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
    private mutating func condition() throws -> Condition<Model> {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.largestDepth { throw error(.tooDeep) }
        if let (meaning, length) = operatorHere, meaning == .not {
            index += length
            skipSpaces()
            if isAtOperatorOrEnd { throw error(.missingTerm) }
            return .not(try condition())
        }
        if characters[index] == "-", index + 1 < characters.count, !characters[index + 1].isWhitespace {
            index += 1
            return .not(try condition())
        }
        guard characters[index] == "(" else { return .test(try test()) }
        let opening = index
        index += 1
        let inner = try alternatives()
        guard !isAtEnd else { throw error(.openParenthesis, at: opening) }
        index += 1
        return inner
    }

    private mutating func test() throws -> ConditionTest<Model> {
        if QuotedText.closing(of: characters[index]) != nil {
            let start = index
            if let column = vocabulary.column,
                let (name, rest) = QuotedText.key(of: String(characters[index...])),
                rest.dropFirst().first.map({ !$0.isWhitespace && $0 != ")" }) ?? false
            {
                guard let key = try column(name) else {
                    throw error(vocabulary.unknownKey("\"\(name)\":", context.localizer), at: start)
                }
                index += name.count + 3
                return try value(of: key, written: "\"\(name)\":", at: start)
            }
            lastText = nil
            return try vocabulary.text(try word())
        }
        if let hashKey = vocabulary.hashKey, characters[index] == "#", index + 1 < characters.count,
            !characters[index + 1].isWhitespace, characters[index + 1] != ")"
        {
            let start = index
            index += 1
            return try value(of: hashKey, written: "#", at: start)
        }
        let start = index
        var end = index
        while end < characters.count, characters[end].isLetter || characters[end] == "-" { end += 1 }
        if end > index, end < characters.count, characters[end] == ":" {
            let word = String(characters[index..<end])
            if vocabulary.isKey(word, context.localizer) {
                index = end + 1
                return try value(of: word, written: "\(word):", at: start)
            }
            // An address, or a word before a colon and a space, is a text.
            if end + 1 < characters.count, !"/:)".contains(characters[end + 1]),
                !characters[end + 1].isWhitespace
            {
                if let column = try vocabulary.column?(word) {
                    index = end + 1
                    return try value(of: column, written: "\(word):", at: start)
                }
                throw error(vocabulary.unknownKey("\(word):", like: word, context.localizer))
            }
        }
        let typed = try word()
        if let instead = instead(of: String(characters[start..<index])) {
            throw error(.foreign(typed, instead: instead), at: start)
        }
        lastText = typed
        return try vocabulary.text(typed)
    }

    /// Returns what to write instead of a word that is a condition or an operator in other programs, such as `samples>50`,
    /// `!is:done` or `||`; `nil` for a text.
    private mutating func instead(of written: String) -> String? {
        switch written {
        case "|", "||": return ConditionOperators.usual(text("or"), context.localizer)
        case "&&": return ConditionOperators.usual(text("and"), context.localizer)
        // Titles have both, as in “Simon & Schuster”.
        case "&": return hasKeys() ? ConditionOperators.usual(text("and"), context.localizer) : nil
        case "-": return hasKeys() ? nextWord.map { "-\($0)" } : nil
        default: break
        }
        if written.first == "!" {
            let rest = String(written.dropFirst()), folded = SearchFold.fold(rest)
            guard let first = rest.first, first.isLetter || "#(".contains(first) else { return nil }
            let choice = vocabulary.keys.first { key in
                key.candidates.contains { candidate in
                    var words = [candidate.english]
                    if case .localized(_, let own) = candidate { words += own.map(context.localizer.string) }
                    return words.contains { SearchFold.fold($0) == folded }
                }
            }
            if let key = choice?.words.first { return "\(key):\(rest)" }
            return "-\(rest)"
        }
        let key = String(written.prefix { $0.isLetter || $0 == "-" })
        let rest = String(written.dropFirst(key.count))
        guard let sign = rest.first, "<>=!".contains(sign) else { return nil }
        return comparison(rest, key)
    }

    /// Returns the condition that a comparison such as `>50` or `!=x` means after a key, which may be the word before it;
    /// `nil` without a key or a value.
    private func comparison(_ comparison: String, _ key: String) -> String? {
        var written = key.isEmpty ? lastKey : nil
        if let name = key.isEmpty ? lastText : key, vocabulary.isKey(name, context.localizer) {
            written = "\(name):"
        }
        let signs = String(comparison.prefix { "<>=!".contains($0) })
        let rest = String(comparison.dropFirst(signs.count))
        guard let written, let value = rest.isEmpty ? nextWord : rest else { return nil }
        switch signs {
        case "=", "==": return "\(written)\(value)"
        case "!=", "<>": return "-\(written)\(value)"
        case "<", ">", "<=", ">=": return "\(written)\(signs)\(value)"
        case "=<": return "\(written)<=\(value)"
        case "=>": return "\(written)>=\(value)"
        default: return nil
        }
    }

    /// Whether any of the conditions has a key, so that the text isn't only a title.
    private mutating func hasKeys() -> Bool {
        if let known = knownHasKeys { return known }
        let hasKeys = vocabulary.isMeant(by: String(characters), context.localizer, besideReferences: false)
        knownHasKeys = hasKeys
        return hasKeys
    }

    /// The word after the present one, with its quotation marks; `nil` at the end.
    private var nextWord: String? {
        var parser = self
        parser.skipSpaces()
        let start = parser.index
        guard (try? parser.word()) != nil, parser.index > start else { return nil }
        return String(characters[start..<parser.index])
    }

    /// Reads a word: up to a space, or up to a closing parenthesis that the word doesn't open. Quotation marks enclose
    /// spaces. Inside a word, a mark without a closing one is a letter, as in `5"`.
    private mutating func word() throws -> String {
        var word = ""
        var opened = 0
        while !isAtEnd {
            let character = characters[index]
            if character.isWhitespace { break }
            if let closing = QuotedText.closing(of: character),
                word.allSatisfy({ "<>=".contains($0) }) || isClosed(by: closing)
            {
                word += try quoted()
                continue
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

    /// Whether one of some closing quotation marks is after the present character.
    private mutating func isClosed(by marks: [Character]) -> Bool {
        marks.contains { mark in
            if lastMarks[mark] == nil { lastMarks[mark] = characters.lastIndex(of: mark) ?? -1 }
            return lastMarks[mark] ?? -1 > index
        }
    }

    /// Reads a text in quotation marks.
    private mutating func quoted() throws -> String {
        let opening = index
        let closing = QuotedText.closing(of: characters[index]) ?? []
        index += 1
        var text = ""
        while !isAtEnd, !closing.contains(characters[index]) {
            if characters[index] == "\\", index + 1 < characters.count { index += 1 }
            text.append(characters[index])
            index += 1
        }
        guard !isAtEnd else { throw error(.openQuote, at: opening) }
        index += 1
        if text.allSatisfy(\.isWhitespace) { throw error(.missingTerm, at: opening) }
        return text
    }

    private mutating func value(of word: String, written: String, at start: Int) throws -> ConditionTest<
        Model
    > {
        let place = index
        (lastKey, lastText) = (written == "#" ? nil : written, nil)
        let (typed, isQuoted) = try typedValue(written, at: start)
        if written != "#" {
            if word.lowercased() == "text" { return try vocabulary.text(typed) }
            if word.lowercased() == "is" {
                guard let flag = vocabulary.flag(typed, context.localizer) else {
                    throw error(
                        .unknownValue(
                            typed, key: written, choices: vocabulary.flagWords(context.localizer)),
                        at: place)
                }
                return flag.test(context)
            }
        }
        guard let key = vocabulary.key(word, context.localizer) else {
            throw error(vocabulary.unknownKey(written, context.localizer), at: start)
        }
        return try test(key, typed, isQuoted: isQuoted, written, at: place)
    }

    private mutating func value(
        of key: ConditionKey<Model>, written: String, at start: Int
    ) throws -> ConditionTest<Model> {
        let place = index
        (lastKey, lastText) = (written == "#" ? nil : written, nil)
        let (typed, isQuoted) = try typedValue(written, at: start)
        return try test(key, typed, isQuoted: isQuoted, written, at: place)
    }

    /// Reads the value after a key, and returns whether it is in quotation marks.
    private mutating func typedValue(_ written: String, at start: Int) throws -> (String, isQuoted: Bool) {
        let isQuoted = !isAtEnd && QuotedText.closing(of: characters[index]) != nil
        let typed = try self.word()
        if typed.isEmpty { throw error(.missingValue(written), at: start) }
        return (typed, isQuoted)
    }

    private mutating func test(
        _ key: ConditionKey<Model>, _ typed: String, isQuoted: Bool, _ written: String, at place: Int
    ) throws -> ConditionTest<Model> {
        // A number may be the day before a month, or an amount before its unit.
        if !isQuoted, isNumber(typed), let longer = try continued(typed, by: key, at: place) { return longer }
        let asked = isQuoted ? .compared(.equal, typed) : try conditionValue(typed, at: place)
        do throws(ConditionValue.Refusal) {
            return try key.test(asked, context)
        } catch {
            if case .unknownName = error, let test = try test(key, named: written + typed) { return test }
            if !isQuoted, case .unfit = error {
                if let longer = try continued(typed, by: key, at: place) { return longer }
                if let instead = severalValues(typed, of: key, written) {
                    throw self.error(.foreign(written + typed, instead: instead), at: place)
                }
            }
            throw failure(error, typed, written, at: place)
        }
    }

    /// Whether a value is a number, also in a comparison.
    private func isNumber(_ typed: String) -> Bool {
        let digits = typed.drop { "<>=".contains($0) }
        return (1...3).contains(digits.count) && digits.first != "."
            && digits.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Returns the test for a value that continues with the next words, such as “july 1969”, and reads these words; `nil` if
    /// no such value has a meaning.
    private mutating func continued(
        _ typed: String, by key: ConditionKey<Model>, at place: Int
    ) throws -> ConditionTest<Model>? {
        var ends: [Int] = []
        var end = index
        // A range of two days with months has five words.
        while ends.count < 5 {
            var start = end
            while start < characters.count, characters[start].isWhitespace { start += 1 }
            end = start
            while end < characters.count, !characters[end].isWhitespace, characters[end] != ")" { end += 1 }
            let word = String(characters[start..<end])
            if word.isEmpty || operators[word] != nil { break }
            if word.contains(where: { ":(\"“„«#".contains($0) }) || word.first == "-" { break }
            ends.append(end)
            if end < characters.count, characters[end] == ")" { break }
        }
        // A text would take every word.
        if ends.isEmpty || takesTexts(key) { return nil }
        for end in ends.reversed() {
            let words = String(characters[index..<end]).split(whereSeparator: \.isWhitespace)
            let longer = ([typed] + words.map(String.init)).joined(separator: " ")
            guard longer.contains(where: \.isLetter) else { continue }
            guard let asked = try? conditionValue(longer, at: place) else { continue }
            do throws(ConditionValue.Refusal) {
                let test = try key.test(asked, context)
                index = end
                return test
            } catch {
                if case .failed(let failure) = error { throw failure }
            }
        }
        return nil
    }

    /// Whether a key accepts every text.
    private func takesTexts(_ key: ConditionKey<Model>) -> Bool {
        do throws(ConditionValue.Refusal) {
            _ = try key.test(.compared(.equal, "?"), context)
            return true
        } catch {
            return false
        }
    }

    /// Returns the conditions for a value such as `11,12`; `nil` if it isn't several values.
    private func severalValues(_ typed: String, of key: ConditionKey<Model>, _ written: String) -> String? {
        let parts = typed.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        // Three digits after a comma may be thousands.
        guard (2...20).contains(parts.count), let last = parts.last,
            last.count != 3 || !last.allSatisfy(\.isNumber)
        else { return nil }
        for part in parts {
            do throws(ConditionValue.Refusal) {
                _ = try key.test(.compared(.equal, part), context)
            } catch { return nil }
        }
        let or = ConditionOperators.usual(text("or"), context.localizer)
        let conditions = parts.map { written + $0 }.joined(separator: " \(or) ")
        // Beside other conditions, “or” would separate them, too.
        let isAlone = characters.count { !$0.isWhitespace } == written.count + typed.count
        return isAlone ? conditions : "(\(conditions))"
    }

    /// Returns the test for a name that begins with its mark, as the imported names “#best” and “tag:best” do; `nil` if
    /// nothing has the name.
    private func test(_ key: ConditionKey<Model>, named name: String) throws -> ConditionTest<Model>? {
        do throws(ConditionValue.Refusal) {
            return try key.test(.compared(.equal, name), context)
        } catch {
            if case .failed(let failure) = error { throw failure }
            return nil
        }
    }

    private func failure(
        _ refusal: ConditionValue.Refusal, _ typed: String, _ written: String, at place: Int
    ) -> any Error {
        switch refusal {
        case .unfit(let value, let reason): error(.unfit(value, key: written, reason), at: place)
        case .noOrder: error(.noOrder(typed, key: written), at: place)
        case .backwardRange: error(.backwardRange(typed), at: place)
        case .unknownName(let name, let near):
            error(.unknownName(name, key: written, nearest: near), at: place)
        case .failed(let error): error
        }
    }

    /// Returns what a value asks for: nothing, anything, a comparison or a range.
    private func conditionValue(_ typed: String, at place: Int) throws -> ConditionValue {
        let folded = SearchFold.fold(typed)
        if ["none", SearchFold.fold(context.localizer.string(text("none")))].contains(folded) {
            return .none
        }
        if ["any", SearchFold.fold(context.localizer.string(text("any")))].contains(folded) { return .any }
        if let dots = typed.range(of: ".."), typed != "..." {
            let ends = [typed[..<dots.lowerBound], typed[dots.upperBound...]].map(String.init)
            if ends.allSatisfy(\.isEmpty) { throw error(.emptyRange(typed), at: place) }
            return .range(
                from: ends[0].isEmpty ? nil : ends[0], through: ends[1].isEmpty ? nil : ends[1])
        }
        if let sign = ConditionValue.Comparison.allCases.first(where: { typed.hasPrefix($0.rawValue) }) {
            let rest = String(typed.dropFirst(sign.rawValue.count))
            if rest.isEmpty { throw error(.missingValue(typed), at: place) }
            return .compared(sign, rest)
        }
        return .compared(.equal, typed)
    }
}

extension StoreSession {
    /// Parses conditions.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of a command.
    ///   - vocabulary: What conditions can ask.
    /// - Throws: ``ConditionError``, and `ModelDataError` if the store can't be read.
    public func condition<Model: AnyObject>(
        _ arguments: [String], _ vocabulary: ConditionVocabulary<Model>
    ) throws -> Condition<Model> {
        try ConditionParser.parse(vocabulary.joined(arguments, localizer), vocabulary, fieldContext)
    }

    /// Parses the conditions of a search in records of several kinds, of which some may lack a key.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of a command.
    ///   - vocabulary: What conditions can ask of the records of one kind.
    ///   - mistakes: Takes the mistake if the kind can't have the conditions. If it is that of all kinds, throw the first.
    /// - Returns: The condition; `nil` with a mistake.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func condition<Model: AnyObject>(
        _ arguments: [String], _ vocabulary: ConditionVocabulary<Model>, mistakes: inout [ConditionError]
    ) throws -> Condition<Model>? {
        do {
            return try condition(arguments, vocabulary)
        } catch let error as ConditionError {
            mistakes.append(error)
            return nil
        }
    }

    /// Parses the text of stored conditions, such as those of a view. Only English operators are known, as
    /// ``ConditionVocabulary/stored(_:_:)`` writes them, so that a text such as “nie” is one in every language.
    ///
    /// - Parameters:
    ///   - text: The text. An empty text is met by every record.
    ///   - vocabulary: What conditions can ask.
    /// - Throws: ``ConditionError``, and `ModelDataError` if the store can't be read.
    public func condition<Model: AnyObject>(
        parsing text: String, _ vocabulary: ConditionVocabulary<Model>
    ) throws -> Condition<Model> {
        try ConditionParser.parse(
            text, vocabulary, fieldContext, operators: ConditionOperators(Localizer(.english)))
    }
}
