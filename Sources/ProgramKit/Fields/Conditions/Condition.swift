import Foundation
import Localization
import ModelData
import Shell

/// A condition for records, such as the parsed form of `rating:>=4 (author:lem or #sf)`.
public indirect enum Condition<Model: AnyObject>: Sendable {
    /// One test.
    case test(ConditionTest<Model>)
    /// Records that another condition leaves out.
    case not(Condition)
    /// Records that meet all conditions; without any, all records.
    case all([Condition])
    /// Records that meet at least one condition.
    case any([Condition])

    /// Whether every record meets the condition, because it has no tests.
    public var isEmpty: Bool { if case .all(let parts) = self { parts.allSatisfy(\.isEmpty) } else { false } }

    /// Whether the condition itself says if past records are listed, such as closed issues. Lists then don't leave any
    /// out.
    public var namesPast: Bool {
        switch self {
        case .test(let test): test.namesPast
        case .not(let condition): condition.namesPast
        case .all(let parts), .any(let parts): parts.contains(where: \.namesPast)
        }
    }

    /// The names of the columns of files that the condition asks for, in its order.
    public var columns: [String] {
        switch self {
        case .test(let test): [test.column].compactMap(\.self)
        case .not(let condition): condition.columns
        case .all(let parts), .any(let parts): parts.flatMap(\.columns)
        }
    }

    /// The largest number of tests that the store evaluates.
    private static var largestStoredCount: Int { 200 }

    /// The number of tests.
    private var count: Int {
        switch self {
        case .test: 1
        case .not(let condition): condition.count
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.count }
        }
    }

    /// Returns whether a record meets the condition.
    ///
    /// - Throws: The errors of predicates.
    @MainActor
    public func holds(for model: Model) throws -> Bool {
        switch self {
        case .test(let test): return try test.holds(model)
        case .not(let condition): return try !condition.holds(for: model)
        case .all(let parts):
            for part in parts where try !part.holds(for: model) { return false }
            return true
        case .any(let parts):
            for part in parts where try part.holds(for: model) { return true }
            return false
        }
    }

    /// The condition as a predicate for the store; `nil` if the store can't evaluate a part of it.
    fileprivate var predicate: Predicate<Model>? {
        switch self {
        case .test(let test): return test.predicate
        case .not(let condition): return condition.predicate.map { .not($0) }
        case .all(let parts):
            let predicates = parts.compactMap(\.predicate)
            return predicates.count == parts.count ? .all(predicates) : nil
        case .any(let parts):
            let predicates = parts.compactMap(\.predicate)
            return predicates.count == parts.count ? .any(predicates) : nil
        }
    }

    /// The part that the store evaluates, and the part that is evaluated for its result. A record meets the condition if
    /// it meets both.
    public var parts: (stored: [Predicate<Model>], rest: [Condition]) {
        if isEmpty { return ([], []) }
        // SQLite refuses expressions that are too deep.
        if count > Self.largestStoredCount { return ([], [self]) }
        if let predicate { return ([predicate], []) }
        guard case .all(let parts) = self else { return ([], [self]) }
        let split = parts.map(\.parts)
        return (split.flatMap(\.stored), split.flatMap(\.rest))
    }
}

/// A test of one property of a record.
public struct ConditionTest<Model: AnyObject>: Sendable {
    let predicate: Predicate<Model>?
    let holds: @MainActor @Sendable (Model) throws -> Bool
    let namesPast: Bool
    /// The name of the column of a file that the test asks for; `nil` for fields.
    var column: String?

    /// Makes a test that the store evaluates.
    ///
    /// - Parameters:
    ///   - predicate: The test.
    ///   - namesPast: Whether the test says if past records are listed. Default: `false`.
    public init(_ predicate: Predicate<Model>, namesPast: Bool = false) {
        self.predicate = predicate
        holds = { try predicate.evaluate($0) }
        self.namesPast = namesPast
    }

    /// Makes a test that is evaluated in memory.
    ///
    /// - Parameters:
    ///   - namesPast: Whether the test says if past records are listed. Default: `false`.
    ///   - holds: Returns whether a record passes the test.
    public init(namesPast: Bool = false, holds: @escaping @MainActor @Sendable (Model) throws -> Bool) {
        predicate = nil
        self.holds = holds
        self.namesPast = namesPast
    }

