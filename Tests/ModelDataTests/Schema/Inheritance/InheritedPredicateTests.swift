import Foundation
import Testing

@testable import ModelData

@Suite("Predicates on inherited models")
struct InheritedPredicateTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try fleet())
        let owner = Owner(name: "Ada")
        let other = Owner(name: "Bo")
        let car = Car(plate: "C", maker: "Fiat", doors: 5, fuel: .diesel)
        let sports = SportsCar(plate: "S", number: 7, speed: 250)
        let truck = Truck(plate: "T", maker: "Star", payload: 3.5)
        for vehicle in [Vehicle(plate: "V", maker: "Cart"), car, sports, truck, Bicycle(plate: "B")] {
            context.insert(vehicle)
        }
        context.insert(owner)
        context.insert(other)
        owner.vehicles = [car, truck]
        owner.favourite = sports
        other.vehicles = [sports]
        other.favourite = car
        truck.note = "heavy"
        try context.save()
    }

    /// Requires that a predicate finds the same vehicles in the store and in memory, saved or not.
    private func expect(
        _ predicate: Predicate<Vehicle>, _ plates: [String], inSQL: Bool = true,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let fresh = ModelContext(context.container)
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.plate)])
        let plan = FetchPlan(descriptor, try fresh.table(for: Vehicle.self))
        #expect(plan.filtersInMemory != inSQL, sourceLocation: location)
        #expect(try fresh.fetch(descriptor).map(\.plate) == plates, sourceLocation: location)
        #expect(try fresh.fetchCount(descriptor) == plates.count, sourceLocation: location)
        let identifiers = try fresh.fetchIdentifiers(descriptor)
        #expect(
            identifiers.compactMap { fresh[$0, as: Vehicle.self]?.plate } == plates, sourceLocation: location)
        var enumerated: [String] = []
        try fresh.enumerate(descriptor, batchSize: 2) { enumerated.append($0.plate) }
        #expect(enumerated == plates, sourceLocation: location)
        let all = try fresh.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
        let matching = all.filter { (try? predicate.evaluate($0)) == true }
        #expect(matching.map(\.plate) == plates, sourceLocation: location)
        descriptor.fetchLimit = 1
        descriptor.fetchOffset = 1
        #expect(
            try fresh.fetch(descriptor).map(\.plate) == Array(plates.dropFirst().prefix(1)),
            sourceLocation: location)
        for vehicle in all { vehicle.serviced = .distantFuture }
        descriptor.fetchLimit = nil
        descriptor.fetchOffset = nil
        #expect(try fresh.fetch(descriptor).map(\.plate) == plates, sourceLocation: location)
    }

    @Test func `Predicates use inherited properties and those of the base class`() throws {
        try expect(#Predicate { $0.maker == "Fiat" || $0.wheels == 2 }, ["B", "C"])
        let slow = #Predicate<Car> { $0.maker != "Fiat" && $0.doors < 4 }
        let cars = FetchDescriptor(
            predicate: slow, sortBy: [SortDescriptor(\.maker), SortDescriptor(\.doors)])
        #expect(FetchPlan(cars, try context.table(for: Car.self)).filtersInMemory == false)
        #expect(try context.fetch(cars).map(\.plate) == ["S"])
        let fast = #Predicate<SportsCar> { $0.plate == "S" && $0.doors == 2 }
        let sports = FetchDescriptor(
            predicate: fast, sortBy: [SortDescriptor(\.plate, order: .reverse), SortDescriptor(\.speed)])
        let plan = FetchPlan(sports, try context.table(for: SportsCar.self))
        #expect(!plan.filtersInMemory)
        #expect(!plan.sortsInMemory)
        #expect(try context.fetch(sports).map(\.number) == [7])
    }

    @Test func `Predicates test the class of a record`() throws {
        try expect(#Predicate { $0 is Car }, ["C", "S"])
        try expect(#Predicate { !($0 is Car) }, ["B", "T", "V"])
        try expect(#Predicate { $0 is SportsCar || $0 is Bicycle }, ["B", "S"])
        func kind<T: Vehicle>(_ type: T.Type) -> Predicate<Vehicle> { #Predicate { $0 is T } }
        try expect(kind(Vehicle.self), ["B", "C", "S", "T", "V"])
        try expect(kind(Truck.self), ["T"])
        try expect(#Predicate { $0 is Truck && $0.maker == "Star" }, ["T"])
        try expect(#Predicate { $0 is Truck && $0 is Car }, [])
    }

    @Test func `Predicates use properties of a subclass if the record belongs to it`() throws {
        try expect(#Predicate { ($0 as? Car)?.doors == 5 }, ["C"])
        try expect(#Predicate { ($0 as? Car)?.doors != 5 }, ["B", "S", "T", "V"])
        try expect(#Predicate { ($0 as? Car)?.doors ?? 9 > 4 }, ["B", "C", "T", "V"])
        try expect(#Predicate { ($0 as? SportsCar)?.speed ?? 0 > 200 }, ["S"])
        try expect(#Predicate { ($0 as? Truck)?.note == "heavy" }, ["T"])
        try expect(#Predicate { ($0 as? Car)?.note == nil }, ["B", "C", "S", "T", "V"])
        try expect(#Predicate { ($0 as? Car)?.maker == "Fiat" }, ["C"])
        func maker<T: Vehicle>(_ type: T.Type) -> Predicate<Vehicle> {
            #Predicate { ($0 as? T)?.maker == "Fiat" }
        }
        try expect(maker(Vehicle.self), ["C"])
        try expect(maker(SportsCar.self), [])
        try expect(#Predicate { ($0 as? Car) != nil }, ["C", "S"])
        try expect(
            #Predicate {
                if let car = $0 as? Car { car.doors < 4 } else { $0.wheels == 2 }
            }, ["B", "S"])
    }

    @Test func `A forced cast matches nothing if it fails`() throws {
        try expect(#Predicate { ($0 as! Truck).payload > 3 }, ["T"])
        try expect(#Predicate { $0 is Truck && ($0 as! Truck).payload > 3 }, ["T"])
        try expect(#Predicate { ($0 as? Car)!.maker == "Fiat" }, ["C"])
        try expect(#Predicate { ($0 as? Car)!.maker == "Cart" }, [])
    }

    @Test func `Predicates use the class of related objects and properties of only that class`() throws {
        let fresh = ModelContext(context.container)
        func names(_ predicate: Predicate<Owner>, inSQL: Bool = true) throws -> [String] {
            let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
            let plan = FetchPlan(descriptor, try fresh.table(for: Owner.self))
            #expect(plan.filtersInMemory != inSQL)
            let found = try fresh.fetch(descriptor).map(\.name)
            let all = try fresh.fetch(FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.name)]))
            #expect(try all.filter { try predicate.evaluate($0) }.map(\.name) == found)
            return found
        }
        #expect(try names(#Predicate { $0.favourite is SportsCar }) == ["Ada"])
        #expect(try names(#Predicate { $0.favourite?.doors == 5 && $0.favourite?.maker == "Fiat" }) == ["Bo"])
        #expect(try names(#Predicate { ($0.favourite as? SportsCar)?.speed ?? 0 > 10 }) == ["Ada"])
        #expect(try names(#Predicate { $0.vehicles.contains { $0 is Truck } }) == ["Ada"])
        #expect(try names(#Predicate { $0.vehicles.allSatisfy { $0 is Car } }) == ["Bo"])
        #expect(try names(#Predicate { $0.vehicles.filter { !($0 is SportsCar) }.count == 2 }) == ["Ada"])
        #expect(
            try names(#Predicate { $0.vehicles.contains { ($0 as? Car)?.fuel.rawValue == "diesel" } }) == [
                "Ada"
            ])
    }

    @Test func `A fetch is sorted by a property of a related subclass or of the subclass itself`() throws {
        let owners = FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.favourite?.doors)])
        #expect(try context.fetch(owners).map(\.name) == ["Ada", "Bo"])
        let inherited = FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.favourite?.maker, order: .reverse)])
        #expect(try context.fetch(inherited).map(\.name) == ["Bo", "Ada"])
    }

    @Test func `An identifier of a subclass equals the base class's identifier of the record`() throws {
        let car = try #require(try context.fetch(FetchDescriptor<SportsCar>()).first)
        let identifier = car.persistentModelID
        try expect(#Predicate { $0.persistentModelID == identifier }, ["S"])
        let identifiers: Set = [identifier]
        try expect(#Predicate { identifiers.contains($0.persistentModelID) }, ["S"])
        let trucks = FetchDescriptor<Truck>(predicate: #Predicate { $0.persistentModelID == identifier })
        #expect(try context.fetch(trucks).isEmpty)
    }

    @Test func `Generic code finds the objects of any class`() throws {
        func plates<T: Vehicle>(_ type: T.Type, by maker: String) throws -> [String] {
            let predicate = #Predicate<T> { $0.maker == maker }
            let descriptor = FetchDescriptor<T>(predicate: predicate, sortBy: [SortDescriptor(\.plate)])
            let plan = FetchPlan(descriptor, try context.table(for: T.self))
            #expect(!plan.filtersInMemory)
            #expect(!plan.sortsInMemory)
            return try context.fetch(descriptor).map(\.plate)
        }
        #expect(try plates(Vehicle.self, by: "Fiat") == ["C"])
        #expect(try plates(Car.self, by: "Fiat") == ["C"])
        #expect(try plates(SportsCar.self, by: "Fast") == ["S"])
        #expect(try plates(Truck.self, by: "Fast") == [])
    }
}
