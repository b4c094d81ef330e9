import Basics
import Foundation
import Localization
import ModelData
import Shell

/// A word before a colon in conditions, such as `author` in `author:lem`.
public struct ConditionKey<Model: AnyObject>: Sendable {
    /// How a value is tested.
    typealias Maker =
        @MainActor @Sendable (ConditionValue, FieldContext) throws(ConditionValue.Refusal) -> ConditionTest<
            Model
        >

    /// The words before the colon, the most common first.
    let words: [String]
    /// Further words: names of the field in the user's language.
    let names: [LocalizedText]
    let test: Maker
    /// The values that Tab offers.
    let candidates: [CompletionWord]

    init(
        _ words: [String], names: [LocalizedText] = [], candidates: [CompletionWord] = [],
        test: @escaping Maker
    ) {
        self.words = words
        self.names = names
        self.candidates = candidates
        self.test = test
    }

    /// Makes a key that asks for several values of a record, such as the dates of all readings.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - names: Names in the user's language. Default: none.
    ///   - type: The type of the values.
    ///   - isPast: Whether a number of days, as in `7d`, means days that have passed. Default: `false`.
    ///   - namesPast: Whether the condition says if past records are listed. Default: `false`.
    ///   - values: Returns the values of a record.
    public init<Value: Equatable & Sendable>(
        _ words: String..., names: [LocalizedText] = [], type: FieldType<Value>, isPast: Bool = false,
        namesPast: Bool = false, values: @escaping @Sendable (Model) -> [Value]
    ) {
        self.init(words, names: names, candidates: type.askedCandidates) {
            (value, context) throws(ConditionValue.Refusal) in
            try type.test(
                value, context, isPast: isPast, namesPast: namesPast, predicate: nil, values: values)
        }
    }

    /// Makes a key that asks for any of several fields, such as the author and the contributors.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - keys: The keys of the fields. All have values of the same kind.
    ///   - fields: The fields.
    public init(_ words: String..., anyOf keys: [String], in fields: FieldTable<Model>) {
        let parts = keys.compactMap { fields[$0] }
        self.init(words, names: parts.first.map { [$0.label] } ?? []) {
            (value, context) throws(ConditionValue.Refusal) in
            var tests: [Condition<Model>] = []
            for part in parts {
                guard let ask = part.values.ask else { continue }
                tests.append(.test(try ask(value, context, false)))
            }
            // Without a value, a record has none in all of the fields.
            return ConditionTest(value == .none ? .all(tests) : .any(tests))
        }
    }

    /// Makes a key for texts that the store searches.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - isMissing: The test for records without a text.
    ///   - contains: Returns the test for a text.
    public init(
        text words: String..., isMissing: Predicate<Model>,
        contains: @escaping @MainActor @Sendable (String) -> Predicate<Model>
    ) {
        self.init(words) { (value, _) throws(ConditionValue.Refusal) in
            switch value {
            case .none: return ConditionTest(isMissing)
            case .any: return ConditionTest(.not(isMissing))
            case .compared(.equal, let text): return ConditionTest(contains(text))
            case .range(let from, let through):
                return ConditionTest(contains("\(from ?? "")..\(through ?? "")"))
            case .compared: throw .noOrder
            }
        }
    }