    /// Makes a test of several ones.
    init(_ condition: Condition<Model>) {
        predicate = condition.predicate
        holds = { try condition.holds(for: $0) }
        namesPast = condition.namesPast
    }

    init(
        _ predicate: Predicate<Model>?, namesPast: Bool,
        holds: @escaping @MainActor @Sendable (Model) throws -> Bool
    ) {
        self.predicate = predicate
        self.holds = holds
        self.namesPast = namesPast
    }
}

extension StoreSession {
    /// Fetches the objects that a descriptor describes. Records that can't be read are left out; the output of the
    /// command names them.
    ///
    /// - Parameter descriptor: The objects to fetch and their order.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func fetchReadable<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>
    ) throws -> [Model] { try services.store.fetchReadable(descriptor) }

    /// Fetches the records that meet a condition, in no particular order. Records that can't be read are left out; the
    /// output of the command names them.
    ///
    /// - Parameter condition: The condition.
    /// - Throws: `ModelDataError` if the store can't be read.
    public func records<Model: PersistentModel>(meeting condition: Condition<Model>) throws -> [Model] {
        let (stored, rest) = condition.parts
        let found = try fetchReadable(
            FetchDescriptor<Model>(predicate: stored.isEmpty ? nil : .all(stored)))
        return rest.isEmpty ? found : try found.filter { try Condition.all(rest).holds(for: $0) }
    }

    /// Returns the records that the arguments of a changing command mean: plain words and numbers are references, and
    /// words with a key, `#name`, `is:`, a leading hyphen or parentheses are conditions. Both together mean the records
    /// named by the references that meet all conditions.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - vocabulary: What conditions can ask.
    ///   - scope: Returns the records to which conditions alone apply, as in the list of the same conditions, in their
    ///     order; `nil` for all, in the order of their numbers. Default: all.
    ///   - find: Returns the record that a reference names. Default: the one in the store.
    /// - Returns: The records, each once; and whether there are conditions, which no record may meet.
    /// - Throws: ``RecordError``, also if no named record meets the conditions; ``ReferenceWordError``, ``ConditionError``,
    ///   and `ModelDataError` if the store can't be read.
    public func records<Model: TitledModel>(
        _ arguments: [String], _ vocabulary: ConditionVocabulary<Model>,
        in scope: () throws -> [Model]? = { nil },
        named find: ((RecordReference) throws -> Model)? = nil
    ) throws -> (models: [Model], areConditional: Bool) {
        let (conditions, references) = try vocabulary.splitReferences(arguments, fieldContext)
        var named: [Model] = []
        do {
            for typed in references {
                let reference = try RecordReference(typed)
                let model = try find?(reference) ?? record(reference, in: Model.self)
                if meansAll(typed), SearchFold.fold(model.recordTitle) != SearchFold.fold(typed) {
                    throw RecordError.all(typed)
                }
                if !named.contains(where: { $0 === model }) { named.append(model) }
            }
        } catch let error as RecordError {
            try refuseMistakes(in: references, vocabulary)
            throw error
        }
        if conditions.isEmpty { return (named, false) }
        let condition = try condition(conditions, vocabulary)
        if let given = try references.isEmpty ? scope() : named {
            let found = try given.filter { try condition.holds(for: $0) }
            if found.isEmpty, !references.isEmpty {
                throw RecordError.unmetConditions(named.map(\.recordTitle))
            }
            return (found, true)
        }
        let found = try records(meeting: condition).sorted {
            $0.persistentModelID.recordNumber ?? 0 < $1.persistentModelID.recordNumber ?? 0
        }
        return (found, true)
    }

    /// Returns the records that the arguments of a changing command mean, as ``records(_:_:in:named:)``.
    ///
    /// - Throws: ``RecordError``, also if no record meets the conditions; ``ConditionError``, and `ModelDataError` if the
    ///   store can't be read.
    public func someRecords<Model: TitledModel>(
        _ arguments: [String], _ vocabulary: ConditionVocabulary<Model>,
        in scope: () throws -> [Model]? = { nil },
        named find: ((RecordReference) throws -> Model)? = nil
    ) throws -> [Model] {
        try foundRecords(arguments, vocabulary, in: scope, named: find).models
    }

    /// Returns the records that arguments mean, and throws if they mean none.
    private func foundRecords<Model: TitledModel>(
        _ arguments: [String], _ vocabulary: ConditionVocabulary<Model>, in scope: () throws -> [Model]?,
        named find: ((RecordReference) throws -> Model)?
    ) throws -> (models: [Model], areConditional: Bool) {
        let found = try records(arguments, vocabulary, in: scope, named: find)
        if found.models.isEmpty {
            throw RecordError.unknownTitle(
                arguments.joined(separator: " "), nearest: [], listingCommand: Model.listingCommand)
        }
        return found
    }

    /// Returns the records that the arguments of a changing command mean, as ``someRecords(_:_:in:named:)``. If conditions
    /// select several, a user at a terminal is asked first.
    ///
    /// - Throws: `InteractionCancelled` if the user declines, and the errors of ``someRecords(_:_:in:named:)``.
    public func recordsToChange<Model: TitledModel>(
        _ arguments: [String], _ vocabulary: ConditionVocabulary<Model>,
        in scope: () throws -> [Model]? = { nil },
        named find: ((RecordReference) throws -> Model)? = nil
    ) async throws -> [Model] {
        let found = try foundRecords(arguments, vocabulary, in: scope, named: find)
        if found.areConditional { try await confirmChange(of: found.models.count) }
        return found.models
    }

    /// Whether a reference may be a comparison of another program, such as `pages>50` or `!is:lent`.
    private static func mayCompare(_ reference: String) -> Bool {
        !reference.contains(where: \.isWhitespace) && reference.contains { "<>=!".contains($0) }
    }

    /// Throws the mistake of a condition that was taken for a reference because of it: a mistyped key, an open quotation mark,
    /// or quotation marks around it.
    ///
    /// - Parameters:
    ///   - references: References that name no record.
    ///   - vocabulary: What conditions can ask.
    /// - Throws: ``ConditionError``.
    public func refuseMistakes<Model: AnyObject>(
        in references: [String], _ vocabulary: ConditionVocabulary<Model>
    ) throws {
        for reference in references where !reference.contains(where: \.isWhitespace) {
            if vocabulary.isMeant(by: reference, localizer) {
                throw ConditionError(mistake: .quoted(reference), position: 1)
            }
        }
        for reference in references
        where reference.contains(":") || Self.mayCompare(reference)
            || reference.first.map({ QuotedText.closing(of: $0) != nil }) ?? false
        {
            _ = try ConditionParser.parse(reference, vocabulary, fieldContext)
        }
    }
}

