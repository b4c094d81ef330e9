import Foundation
import ModelData
import Testing

@Suite("History and undo with inherited models")
struct InheritedHistoryTests {
    private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
    private let context: ModelContext

    init() throws { context = ModelContext(try fleet()) }

    private func vehicles() throws -> [Vehicle] {
        try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
    }

    @Test func `Changes name the object's class, its properties and its inherited properties`() throws {
        let vehicle: Vehicle = Car(plate: "C", maker: "Fiat")
        context.insert(vehicle)
        try context.save()
        let identifier = vehicle.persistentModelID
        vehicle.maker = "Opel"
        (vehicle as? Car)?.fuel = .battery
        (vehicle as? Car)?.note = "kept"
        try context.save()
        context.delete(vehicle)
        try context.save()
        let transactions = try context.fetchHistory(Descriptor())
        guard case .insert(let insertion as DefaultHistoryInsert<Car>) = transactions[0].changes[0],
            case .update(let update as DefaultHistoryUpdate<Car>) = transactions[1].changes[0],
            case .delete(let deletion as DefaultHistoryDelete<Car>) = transactions[2].changes[0]
        else {
            Issue.record("\(transactions)")
            return
        }
        #expect(insertion.changedPersistentIdentifier == identifier)
        #expect(identifier.entityName == "Car")
        #expect(Set(update.updatedAttributes).isSuperset(of: [\Car.maker, \Car.fuel, \Car.note]))
        #expect(deletion.tombstone[\.note] == "kept")
        #expect(deletion.tombstone[\.maker] == nil)
    }

    @Test func `List updates belong to the object's own class, also after its deletion`() throws {
        let car = Car(plate: "C", maker: "Fiat")
        let convoy = Convoy("c")
        context.insert(car)
        context.insert(convoy)
        try context.save()
        let identifiers = [car.persistentModelID, convoy.persistentModelID]
        convoy.vehicles.append(car)
        try context.save()
        for isGone in [false, true] {
            if isGone {
                context.delete(car)
                try context.save()
            }
            let changes = try context.fetchHistory(Descriptor())[1].changes
            #expect(Set(changes.map(\.changedPersistentIdentifier)) == Set(identifiers))
            let updates = changes.compactMap { change in
                if case .update(let update as DefaultHistoryUpdate<Car>) = change { update } else { nil }
            }
            #expect(updates.contains { Set($0.updatedAttributes) == [\Car.convoys] })
        }
    }

    @Test func `Undo and redo restore records with their classes`() throws {
        for vehicle in [Vehicle(plate: "V", maker: "Cart"), SportsCar(plate: "S", number: 7, speed: 250)] {
            context.insert(vehicle)
        }
        try context.save()
        let car = try #require(try vehicles()[0] as? SportsCar)
        car.speed = 300
        car.maker = "Faster"
        try context.save()
        try context.delete(model: Vehicle.self)
        try context.save()
        #expect(try vehicles().isEmpty)
        try context.undoLastTransaction()
        let back = try vehicles()
        #expect(back.map { "\(type(of: $0))" } == ["SportsCar", "Vehicle"])
        #expect((back[0] as? SportsCar)?.speed == 300 && back[0].maker == "Faster")
        try context.undoLastTransaction()
        #expect((back[0] as? SportsCar)?.speed == 250 && back[0].maker == "Fast")
        try context.undoLastTransaction()
        #expect(try vehicles().isEmpty)
        try context.redoLastTransaction()
        try context.redoLastTransaction()
        #expect(try context.fetch(FetchDescriptor<SportsCar>()).map(\.speed) == [300])
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).count == 2)
    }

    @Test func `The undo manager reverts changes and deletions of objects of every class`() throws {
        let manager = UndoManager()
        context.undoManager = manager
        let truck = Truck(plate: "T", maker: "Star", payload: 1)
        context.insert(truck)
        try context.save()
        truck.payload = 2
        truck.maker = "Moon"
        context.processPendingChanges()
        context.delete(truck)
        try context.save()
        manager.undo()
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).map { ($0 as? Truck)?.payload } == [2])
        manager.undo()
        #expect(truck.payload == 1)
        #expect(truck.maker == "Star")
        manager.redo()
        #expect(truck.payload == 2)
        #expect(truck.maker == "Moon")
    }

    @Test func `Deleting by a predicate can include or exclude subclasses`() throws {
        for vehicle in [
            Vehicle(plate: "V", maker: "Cart"), Car(plate: "C", maker: "Cart"),
            SportsCar(plate: "S", number: 1, speed: 2), Truck(plate: "T", maker: "Cart", payload: 1),
            Bicycle(plate: "B"),
        ] {
            context.insert(vehicle)
        }
        try context.save()
        func left(_ work: (ModelContext) throws -> Void) throws -> [String] {
            let other = ModelContext(context.container)
            try work(other)
            let sorted = FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)])
            let unsaved = try other.fetch(sorted).map(\.plate)
            #expect(try other.fetchCount(sorted) == unsaved.count)
            #expect(try other.fetchIdentifiers(sorted).count == unsaved.count)
            try other.save()
            #expect(try other.fetch(sorted).map(\.plate) == unsaved)
            try other.undoLastTransaction()
            #expect(try other.fetch(sorted).map(\.plate) == ["B", "C", "S", "T", "V"])
            return unsaved
        }
        #expect(
            try left { try $0.delete(model: Vehicle.self, includeSubclasses: false) } == ["B", "C", "S", "T"])
        #expect(try left { try $0.delete(model: Car.self) } == ["B", "T", "V"])
        #expect(
            try left { try $0.delete(model: Car.self, includeSubclasses: false) } == ["B", "S", "T", "V"])
        #expect(
            try left { try $0.delete(model: Vehicle.self, where: #Predicate { $0.maker == "Cart" }) } == [
                "B", "S",
            ])
        #expect(
            try left {
                try $0.delete(
                    model: Vehicle.self, where: #Predicate { $0.maker == "Cart" }, includeSubclasses: false)
            } == ["B", "C", "S", "T"])
        #expect(
            try left { try $0.delete(model: Vehicle.self, where: #Predicate { $0 is Car }) } == [
                "B", "T", "V",
            ])
    }
}
