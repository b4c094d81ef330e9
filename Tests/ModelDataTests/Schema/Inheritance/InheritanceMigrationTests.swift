import Foundation
import Testing

@testable import ModelData

/// The first version: a class, and another class that is related to it.
private enum Plain: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Vehicle.self, Owner.self] }

    @Model class Vehicle {
        @Attribute(.unique) var plate: String
        var doors: Int?
        var owner: Owner?
        init(plate: String, doors: Int? = nil) {
            self.plate = plate
            self.doors = doors
        }
    }
    @Model final class Owner {
        var name: String
        @Relationship(inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
        init(name: String) { self.name = name }
    }
}

/// The second version: one property moves to a subclass, and another property is renamed.
private enum Inherited: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Vehicle.self, Car.self, Bus.self, Owner.self] }

    @Model class Vehicle {
        @Attribute(.unique, originalName: "plate") var sign: String
        var owner: Owner?
        init(sign: String) { self.sign = sign }
    }
    @Model class Car: Vehicle {
        var doors: Int? = 4
        var color: String
        init(sign: String, color: String) {
            self.color = color
            super.init(sign: sign)
        }
    }
    @Model final class Bus: Car {
        var seats: Int
        init(sign: String, seats: Int) {
            self.seats = seats
            super.init(sign: sign, color: "red")
        }
    }
    @Model final class Owner {
        var name: String
        @Relationship(inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
        init(name: String) { self.name = name }
    }
}

/// A version in which two properties move: one to the base class, with a default, and one to a subclass of
/// the subclass.
private enum Moved {
    @Model class Vehicle {
        @Attribute(.unique) var sign: String
        var owner: Owner?
        var color = "white"
        init(sign: String) { self.sign = sign }
    }
    @Model class Car: Vehicle {
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Bus: Car {
        var doors: Int? = 4
        var places: Int { seats }
        @Attribute(originalName: "seats") var chairs: Int
        @Transient var seats = 0
        init(sign: String, seats: Int) {
            chairs = seats
            super.init(sign: sign)
        }
    }
    @Model final class Owner {
        var name: String
        @Relationship(inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
        init(name: String) { self.name = name }
    }
}

/// The previous version, but without a default for the property that moves to the base class.
private enum MovedWithout {
    @Model class Vehicle {
        @Attribute(.unique) var sign: String
        var owner: Owner?
        var color: String
        init(sign: String) {
            self.sign = sign
            color = ""
        }
    }
    @Model class Car: Vehicle {
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Bus: Car {
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Owner {
        var name: String
        @Relationship(inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
        init(name: String) { self.name = name }
    }
}

/// A version in which the subclasses no longer inherit from Vehicle.
private enum Apart {
    @Model final class Vehicle {
        var sign: String
        init(sign: String) { self.sign = sign }
    }
    @Model class Car {
        @Attribute(.unique) var sign: String
        var doors: Int? = 4
        var color: String
        var owner: Owner?
        init(sign: String) {
            self.sign = sign
            color = ""
        }
    }
    @Model final class Bus: Car {
        var seats = 0
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Owner {
        var name: String
        @Relationship(inverse: \Car.owner) var cars: [Car] = []
        init(name: String) { self.name = name }
    }
}

/// Two separate models. In a later version, one of them inherits from the other.
private enum Separate {
    @Model final class Vehicle {
        var sign: String
        init(sign: String) { self.sign = sign }
    }
    @Model final class Car {
        var sign: String
        var owner: Owner?
        var color: String
        init(sign: String) {
            self.sign = sign
            color = "blue"
        }
    }
    @Model final class Owner {
        var name: String
        @Relationship(inverse: \Car.owner) var cars: [Car] = []
        init(name: String) { self.name = name }
    }
}

/// A plan whose stage replaces vehicles by cars if their signs begin with “car”.
private enum FleetPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Plain.self, Inherited.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Plain.self, toVersion: Inherited.self, willMigrate: nil,
                didMigrate: { context in
                    for vehicle in try context.fetch(FetchDescriptor<Inherited.Vehicle>())
                    where vehicle.sign.hasPrefix("car") {
                        let car = Inherited.Car(sign: "new \(vehicle.sign)", color: "green")
                        car.owner = vehicle.owner
                        context.insert(car)
                        context.delete(vehicle)
                    }
                })
        ]
    }
}

@Suite("Migration of inherited models")
struct InheritanceMigrationTests {
    private let directory: TemporaryDirectory
    private let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.file()
    }

    private func open(_ types: [any PersistentModel.Type], _ version: Int = 1) throws -> ModelContext {
        let schema = Schema(types, version: Schema.Version(version, 0, 0))
        return ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
    }