extension ConditionVocabulary {
    /// Splits the arguments of a command into conditions and references to records.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - context: The user's language and the day.
    @MainActor
    public func split(_ arguments: [String], _ context: FieldContext) -> (
        conditions: [String], references: [String]
    ) {
        if arguments.isEmpty { return ([], []) }
        let marks = self.marks(of: arguments, context, ConditionOperators(context.localizer))
        let marked = zip(arguments, marks.isCondition)
        return (marked.filter(\.1).map(\.0), marked.filter { !$0.1 }.map { QuotedText.unquoted($0.0) })
    }

    /// Splits the arguments of a changing command into conditions and references to records. It refuses words that would
    /// select other records than the user means: operators beside references, and numbers after a hyphen or in parentheses.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - context: The user's language and the day.
    /// - Throws: ``ReferenceWordError``.
    @MainActor
    public func splitReferences(_ arguments: [String], _ context: FieldContext) throws -> (
        conditions: [String], references: [String]
    ) {
        let localizer = context.localizer, operators = ConditionOperators(localizer)
        let (marks, continues) = self.marks(of: arguments, context, operators)
        try refuseNumbers(in: arguments, marks, continues)
        let wrong = arguments.indices.filter { index in
            guard let meaning = operators[arguments[index]] else { return false }
            return !marks[index] || meaning != .not && index > 0 && !marks[index - 1]
        }
        // In “1 or 2 or #work”, all entries become conditions.
        let besideCondition = wrong.first { index in
            index > 0 && marks[index - 1] || index + 1 < marks.count && marks[index + 1]
        }
        if let index = besideCondition ?? wrong.first, let meaning = operators[arguments[index]] {
            throw mistake(
                of: index, meaning, isBesideCondition: besideCondition != nil, arguments, marks, operators,
                localizer)
        }
        let marked = zip(arguments, marks)
        return (marked.filter(\.1).map(\.0), marked.filter { !$0.1 }.map { QuotedText.unquoted($0.0) })
    }

