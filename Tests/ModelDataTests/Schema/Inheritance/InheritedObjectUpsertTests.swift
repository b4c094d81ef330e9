import Foundation
import Testing

@testable import ModelData

@Suite("Object upserts with inherited models")
struct InheritedObjectUpsertTests {
    private let context: ModelContext
    private let upsert: ObjectUpsert<Vehicle>

    init() throws {
        context = ModelContext(try fleet())
        upsert = try ObjectUpsert(Vehicle.self, in: context, by: [\.plate])
    }

    private func vehicles() throws -> [String] {
        try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
            .map { "\(type(of: $0)) \($0.plate) \($0.maker)" }
    }

    @Test func `Objects of subclasses create and update records of their classes in one undo step`() throws {
        let first: [Vehicle] = [
            Vehicle(plate: "V", maker: "Cart"), Car(plate: "C", maker: "Fiat", doors: 2),
            SportsCar(plate: "S", number: 7, speed: 300), Bicycle(plate: "B"),
        ]
        #expect(try upsert.write(first.map { .init($0) }) == Array(repeating: .inserted, count: 4))
        #expect(try vehicles() == ["Bicycle B Bike", "Car C Fiat", "SportsCar S Fast", "Vehicle V Cart"])
        let car = try #require(
            try context.fetch(FetchDescriptor<Car>(predicate: #Predicate { $0.plate == "C" })).first)
        let second: [Vehicle] = [
            Car(plate: "C", maker: "Opel", doors: 5), Car(plate: "D", maker: "Opel", doors: 3),
            Bicycle(plate: "B"), SportsCar(plate: "S", number: 7, speed: 310),
        ]
        #expect(
            try upsert.write(second.map { .init($0) }) == [.updated, .inserted, .unchanged, .updated])
        #expect(car.maker == "Opel")
        #expect(car.doors == 5)
        #expect(!context.hasChanges)
        let summary = try context.undoLastTransaction()
        #expect(summary?.inserted == ["Car": 1])
        #expect(summary?.updated == ["Car": 1, "SportsCar": 1])
        #expect(car.maker == "Fiat")
        #expect(car.doors == 2)
        #expect(try vehicles().count == 4)
        try context.redoLastTransaction()
        #expect(car.maker == "Opel")
        #expect(car.doors == 5)
        #expect(try vehicles().count == 5)
        #expect(try context.container.integrityCheck().isEmpty)
    }

    @Test func `A base class's object updates a subclass record's inherited properties, and undo reverts it`()
        throws
    {
        let car = Car(plate: "C", maker: "Fiat", doors: 2)
        context.insert(car)
        try context.save()
        #expect(try upsert.write([.init(Vehicle(plate: "C", maker: "Opel", wheels: 3))]) == [.updated])
        #expect(car.maker == "Opel")
        #expect(car.wheels == 3)
        #expect(car.doors == 2)
        #expect(try context.undoLastTransaction()?.updated == ["Car": 1])
        #expect(car.maker == "Fiat")
        #expect(car.wheels == 4)
    }

    @Test func `An object with the key of another class's record is refused, and the others are written`()
        throws
    {
        context.insert(Truck(plate: "X", maker: "Star", payload: 1))
        try context.save()
        let outcomes = try upsert.write([
            .init(Car(plate: "X", maker: "Fiat", doors: 2)), .init(Car(plate: "Y", maker: "Fiat", doors: 2)),
        ])
        let refusal = ModelDataError.notUnique(model: "Car", properties: ["plate"], values: [.text("X")])
        #expect(outcomes == [.refused(refusal), .inserted])
        #expect(try vehicles() == ["Truck X Star", "Car Y Fiat"])
    }

    @Test func `Only the named properties are written, including those of subclasses`() throws {
        _ = try upsert.write([.init(Car(plate: "C", maker: "Fiat", doors: 2))])
        let doors = ObjectUpsert<Vehicle>.Properties(["doors", "nothing"])
        #expect(
            try upsert.write([.init(Car(plate: "C", maker: "Opel", doors: 5), properties: doors)])
                == [.updated])
        let car = try #require(try context.fetch(FetchDescriptor<Car>()).first)
        #expect(car.doors == 5)
        #expect(car.maker == "Fiat")
    }

    @Test func `A related object of a subclass is created with its own class`() throws {
        let context = ModelContext(
            try memory(Kennel.self, Animal.self, Dog.self))
        let upsert = try ObjectUpsert(Kennel.self, in: context)
        let outcomes = try upsert.write([
            .init(Kennel("one", guest: Dog("Rex", tricks: 3))), .init(Kennel("two", guest: Animal("Mia"))),
            .init(Kennel("three", guest: Dog("Rex", tricks: 9))),
        ])
        #expect(outcomes == [.inserted, .inserted, .inserted])
        let animals = try context.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]))
        #expect(animals.map { "\(type(of: $0)) \($0.name)" } == ["Animal Mia", "Dog Rex"])
        #expect((animals.last as? Dog)?.tricks == 3)
        let rex = try context.fetchCount(
            FetchDescriptor<Kennel>(predicate: #Predicate { $0.guest?.name == "Rex" }))
        #expect(rex == 2)
        let summary = try context.undoLastTransaction()
        #expect(summary?.inserted == ["Kennel": 3, "Animal": 1, "Dog": 1])
    }

    @Test func `An object of a class outside the container's schema is refused`() throws {
        let context = ModelContext(try memory(Animal.self, Dog.self))
        let upsert = try ObjectUpsert(Animal.self, in: context)
        let outcomes = try upsert.write([.init(Cat("Tom")), .init(Dog("Rex", tricks: 1))])
        #expect(outcomes == [.refused(.unknownModel(name: "Cat")), .inserted])
    }
}

@Model
class Animal {
    @Attribute(.unique) var name: String
    init(_ name: String) { self.name = name }
}

@Model
final class Dog: Animal {
    var tricks: Int
    init(_ name: String, tricks: Int) {
        self.tricks = tricks
        super.init(name)
    }
}

@Model
final class Cat: Animal {
    override init(_ name: String) { super.init(name) }
}

@Model
final class Kennel {
    @Attribute(.unique) var name: String
    var guest: Animal?
    init(_ name: String, guest: Animal?) {
        self.name = name
        self.guest = guest
    }
}