    private func rows(_ sql: String) throws -> [[StoredValue]] {
        let tool = try StoreConnection(path: url.path, timeout: 5)
        defer { try? tool.close() }
        return try tool.perform { try $0.rows(sql) }
    }

    private func expectIntegrity() throws {
        #expect(try rows("PRAGMA integrity_check") == [[.text("ok")]])
        #expect(try rows("PRAGMA foreign_key_check").isEmpty)
        #expect(try rows("SELECT name FROM sqlite_schema WHERE name LIKE '\\_new\\_%' ESCAPE '\\'").isEmpty)
    }

    private func error(_ model: String, _ property: String, _ reason: MigrationProblem) -> ModelDataError {
        .cannotMigrate(path: url.path, model: model, property: property, reason: reason)
    }

    private func makePlain() throws {
        let context = try open([Plain.Vehicle.self])
        let owner = Plain.Owner(name: "Ada")
        context.insert(owner)
        owner.vehicles = [Plain.Vehicle(plate: "a", doors: 2), Plain.Vehicle(plate: "b")]
        let last = Plain.Vehicle(plate: "gone")
        context.insert(last)
        try context.save()
        context.delete(last)
        try context.save()
    }

    private func makeInherited() throws {
        let context = try open(Inherited.models, 2)
        let owner = Inherited.Owner(name: "Ada")
        context.insert(owner)
        let car = Inherited.Car(sign: "c", color: "black")
        car.doors = 3
        owner.vehicles = [
            Inherited.Vehicle(sign: "v"), car, Inherited.Bus(sign: "b", seats: 40),
        ]
        try context.save()
    }