    /// Returns for each argument whether it is a condition or a part of one, and whether it continues a date, as the second
    /// word of `due:5 may`.
    @MainActor
    private func marks(
        of arguments: [String], _ context: FieldContext, _ operators: ConditionOperators
    ) -> (isCondition: [Bool], continues: [Bool]) {
        var isCondition: [Bool] = [], continues: [Bool] = []
        var depth = 0, end = 0
        for (index, argument) in arguments.enumerated() {
            continues.append(index < end)
            let hasKey = isMeant(by: argument, context.localizer)
            if hasKey, index >= end {
                end = index + ConditionParser.words(ofDateIn: arguments[index...], self, context)
            }
            let isOne = index < end || depth > 0 || hasKey || "-(".contains(argument.first ?? " ")
            isCondition.append(isOne)
            if isOne {
                for character in QuotedText.outside(argument) {
                    if character == "(" { depth += 1 } else if character == ")" { depth = max(0, depth - 1) }
                }
            }
        }
        // Operators belong to the conditions beside them. From the end, so that “or” belongs to “not #work”.
        for index in arguments.indices.reversed() where !isCondition[index] {
            guard let meaning = operators[arguments[index]] else { continue }
            let next = index + 1
            if next < arguments.count {
                isCondition[index] = isCondition[next]
            } else if meaning != .not, index > 0 {
                isCondition[index] = isCondition[index - 1]
            }
        }
        return (isCondition, continues)
    }

    /// Refuses numbers that would be searched as texts: `-1` would mean all records without the text 1.
    private func refuseNumbers(in arguments: [String], _ marks: [Bool], _ continues: [Bool]) throws {
        var depth = 0
        for (index, argument) in arguments.enumerated() where marks[index] {
            let outside = QuotedText.outside(argument)
            if !continues[index], depth > 0 || "-(".contains(outside.first ?? " ") {
                for word in outside.split(whereSeparator: \.isWhitespace) {
                    let typed = String(word.drop { "-(".contains($0) }.prefix { $0 != ")" })
                    guard let numbers = TypedNumbers(typed) else { continue }
                    if word.first == "-" {
                        throw ReferenceWordError.negativeNumber(
                            "-\(typed)", record: numbers.isOne ? typed : numbers.condition,
                            others: numbers.condition.contains(" ")
                                ? "-(\(numbers.condition))" : "-\(numbers.condition)")
                    }
                    throw ReferenceWordError.numberAsText(typed, condition: numbers.condition)
                }
            }
            for character in outside {
                if character == "(" { depth += 1 } else if character == ")" { depth = max(0, depth - 1) }
            }
        }
    }

    /// Returns the mistake of an operator that isn't between conditions.
    private func mistake(
        of index: Int, _ meaning: ConditionOperator, isBesideCondition: Bool, _ arguments: [String],
        _ marks: [Bool], _ operators: ConditionOperators, _ localizer: Localizer
    ) -> ReferenceWordError {
        let word = arguments[index]
        let isReference = arguments.indices.map { !marks[$0] && operators[arguments[$0]] == nil }
        let follows = index + 1 < arguments.count && isReference[index + 1]
        if isBesideCondition || (meaning == .not && follows) {
            let both = asConditions(arguments, isReference, operators, and: nil)
            guard meaning == .and else { return .operatorBeside(word, conditions: both) }
            let or = ConditionOperators.usual(ProgramKit.text("or"), localizer)
            return .andBeside(
                word, both: both, one: asConditions(arguments, isReference, operators, and: or))
        }
        // The words around the operator may be one title.
        var first = index, last = index
        while first > 0, !marks[first - 1] { first -= 1 }
        while last + 1 < arguments.count, !marks[last + 1] { last += 1 }
        let isNumbers = (first...last).allSatisfy { place in
            !isReference[place] || TypedNumbers(QuotedText.unquoted(arguments[place])) != nil
        }
        let title = QuotedText.quoted(
            arguments[first...last].map { QuotedText.unquoted($0) }.joined(separator: " "))
        guard isReference.contains(true) else {
            return .operatorBetween(word, references: nil, title: title)
        }
        let others = arguments.indices.filter { marks[$0] || isReference[$0] }.map { arguments[$0] }
        return .operatorBetween(
            word, references: others.joined(separator: " "), title: isNumbers ? nil : title)
    }

