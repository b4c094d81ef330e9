import Foundation

@testable import ModelData

@Model
final class Word {
    var text: String
    var number: Int
    var note: String?

    init(text: String, number: Int, note: String?) {
        self.text = text
        self.number = number
        self.note = note
    }
}

/// A store in memory, used for all inputs.
private struct Shelf: @unchecked Sendable {
    static let shared = Shelf()
    let context: ModelContext?
    let words: [Word]

    init() {
        let container = try? ModelContainer(
            for: Word.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = container.map { ModelContext($0) }
        words = ["", "a", "Łódź", "100 %", "a_b", "e\u{301}", "A\r\nB", "\u{0}x"].enumerated().map {
            Word(text: $1, number: $0 - 3, note: $0 % 2 == 0 ? $1 : nil)
        }
        for word in words { context?.insert(word) }
        try? context?.save()
    }
}

/// Creates a condition from bytes, using the expressions that `#Predicate` supports. Each byte up to a NUL
/// selects the next expression. The bytes after the NUL are the text to compare with.
private struct Grammar {
    typealias Expressions = PredicateExpressions
    typealias Row = Expressions.Variable<Word>
    typealias Condition = any StandardPredicateExpression<Bool>

    var bytes: ArraySlice<UInt8>
    let text: String

    init(_ bytes: [UInt8]) {
        // A NUL separates the condition from the text.
        let shape = bytes.prefix { $0 != 0 }
        self.bytes = shape
        text = String(decoding: bytes.dropFirst(shape.count + 1), as: UTF8.self)
    }

    private mutating func pick(_ count: Int) -> Int { Int(bytes.popFirst() ?? 0) % count }

    mutating func condition(_ row: Row, depth: Int = 6) -> Condition {
        if depth > 0 {
            switch pick(7) {
            case 0: return not(condition(row, depth: depth - 1))
            case 1: return both(condition(row, depth: depth - 1), condition(row, depth: depth - 1))
            case 2: return either(condition(row, depth: depth - 1), condition(row, depth: depth - 1))
            case 3:
                let test = condition(row, depth: depth - 1)
                return choice(test, condition(row, depth: depth - 1), condition(row, depth: depth - 1))
            default: break
            }
        }
        return leaf(row)
    }

    private mutating func leaf(_ row: Row) -> Condition {
        let number = pick(32) - 16
        let operation: Expressions.ComparisonOperator =
            [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual][pick(4)]
        func key<T>(_ path: any KeyPath<Word, T> & Sendable) -> Expressions.KeyPath<Row, T> {
            Expressions.build_KeyPath(root: row, keyPath: path)
        }
        func value<T: Codable & Sendable>(_ value: T) -> Expressions.Value<T> { Expressions.build_Arg(value) }
        switch pick(13) {
        case 0: return Expressions.build_contains(key(\.text), value(text))
        case 1: return Expressions.build_Equal(lhs: key(\.text), rhs: value(text))
        case 2: return Expressions.build_starts(key(\.text), with: value(text))
        case 3: return Expressions.build_localizedStandardContains(key(\.text), value(text))
        case 4: return Expressions.build_Comparison(lhs: key(\.text), rhs: value(text), op: operation)
        case 5: return Expressions.build_Comparison(lhs: key(\.number), rhs: value(number), op: operation)
        case 6:
            let sum = Expressions.build_Arithmetic(
                lhs: key(\.number), rhs: value(number), op: [.add, .subtract, .multiply][pick(3)])
            return Expressions.build_Comparison(lhs: sum, rhs: value(pick(16)), op: operation)
        case 7: return Expressions.build_Equal(lhs: key(\.note), rhs: value(String?.none))
        case 8: return Expressions.build_NotEqual(lhs: key(\.note), rhs: value(String?.some(text)))
        case 9:
            return Expressions.build_NilCoalesce(
                lhs: Expressions.build_flatMap(key(\.note)) { Expressions.build_contains($0, value(text)) },
                rhs: value(pick(2) == 0))
        case 10:
            return Expressions.build_Equal(
                lhs: Expressions.build_NilCoalesce(lhs: key(\.note), rhs: key(\.text)), rhs: value(text))
        case 11: return Expressions.build_contains(value([number, pick(8), -pick(8)]), key(\.number))
        default:
            return Expressions.build_Comparison(
                lhs: Expressions.build_ForcedUnwrap(key(\.note)), rhs: value(text), op: operation)
        }
    }

    private func not(_ condition: Condition) -> Condition {
        func open<A: StandardPredicateExpression<Bool>>(_ first: A) -> Condition {
            Expressions.build_Negation(first)
        }
        return open(condition)
    }

    private func both(_ first: Condition, _ second: Condition) -> Condition {
        func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
            _ first: A, _ second: B
        ) -> Condition { Expressions.build_Conjunction(lhs: first, rhs: second) }
        return open(first, second)
    }

    private func either(_ first: Condition, _ second: Condition) -> Condition {
        func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(
            _ first: A, _ second: B
        ) -> Condition { Expressions.build_Disjunction(lhs: first, rhs: second) }
        return open(first, second)
    }

    private func choice(_ test: Condition, _ first: Condition, _ second: Condition) -> Condition {
        func open<
            A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>,
            C: StandardPredicateExpression<Bool>
        >(_ test: A, _ first: B, _ second: C) -> Condition {
            Expressions.build_Conditional(test, first, second)
        }
        return open(test, first, second)
    }
}

/// Fuzzes predicates. A fetch with SQL must find exactly those objects for which the predicate is true in
/// memory.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let context = Shelf.shared.context else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let predicate = Predicate<Word> { row in
        var grammar = Grammar(bytes)
        return grammar.condition(row)
    }
    guard let found = try? context.fetch(FetchDescriptor(predicate: predicate)) else { return 0 }
    let expected = Shelf.shared.words.filter { (try? predicate.evaluate($0)) == true }
    precondition(
        Set(found.map(\.number)) == Set(expected.map(\.number)), "SQL and memory differ: \(predicate)")
    return 0
}