    /// Makes a key for a column of imported files. Texts are found as in fields; values are compared if they are numbers.
    ///
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - value: Returns the value of a record; `nil` if it has none.
    public init(column name: String, value: @escaping @Sendable (Model) -> String?) {
        self.init([name]) { (asked, _) throws(ConditionValue.Refusal) in
            func number(_ text: String?) throws(ConditionValue.Refusal) -> Double? {
                guard let text else { return nil }
                guard let number = Double(text) else { throw .noOrder }
                return number
            }
            let holds: @Sendable (String?) -> Bool
            switch asked {
            case .none: holds = { $0 == nil }
            case .any: holds = { $0 != nil }
            case .compared(.equal, let text):
                let wanted = SearchFold.fold(text)
                holds = { $0.map { SearchFold.fold($0).contains(wanted) } ?? false }
            case .compared(let sign, let text):
                let bound = try number(text) ?? 0
                holds = { found in
                    guard let found = found.flatMap(Double.init) else { return false }
                    return switch sign {
                    case .less: found < bound
                    case .lessOrEqual: found <= bound
                    case .greater: found > bound
                    default: found >= bound
                    }
                }
            case .range(let from, let through):
                let least = try number(from) ?? -.infinity, most = try number(through) ?? .infinity
                if least > most { throw .backwardRange }
                holds = { $0.flatMap(Double.init).map { (least...most).contains($0) } ?? false }
            }
            var test = ConditionTest<Model> { holds(value($0)) }
            test.column = name
            return test
        }
    }

    /// Makes a key for one of several words.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - choices: The words of the values, in their order. If it isn't an order, comparisons are refused.
    ///   - isOrdered: Whether the choices have an order, as for `priority:>=medium`.
    ///   - namesPast: Whether the condition says if past records are listed. Default: `false`.
    ///   - test: Returns the test for records with one of some values.
    public init<Value: Equatable & Sendable>(
        choice words: String..., of choices: [Choice<Value>], isOrdered: Bool, namesPast: Bool = false,
        test: @escaping @MainActor @Sendable ([Value]) -> Predicate<Model>
    ) {
        let type = ValueType<Value>.choice(choices)
        let values = choices.map(\.value)
        let candidates: [CompletionWord] = if case .words(let words) = type.completion { words } else { [] }
        self.init(words, candidates: candidates) { (value, context) throws(ConditionValue.Refusal) in
            func index(_ word: String) throws(ConditionValue.Refusal) -> Int {
                do {
                    let value = try type.parse(word, context.parsing)
                    return values.firstIndex(of: value) ?? 0
                } catch let error as any PresentableError {
                    throw .unfit(word, error)
                } catch {
                    throw .failed(error)
                }
            }
            let wanted: ArraySlice<Value>
            switch value {
            case .none: wanted = []
            case .any: wanted = values[...]
            case .compared(.equal, let word): wanted = [values[try index(word)]]
            case .compared(_, _) where !isOrdered, .range(_, _) where !isOrdered: throw .noOrder
            case .compared(.less, let word): wanted = values[..<(try index(word))]
            case .compared(.lessOrEqual, let word): wanted = values[...(try index(word))]
            case .compared(.greater, let word): wanted = values[(try index(word) + 1)...]
            case .compared(.greaterOrEqual, let word): wanted = values[(try index(word))...]
            case .range(let first, let last):
                let from = try first.map { word throws(ConditionValue.Refusal) in try index(word) } ?? 0
                let through =
                    try last.map { word throws(ConditionValue.Refusal) in try index(word) } ?? values.count
                    - 1
                if from > through { throw .backwardRange }
                wanted = values[from...through]
            }
            return ConditionTest(test(Array(wanted)), namesPast: namesPast)
        }
    }

    /// Makes a key for days that the store evaluates in a way of its own, such as times of changes in the user's time zone.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - type: How days are typed.
    ///   - isPast: Whether a number of days means days that have passed, and a weekday the last one.
    ///   - test: Returns the test for the days that are asked for.
    public init(
        days words: String..., type: FieldType<CivilDate>, isPast: Bool,
        test: @escaping @MainActor @Sendable (ConditionDays) -> ConditionTest<Model>
    ) {
        self.init(words, candidates: type.askedCandidates) {
            (value, context) throws(ConditionValue.Refusal) in
            func day(_ position: Double?, plus days: Int = 0) -> CivilDate? {
                position.map { CivilDate(utc: Date(timeIntervalSinceReferenceDate: $0)).adding(days: days) }
            }
            switch try type.question(value, context, isPast: isPast) {
            case .missing: return test(.missing)
            case .present, .containing: return test(.present)
            case .equal(let wanted): return test(.within(from: wanted, through: wanted))
            case .within(let from, let through, _):
                return test(.within(from: day(from), through: day(through)))
            case .below(let bound, _): return test(.within(from: nil, through: day(bound, plus: -1)))
            case .above(let bound, _): return test(.within(from: day(bound, plus: 1), through: nil))
            }
        }
    }