    @Test func `A store from before its model had subclasses opens without loss`() throws {
        try makePlain()
        #expect(
            try !rows("SELECT sql FROM sqlite_schema WHERE name = 'Vehicle'")[0][0].description.contains(
                "_type"))
        let context = try open(Inherited.models, 2)
        let owner = try #require(try context.fetch(FetchDescriptor<Inherited.Owner>()).first)
        #expect(owner.vehicles.map(\.sign) == ["a", "b"])
        #expect(owner.vehicles.allSatisfy { type(of: $0) == Inherited.Vehicle.self })
        owner.vehicles.append(Inherited.Bus(sign: "c", seats: 40))
        try context.save()
        #expect(owner.vehicles[2].persistentModelID.recordNumber == 4)
        #expect(
            try rows("SELECT _type, sign, doors FROM Vehicle ORDER BY _id") == [
                [.text("Vehicle"), .text("a"), .null], [.text("Vehicle"), .text("b"), .null],
                [.text("Bus"), .text("c"), .integer(4)],
            ])
        try expectIntegrity()
    }

    @Test func `A program without the subclasses is refused, and the store stays unchanged`() throws {
        try makePlain()
        _ = try open(Inherited.models, 2)
        let before = try rows("SELECT sql FROM sqlite_schema ORDER BY name")
        #expect(throws: ModelDataError.self) { try open([Plain.Vehicle.self]) }
        #expect(throws: ModelDataError.self) { try open([Plain.Vehicle.self], 2) }
        #expect(try rows("SELECT sql FROM sqlite_schema ORDER BY name") == before)
    }

    @Test func `A subclass can be removed only if it has no records`() throws {
        try makeInherited()
        #expect(throws: error("Bus", "_type", .missingModel(records: 1))) {
            try open([Inherited.Vehicle.self, Inherited.Car.self], 3)
        }
        let context = try open(Inherited.models, 2)
        try context.delete(model: Inherited.Bus.self)
        try context.save()
        let smaller = try open([Inherited.Vehicle.self, Inherited.Car.self], 3)
        let vehicles = try smaller.fetch(FetchDescriptor<Inherited.Vehicle>())
        #expect(vehicles.map(\.sign) == ["v", "c"] && vehicles[1] is Inherited.Car)
        #expect(try rows("SELECT name FROM pragma_table_info('Vehicle') WHERE name = 'seats'").isEmpty)
        try smaller.delete(model: Inherited.Car.self)
        try smaller.save()
        let smallest = try open([Inherited.Vehicle.self], 4)
        #expect(try smallest.fetch(FetchDescriptor<Inherited.Vehicle>()).map(\.sign) == ["v"])
        #expect(try rows("SELECT name FROM pragma_table_info('Vehicle') WHERE name = '_type'").isEmpty)
        try expectIntegrity()
    }

    @Test func `A property keeps its values when it moves between a base class and a subclass`() throws {
        try makeInherited()
        let context = try open([Moved.Vehicle.self, Moved.Car.self, Moved.Bus.self], 3)
        let vehicles = try context.fetch(FetchDescriptor<Moved.Vehicle>())
        #expect(vehicles.map(\.color) == ["white", "black", "red"])
        let bus = try #require(vehicles[2] as? Moved.Bus)
        #expect(bus.doors == 4)
        #expect(bus.chairs == 40)
        #expect(vehicles.map { $0.owner?.name } == ["Ada", "Ada", "Ada"])
        try expectIntegrity()
    }

    @Test func `A property that moves to the base class needs a value for the other records`() throws {
        try makeInherited()
        #expect(throws: error("Vehicle", "color", .missingValues(records: 1))) {
            try open([MovedWithout.Vehicle.self, MovedWithout.Car.self, MovedWithout.Bus.self], 3)
        }
        let context = try open(Inherited.models, 2)
        #expect(try context.fetch(FetchDescriptor<Inherited.Car>()).map(\.color) == ["black", "red"])
    }

    @Test func `Classes that no longer inherit keep their records`() throws {
        try makeInherited()
        let context = try open([Apart.Vehicle.self, Apart.Car.self, Apart.Bus.self], 3)
        #expect(try context.fetch(FetchDescriptor<Apart.Vehicle>()).map(\.sign) == ["v"])
        let owner = try #require(try context.fetch(FetchDescriptor<Apart.Owner>()).first)
        #expect(owner.cars.map(\.sign) == ["c", "b"])
        #expect(owner.cars.map(\.doors) == [3, 4])
        #expect((owner.cars[1] as? Apart.Bus)?.seats == 40)
        #expect(owner.cars.map(\.persistentModelID.recordNumber) == [2, 3])
        context.insert(Apart.Car(sign: "d"))
        try context.save()
        #expect(try rows("SELECT _id FROM Car ORDER BY _id").last == [.integer(4)])
        try expectIntegrity()
    }

    @Test func `A model that newly inherits from another keeps its records if their numbers are free`() throws
    {
        do {
            let context = try open([Separate.Vehicle.self, Separate.Car.self])
            let owner = Separate.Owner(name: "Ada")
            context.insert(owner)
            owner.cars = [Separate.Car(sign: "c"), Separate.Car(sign: "d")]
            try context.save()
        }
        let context = try open([Inherited.Vehicle.self, Inherited.Car.self], 2)
        let cars = try context.fetch(FetchDescriptor<Inherited.Vehicle>())
        #expect(cars.map(\.sign) == ["c", "d"])
        #expect(cars.map { ($0 as? Inherited.Car)?.color } == ["blue", "blue"])
        #expect(cars.map { $0.owner?.name } == ["Ada", "Ada"])
        #expect(try rows("SELECT name FROM sqlite_schema WHERE name = 'Car'").isEmpty)
        try expectIntegrity()
    }

    @Test func `Merging two models whose records have the same numbers is refused with a clear error`() throws
    {
        do {
            let context = try open([Separate.Vehicle.self, Separate.Car.self])
            context.insert(Separate.Vehicle(sign: "v"))
            context.insert(Separate.Car(sign: "c"))
            try context.save()
        }
        #expect(throws: error("Car", "_id", .numbersInUse(records: 1))) {
            try open([Inherited.Vehicle.self, Inherited.Car.self], 2)
        }
        let context = try open([Separate.Vehicle.self, Separate.Car.self])
        #expect(try context.fetch(FetchDescriptor<Separate.Car>()).map(\.sign) == ["c"])
    }

    @Test func `A stage reads old and new models and creates objects of a subclass`() throws {
        do {
            let context = try open(Plain.models)
            let owner = Plain.Owner(name: "Ada")
            context.insert(owner)
            owner.vehicles = [Plain.Vehicle(plate: "car 1", doors: 2), Plain.Vehicle(plate: "b")]
            try context.save()
        }
        let container = try ModelContainer(
            for: Schema(versionedSchema: Inherited.self), migrationPlan: FleetPlan.self,
            configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        let vehicles = try context.fetch(FetchDescriptor<Inherited.Vehicle>(sortBy: [SortDescriptor(\.sign)]))
        #expect(vehicles.map(\.sign) == ["b", "new car 1"])
        #expect((vehicles[1] as? Inherited.Car)?.color == "green")
        #expect(vehicles.map { $0.owner?.name } == ["Ada", "Ada"])
        try expectIntegrity()
    }

    @Test func `Opening a store again with the same classes changes nothing`() throws {
        try makeInherited()
        let before = try rows("SELECT name, sql FROM sqlite_schema ORDER BY name")
        _ = try open(Inherited.models.reversed(), 2)
        _ = try open(Inherited.models, 3)
        #expect(try rows("SELECT name, sql FROM sqlite_schema ORDER BY name") == before)
    }
}
