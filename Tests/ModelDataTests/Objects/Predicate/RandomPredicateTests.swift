import Foundation
import ModelData
import Testing

/// Random predicates, built from the expressions that `#Predicate` generates.
private struct RandomPredicate: RandomPredicates {
    static let hasTernaries = true

    var random: SeededGenerator

    mutating func leaf(_ row: Expressions.Variable<Everything>) -> Condition {
        let number = pick(12) - 2
        let text = Samples.texts[pick(Samples.texts.count)]
        let optional: Int? = pick(3) == 0 ? nil : number
        let operation: Expressions.ComparisonOperator =
            [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual][pick(4)]
        func key<T>(_ path: any KeyPath<Everything, T> & Sendable) -> Expressions.KeyPath<Row, T> {
            Expressions.build_KeyPath(root: row, keyPath: path)
        }
        func value<T: Codable & Sendable>(_ value: T) -> Expressions.Value<T> {
            Expressions.build_Arg(value)
        }
        switch pick(18) {
        case 0: return Expressions.build_Comparison(lhs: key(\.key), rhs: value(number), op: operation)
        case 1: return Expressions.build_Equal(lhs: key(\.optionalInt), rhs: value(optional))
        case 2: return Expressions.build_NotEqual(lhs: key(\.optionalInt), rhs: value(optional))
        case 3:
            return Expressions.build_Comparison(
                lhs: Expressions.build_NilCoalesce(lhs: key(\.optionalInt), rhs: value(number)),
                rhs: key(\.key), op: operation)
        case 4:
            return Expressions.build_Comparison(
                lhs: Expressions.build_ForcedUnwrap(key(\.optionalInt)), rhs: value(number), op: operation)
        case 5: return Expressions.build_Equal(lhs: key(\.text), rhs: value(text))
        case 6: return Expressions.build_Comparison(lhs: key(\.text), rhs: value(text), op: operation)
        case 7: return Expressions.build_contains(key(\.text), value(text))
        case 8: return Expressions.build_starts(key(\.text), with: value(text))
        case 9: return Expressions.build_localizedStandardContains(key(\.text), value(text))
        case 10: return key(\.flag)
        case 11:
            return Expressions.build_Comparison(
                lhs: Expressions.build_Arithmetic(
                    lhs: key(\.double), rhs: value(Double(number)), op: [.add, .subtract, .multiply][pick(3)]),
                rhs: value(Double(pick(9))), op: operation)
        case 12:
            return Expressions.build_Equal(
                lhs: Expressions.build_KeyPath(root: key(\.status), keyPath: \.rawValue),
                rhs: value(Status.allCases[pick(3)].rawValue))
        case 13: return Expressions.build_Equal(lhs: key(\.optionalStatus), rhs: value(Status?.none))
        case 14:
            let list: [Int?] = (0..<pick(4)).map { _ in pick(4) == 0 ? nil : pick(10) }
            return Expressions.build_contains(value(list), key(\.optionalInt))
        case 15:
            return Expressions.build_NilCoalesce(
                lhs: Expressions.build_flatMap(key(\.optionalText)) { unwrapped in
                    Expressions.build_contains(unwrapped, value(text))
                }, rhs: value(pick(2) == 0))
        case 16:
            return Expressions.build_Comparison(
                lhs: Expressions.build_NilCoalesce(lhs: key(\.optionalDate), rhs: value(Samples.date)),
                rhs: value(Samples.date.addingTimeInterval(Double(number))), op: operation)
        default:
            return Expressions.build_Comparison(
                lhs: key(\.decimal), rhs: value(Decimal(number)), op: operation)
        }
    }
}

private enum Samples {
    static let texts = [
        "", "a", "A", "ab", "Ab c", "é", "e\u{301}", "e", "Łódź", "lodz", "ß", "ss", "%", "_", "a\r\nb", "\n",
        "😀", "👨‍👩‍👧", "ﬁ", "fi", "\u{0}x",
    ]
    static let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
}

@Suite("Random predicates")
struct RandomPredicateTests {
    @Test(arguments: [5_186_946_161_557_180_280, SeededGenerator.newSeed])
    func `The store and memory agree on every predicate`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let context = ModelContext(try memory(Everything.self))
        for key in 0..<60 {
            let object = Everything(key: key)
            object.text = Samples.texts.randomElement(using: &random) ?? ""
            object.optionalText =
                Bool.random(using: &random) ? nil : Samples.texts.randomElement(using: &random)
            object.optionalInt = Bool.random(using: &random) ? nil : Int.random(in: -2...9, using: &random)
            object.flag = Bool.random(using: &random)
            object.double = Double(Int.random(in: -4...4, using: &random)) / 4
            object.status = Status.allCases.randomElement(using: &random) ?? .onShelf
            object.optionalStatus = Bool.random(using: &random) ? nil : object.status
            object.optionalDate =
                Bool.random(using: &random) ? nil : Samples.date.addingTimeInterval(Double(key % 10))
            object.decimal = Decimal(Int.random(in: -2...9, using: &random))
            context.insert(object)
        }
        try context.save()
        let all = try context.fetch(FetchDescriptor<Everything>())
        var predicates = RandomPredicate(random: random)
        for _ in 0..<400 {
            let predicate = predicates.make(depth: 3)
            let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.key)
            let expected = all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.key)
            #expect(found == expected, "seed \(seed): \(predicate.expression)")
        }
    }
}
