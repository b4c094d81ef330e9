import Foundation
import Testing

@testable import ModelData

/// Random predicates on vehicles, built from the expressions that `#Predicate` generates.
private struct RandomVehiclePredicate: RandomPredicates {
    static let hasTernaries = false

    var random: SeededGenerator

    mutating func leaf(_ row: Expressions.Variable<Vehicle>) -> Condition {
        let number = pick(4)
        let operation: Expressions.ComparisonOperator =
            [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual][pick(4)]
        func value<T: Codable & Sendable>(_ value: T) -> Expressions.Value<T> { Expressions.build_Arg(value) }
        func key<R: PredicateExpression, T>(
            _ root: R, _ path: any KeyPath<R.Output, T> & Sendable
        ) -> Expressions.KeyPath<R, T> { Expressions.build_KeyPath(root: root, keyPath: path) }
        func car() -> Expressions.ConditionalCast<Row, Car> { Expressions.ConditionalCast(row) }
        switch pick(13) {
        case 0: return Expressions.TypeCheck<Row, Car>(row)
        case 1: return Expressions.TypeCheck<Row, SportsCar>(row)
        case 2: return Expressions.TypeCheck<Row, Truck>(row)
        case 3:
            return Expressions.build_Equal(
                lhs: Expressions.build_flatMap(car()) { key($0, \.doors) }, rhs: value(number as Int?))
        case 4:
            return Expressions.build_NotEqual(
                lhs: Expressions.build_flatMap(car()) { key($0, \.maker) }, rhs: value("a" as String?))
        case 5:
            return Expressions.build_Comparison(
                lhs: Expressions.build_NilCoalesce(
                    lhs: Expressions.build_flatMap(Expressions.ConditionalCast<Row, Truck>(row)) {
                        key($0, \.payload)
                    }, rhs: value(Double(pick(3)))), rhs: value(Double(number)), op: operation)
        case 6:
            return Expressions.build_NotEqual(
                lhs: Expressions.ConditionalCast<Row, SportsCar>(row), rhs: Expressions.build_NilLiteral())
        case 7:
            return Expressions.build_Comparison(
                lhs: key(Expressions.ForceCast<Row, Car>(row), \.doors), rhs: value(number), op: operation)
        case 8:
            return Expressions.build_Equal(
                lhs: Expressions.build_flatMap(car()) { key($0, \.note) }, rhs: value(nil as String?))
        case 9:
            return Expressions.build_Comparison(lhs: key(row, \.wheels), rhs: value(number), op: operation)
        case 10:
            return Expressions.build_contains(key(row, \.convoys)) { convoy in
                Expressions.build_contains(key(convoy, \.vehicles)) {
                    Expressions.TypeCheck<Expressions.Variable<Vehicle>, Truck>($0)
                }
            }
        case 11:
            return Expressions.build_Equal(
                lhs: Expressions.build_flatMap(key(row, \.tower)) { key($0, \.payload) },
                rhs: value(Double(number) as Double?))
        default: return Expressions.build_Equal(lhs: key(row, \.maker), rhs: value(["a", "b"][pick(2)]))
        }
    }
}

@Suite("Random predicates on inherited models")
struct RandomInheritedPredicateTests {
    @Test(arguments: [5_186_946_161_557_180_280, SeededGenerator.newSeed])
    func `The store and memory agree on every predicate, saved or not`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        let context = ModelContext(try fleet())
        let convoys = [Convoy("x"), Convoy("y"), Convoy("z")]
        for convoy in convoys { context.insert(convoy) }
        var trucks: [Truck] = []
        for plate in 0..<40 {
            let maker = ["a", "b"][number(2)]
            let vehicle: Vehicle
            switch number(5) {
            case 0: vehicle = Vehicle(plate: "\(plate)", maker: maker)
            case 1:
                let car = Car(plate: "\(plate)", maker: maker, doors: number(4))
                car.note = number(2) == 0 ? nil : "n"
                vehicle = car
            case 2: vehicle = SportsCar(plate: "\(plate)", number: plate, speed: 1)
            case 3:
                let truck = Truck(plate: "\(plate)", maker: "\(plate)", payload: Double(number(4)))
                trucks.append(truck)
                vehicle = truck
            default: vehicle = Bicycle(plate: "\(plate)")
            }
            vehicle.wheels = number(4)
            context.insert(vehicle)
            vehicle.convoys = convoys.filter { _ in number(3) == 0 }
            vehicle.tower = number(2) == 0 ? nil : trucks.randomElement(using: &random)
        }
        try context.save()
        let all = try context.fetch(FetchDescriptor<Vehicle>())
        let fresh = ModelContext(context.container)
        var predicates = RandomVehiclePredicate(random: random)
        var translated = 0
        for round in 0..<300 {
            let predicate = predicates.make(depth: 3)
            let expected = all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.plate)
            let descriptor = FetchDescriptor(predicate: predicate)
            let found = try fresh.fetch(descriptor).map(\.plate)
            #expect(found == expected, "seed \(seed), round \(round): \(predicate.expression)")
            let plan = FetchPlan(descriptor, try fresh.table(for: Vehicle.self))
            if !plan.filtersInMemory { translated += 1 }
        }
        #expect(translated > 200)
        for vehicle in all where number(3) == 0 { vehicle.wheels = number(4) }
        for _ in 0..<60 {
            let predicate = predicates.make(depth: 3)
            let expected = all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.plate)
            let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.plate)
            #expect(found == expected, "seed \(seed), unsaved: \(predicate.expression)")
        }
    }
}