    /// Makes a key for names that are written whole, such as shelves, but may lack their accents.
    ///
    /// - Parameters:
    ///   - words: The words before the colon, the most common first.
    ///   - known: Returns all names in the store.
    ///   - predicate: Returns the test for a name in the store; for `nil`, that for records without a name.
    public init(
        name words: String..., known: @escaping @MainActor @Sendable () throws -> [String],
        predicate: @escaping @MainActor @Sendable (String?) throws -> Predicate<Model>
    ) {
        self.init(words) { (value, context) throws(ConditionValue.Refusal) in
            do {
                switch value {
                case .none: return ConditionTest(try predicate(nil))
                case .any: return ConditionTest(.not(try predicate(nil)))
                case .compared(.equal, let name):
                    let names = try known()
                    // An imported name may begin with # itself.
                    let isMarked =
                        name.hasPrefix("#") && NameMatch.found(name, in: names, named: \.self).isEmpty
                    let written = isMarked ? String(name.dropFirst()) : name
                    let found = Set(NameMatch.found(written, in: names, named: \.self))
                    guard found.count == 1, let only = found.first else {
                        let folded = SearchFold.fold(written)
                        let longer = names.filter { SearchFold.contains($0, folded: folded) }.sorted()
                        throw ConditionValue.Refusal.unknownName(
                            name,
                            !found.isEmpty
                                ? found.sorted()
                                : longer.isEmpty ? nearest(to: name, in: names) : Array(longer.prefix(3)))
                    }
                    return ConditionTest(try predicate(only))
                case .compared, .range: throw ConditionValue.Refusal.noOrder
                }
            } catch let refusal as ConditionValue.Refusal {
                throw refusal
            } catch {
                throw .failed(error)
            }
        }
    }
}

extension ConditionKey where Model: PersistentModel {
    /// The number of a record, as in `number:1..20`.
    public static var number: ConditionKey {
        ConditionKey("number", type: .number(0...Int.max)) { model in
            model.persistentModelID.recordNumber.map { [Int($0)] } ?? []
        }
    }
}

/// A word after `is:`, such as `is:overdue`.
public struct ConditionFlag<Model: AnyObject>: Sendable {
    /// The word, and others for the same.
    let words: [String]
    /// The words in the user's language.
    let names: [LocalizedText]
    let test: @MainActor @Sendable (FieldContext) -> ConditionTest<Model>

    /// Makes a flag.
    ///
    /// - Parameters:
    ///   - words: The word, and others for the same.
    ///   - names: Words in the user's language. Default: none.
    ///   - test: Returns the test.
    public init(
        _ words: String..., names: [LocalizedText] = [],
        test: @escaping @MainActor @Sendable (FieldContext) -> ConditionTest<Model>
    ) {
        self.words = words
        self.names = names
        self.test = test
    }

    init(_ words: [String], names: [LocalizedText], test: ConditionTest<Model>) {
        self.words = words
        self.names = names
        self.test = { _ in test }
    }

    /// Returns a flag for each choice of a property, such as `is:completed` for a status.
    ///
    /// - Parameters:
    ///   - choices: The choices.
    ///   - test: Returns the test for a value.
    public static func each<Value>(
        _ choices: [Choice<Value>], test: (Value) -> ConditionTest<Model>
    ) -> [ConditionFlag] {
        choices.map { ConditionFlag([$0.name] + $0.otherNames, names: $0.words, test: test($0.value)) }
    }
}
