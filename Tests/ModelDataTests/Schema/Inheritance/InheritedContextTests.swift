import Foundation
import Observation
import Testing

@testable import ModelData

@Suite("Contexts with inherited models")
@MainActor
struct InheritedContextTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer
    private let context: ModelContext
    private let car: Car

    init() throws {
        directory = try TemporaryDirectory()
        container = try fleet(directory.file())
        context = ModelContext(container)
        car = Car(plate: "C", maker: "Fiat", doors: 5, fuel: .diesel)
        context.insert(car)
        context.insert(Vehicle(plate: "V", maker: "Cart"))
        try context.save()
    }

    @Test func `Enumeration, batches and selected properties return objects of each record's class`() throws {
        context.insert(Truck(plate: "T", maker: "Star", payload: 2))
        try context.save()
        let fresh = ModelContext(container)
        var descriptor = FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)])
        var seen: [String] = []
        try fresh.enumerate(descriptor, batchSize: 2, allowEscapingMutations: true) {
            seen.append("\(type(of: $0)) \($0.plate)")
            $0.wheels += 1
        }
        #expect(seen == ["Car C", "Truck T", "Vehicle V"])
        try fresh.save()
        let batches = try ModelContext(container).fetch(descriptor, batchSize: 2)
        #expect(batches.map { "\(type(of: $0)) \($0.wheels)" } == ["Car 5", "Truck 7", "Vehicle 5"])
        descriptor.propertiesToFetch = [\.plate]
        let partial = try ModelContext(container).fetch(descriptor)
        #expect((partial[0] as? Car)?.fuel == .diesel && partial[0].maker == "Fiat")
        #expect((partial[1] as? Truck)?.payload == 2 && partial[1].wheels == 7)
        #expect(partial.allSatisfy { !$0.hasChanges })
        var trucks = FetchDescriptor<Truck>()
        trucks.propertiesToFetch = [\.payload]
        let truck = try #require(try ModelContext(container).fetch(trucks).first)
        #expect(truck.payload == 2)
        #expect(truck.maker == "Star")
        #expect(truck.wheels == 7)
        truck.note = "kept"
        try truck.modelContext?.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Truck>()).first?.maker == "Star")
    }

    private func edit(_ sql: String) throws {
        let tool = try StoreConnection(path: directory.file().path, timeout: 5)
        try tool.perform { try $0.execute(sql) }
        try tool.close()
    }

    @Test func `Rollback restores the values of both classes and deleted objects`() throws {
        car.doors = 2
        car.maker = "Opel"
        car.owner = Owner(name: "Ada")
        car.seats = [Seat("left")]
        context.insert(Truck(plate: "T", maker: "Star", payload: 1))
        #expect(context.changedModelsArray.contains { $0 === car })
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).count == 3)
        context.rollback()
        #expect(car.doors == 5)
        #expect(car.maker == "Fiat")
        #expect(car.owner == nil)
        #expect(car.seats.isEmpty)
        context.delete(car as Vehicle)
        #expect(context.deletedModelsArray.contains { $0 === car })
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).map(\.plate) == ["V"])
        context.rollback()
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).map(\.plate) == ["C", "V"])
        #expect(!context.hasChanges)
    }

    @Test func `A failed save leaves objects of all classes unchanged`() throws {
        let truck = Truck(plate: "C", maker: "Star", payload: 1)
        context.insert(truck)
        car.doors = 2
        #expect(throws: ModelDataError.self) { try context.save() }
        #expect(context.insertedModelsArray.count == 1)
        #expect(car.hasChanges)
        truck.plate = "T"
        try context.save()
        let read = try ModelContext(container).fetch(
            FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
        #expect(read.map(\.plate) == ["C", "T", "V"] && (read[0] as? Car)?.doors == 2)
    }

    @Test func `A fetch of the base class finds and counts unsaved objects of subclasses, in order`() throws {
        context.insert(SportsCar(plate: "D", number: 1, speed: 2))
        car.plate = "Z"
        let descriptor = FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)])
        #expect(try context.fetch(descriptor).map(\.plate) == ["D", "V", "Z"])
        #expect(try context.fetchCount(FetchDescriptor<Car>()) == 2)
        #expect(
            try context.fetchIdentifiers(descriptor).map(\.entityName) == ["SportsCar", "Vehicle", "Car"])
        var plates: [String] = []
        try context.enumerate(descriptor, batchSize: 1) { plates.append($0.plate) }
        #expect(plates == ["D", "V", "Z"])
        var saved = descriptor
        saved.includePendingChanges = false
        #expect(try context.fetch(saved).count == 2)
    }

    @Test func `Conflicts between contexts are resolved property by property, for each class`() throws {
        let other = ModelContext(container)
        let same = try #require(try other.fetch(FetchDescriptor<Vehicle>()).first as? Car)
        same.maker = "Opel"
        same.doors = 3
        try other.save()
        car.doors = 2
        car.fuel = .battery
        try context.save()
        #expect(car.maker == "Opel")
        #expect(car.doors == 2)
        #expect(car.fuel == .battery)
        context.mergePolicy = .error
        same.fuel = .petrol
        try other.save()
        car.fuel = .diesel
        #expect(
            throws: ModelDataError.conflict(
                model: "Car", record: 1, properties: ["fuel"])
        ) { try context.save() }
    }

    @Test func `The modification date is set for every class`() throws {
        #expect(car.serviced != nil)
        let before = try #require(car.serviced)
        car.doors = 3
        try context.save()
        #expect(try #require(car.serviced) >= before)
        let read = try ModelContext(container).fetch(FetchDescriptor<Car>())
        #expect(read.map(\.serviced) == [car.serviced])
    }

    @Test func `Changes by another process are detected in objects of every class`() throws {
        let all = try context.fetch(FetchDescriptor<Vehicle>())
        #expect(all.count == 2)
        try edit("UPDATE Vehicle SET maker = 'Opel', doors = 2 WHERE _type = 'Car'")
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).map(\.maker) == ["Opel", "Cart"])
        #expect(car.doors == 2)
        try edit("DELETE FROM Vehicle WHERE _type = 'Car'")
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).map(\.plate) == ["V"])
        #expect(car.modelContext == nil)
        #expect(car.doors == 2)
    }

    @Test func `A row whose class another tool changed becomes an object of that class`() throws {
        try edit("UPDATE Vehicle SET _type = 'Bicycle' WHERE plate = 'V'")
        let fresh = ModelContext(container)
        #expect(try fresh.fetch(FetchDescriptor<Vehicle>()).map { $0 is Bicycle } == [false, true])
        #expect(try context.fetch(FetchDescriptor<Bicycle>()).map(\.plate) == ["V"])
    }

    @Test func `A record of an unknown class is named in the error, and the rest can be read`() throws {
        try edit("PRAGMA ignore_check_constraints = ON; UPDATE Vehicle SET _type = 'Boat' WHERE plate = 'V'")
        let fresh = ModelContext(container)
        let error = ModelDataError.unreadableValue(
            model: "Vehicle", property: "_type", record: 2,
            problem: .unreadable(content: "Boat", type: "Vehicle"))
        #expect(throws: error) { try fresh.fetch(FetchDescriptor<Vehicle>()) }
        let result = try fresh.fetchReadable(FetchDescriptor<Vehicle>())
        #expect(result.models.map(\.plate) == ["C"])
        #expect(result.unreadable == [error])
        #expect(try fresh.fetch(FetchDescriptor<Car>()).map(\.plate) == ["C"])
        #expect(try fresh.fetchCount(FetchDescriptor<Car>()) == 1)
    }

    @Test func `An unreadable value of a subclass is named with its class`() throws {
        try edit("UPDATE Vehicle SET fuel = 'steam' WHERE plate = 'C'")
        let fresh = ModelContext(container)
        let error = ModelDataError.unreadableValue(
            model: "Car", property: "fuel", record: 1, problem: .unreadable(content: "steam", type: "Fuel"))
        #expect(throws: error) { try fresh.fetch(FetchDescriptor<Vehicle>()) }
        #expect(try fresh.fetchReadable(FetchDescriptor<Vehicle>()).models.map(\.plate) == ["V"])
    }

    @Test func `An observed fetch of the base class follows changes of its subclasses`() async throws {
        let results = context.observe(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
        var iterator = results.makeAsyncIterator()
        #expect(try await iterator.next(isolation: #isolation)?.count == 2)
        context.insert(Truck(plate: "A", maker: "Star", payload: 1))
        #expect(try await iterator.next(isolation: #isolation)?.map(\.plate) == ["A", "C", "V"])
    }

    @Test func `Observation tracking reports a change of an inherited property`() throws {
        nonisolated(unsafe) var changes = 0
        withObservationTracking {
            _ = car.maker
        } onChange: {
            changes += 1
        }
        (car as Vehicle).maker = "Opel"
        #expect(changes == 1)
        withObservationTracking {
            _ = car.doors
        } onChange: {
            changes += 1
        }
        car.wheels = 3
        #expect(changes == 1)
        car.doors = 1
        #expect(changes == 2)
    }

    @Test func `Notifications contain the identifiers of the objects' own classes`() throws {
        nonisolated(unsafe) var names: [String] = []
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { note in
            for key in [
                ModelContext.NotificationKey.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers,
            ] {
                let identifiers = note.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
                names += identifiers.map(\.entityName)
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        context.insert(Truck(plate: "T", maker: "Star", payload: 1) as Vehicle)
        car.doors = 3
        try context.save()
        try context.delete(model: Vehicle.self, where: #Predicate { $0.plate == "T" })
        try context.save()
        #expect(names == ["Truck", "Car", "Truck"])
    }

    @Test func `An object of a class outside the schema is refused by name`() throws {
        let context = ModelContext(try memory(Owner.self))
        context.insert(SportsCar(plate: "S", number: 1, speed: 1))
        #expect(throws: ModelDataError.unknownModel(name: "SportsCar")) { try context.save() }
    }

    @Test func `Models are passed between actors by their identifiers`() async throws {
        let worker = FleetWorker(modelContainer: container)
        let identifier = car.persistentModelID
        #expect(try await worker.describe(identifier) == "Car Fiat C, 5 doors")
    }
}

@ModelActor
private actor FleetWorker {
    func describe(_ identifier: PersistentIdentifier) throws -> String? {
        guard let vehicle = self[identifier, as: Vehicle.self] else { return nil }
        return "\(type(of: vehicle)) \(vehicle.title)"
    }
}