    /// Returns arguments as conditions, in which references ask for a number or a text.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - isReference: Whether each of them is a reference.
    ///   - operators: The operators.
    ///   - and: The word in the place of each “and”; `nil` for none.
    private func asConditions(
        _ arguments: [String], _ isReference: [Bool], _ operators: ConditionOperators, and: String?
    ) -> String {
        var words: [String] = []
        var sign = ""
        var end = 0
        for (index, argument) in arguments.enumerated() where index >= end {
            let meaning = operators[argument]
            if isReference[index] {
                end = index + 1
                var typed = [argument]
                // No entry has two numbers.
                while let next = Self.next(after: end - 1, arguments, isReference, operators) {
                    typed.append(arguments[next])
                    end = next + 1
                }
                let conditions = typed.map(asCondition)
                words.append(
                    sign + (typed.count == 1 ? conditions[0] : "(\(conditions.joined(separator: " or ")))"))
                sign = ""
            } else if meaning == .not, index + 1 < arguments.count, isReference[index + 1] {
                sign = "-"
            } else if meaning == .and {
                if let and { words.append(and) }
            } else {
                words.append(argument)
            }
        }
        return words.joined(separator: " ")
    }

    /// Returns the place of the number that follows a number, also after “and” or “or”; `nil` if none does.
    private static func next(
        after index: Int, _ arguments: [String], _ isReference: [Bool], _ operators: ConditionOperators
    ) -> Int? {
        func isNumber(_ place: Int) -> Bool {
            arguments.indices.contains(place) && isReference[place]
                && TypedNumbers(QuotedText.unquoted(arguments[place]))?.isOne ?? false
        }
        guard isNumber(index) else { return nil }
        if isNumber(index + 1) { return index + 1 }
        guard isNumber(index + 2), operators.join(arguments[index + 1]) else { return nil }
        return index + 2
    }

    /// Returns the condition that asks for what a reference names.
    private func asCondition(_ reference: String) -> String {
        let typed = QuotedText.unquoted(reference)
        if let numbers = TypedNumbers(typed), numbers.isOne { return numbers.condition }
        let mark = RecordReference.titleMark
        let title = typed.lowercased().hasPrefix(mark) ? String(typed.dropFirst(mark.count)) : typed
        return "text:" + Self.quoted(title)
    }
}

extension ValueType where Value == String {
    /// A condition, or a part of one. An argument with several words is `.condition(source: …).keepingQuotes`, so that
    /// quotation marks make a text.
    ///
    /// - Parameter source: The name of the completion source with ``ConditionVocabulary/candidates(for:names:)``.
    public static func condition(source: String) -> ValueType<String> {
        ValueType(placeholder: ProgramKit.text("CONDITION"), completion: .source(source)) { string, _ in
            if QuotedText.unquoted(string).allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return string
        }
        // Changes follow the conditions of “--where”.
        .oneWord { _ in true }
    }

    /// A record by its number or a part of its title, or a condition.
    ///
    /// - Parameters:
    ///   - placeholder: The argument's name in help, such as `BOOK`.
    ///   - source: The name of the completion source with titles and conditions.
    public static func recordOrCondition(_ placeholder: LocalizedText, source: String) -> ValueType<String> {
        ValueType(placeholder: placeholder, completion: .source(source, mark: .titleBesideConditions)) {
            string, _ in
            // A blank word names no record.
            _ = try RecordReference(QuotedText.unquoted(string))
            return string
        }.keepingQuotes
    }
}

extension ValueMark {
    /// The prefix `title:` where conditions are possible, too: also titles that begin like a condition need it.
    fileprivate static let titleBesideConditions = ValueMark(ValueMark.title.text) { title in
        // Conditions that Tab offers have a key, or #.
        ValueMark.title.isNeeded(title)
            || ("-(".contains(title.first ?? " ") && !title.contains(where: { ":#".contains($0) }))
    }
}
