import Foundation
import ModelData
import Testing

@Suite("Model inheritance")
struct InheritanceTests {
    private func filled() throws -> ModelContext {
        let context = ModelContext(try fleet())
        context.insert(Vehicle(plate: "V", maker: "Cart"))
        context.insert(Car(plate: "C", maker: "Fiat", doors: 5, fuel: .diesel))
        context.insert(SportsCar(plate: "S", number: 7, speed: 250))
        context.insert(Truck(plate: "T", maker: "Star", payload: 3.5))
        context.insert(Bicycle(plate: "B"))
        try context.save()
        return ModelContext(context.container)
    }

    @Test func `A fetch of the base class returns objects of their own classes, with all their values`()
        throws
    {
        let context = try filled()
        let vehicles = try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
        #expect(vehicles.map { "\(type(of: $0))" } == ["Bicycle", "Car", "SportsCar", "Truck", "Vehicle"])
        let car = try #require(vehicles[1] as? Car)
        #expect(car.doors == 5)
        #expect(car.fuel == .diesel)
        #expect(car.maker == "Fiat")
        #expect(car.title == "Fiat C, 5 doors")
        let sportsCar = try #require(vehicles[2] as? SportsCar)
        #expect(sportsCar.number == 7)
        #expect(sportsCar.speed == 250)
        #expect(sportsCar.doors == 2)
        #expect(sportsCar.built == 1999)
        #expect((vehicles[3] as? Truck)?.payload == 3.5)
        #expect(vehicles[3].wheels == 6)
    }

    @Test func `A fetch of a subclass returns only objects of it and its subclasses`() throws {
        let context = try filled()
        let cars = try context.fetch(FetchDescriptor<Car>(sortBy: [SortDescriptor(\.plate)]))
        #expect(cars.map(\.plate) == ["C", "S"])
        #expect(cars[1] is SportsCar)
        #expect(try context.fetch(FetchDescriptor<SportsCar>()).map(\.plate) == ["S"])
        #expect(try context.fetchCount(FetchDescriptor<Vehicle>()) == 5)
        #expect(try context.fetchCount(FetchDescriptor<Car>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<Bicycle>()) == 1)
    }

    @Test func `A record is one object, regardless of the class it is fetched by`() throws {
        let context = try filled()
        let all = try context.fetch(FetchDescriptor<Vehicle>())
        let cars = try context.fetch(FetchDescriptor<Car>())
        let sportsCar = try #require(try context.fetch(FetchDescriptor<SportsCar>()).first)
        #expect(cars.contains { $0 === sportsCar })
        #expect(all.contains { $0 === sportsCar })
        let identifier = sportsCar.persistentModelID
        #expect(identifier.entityName == "SportsCar")
        #expect(context.model(for: identifier) === sportsCar)
        #expect(context[identifier, as: Vehicle.self] === sportsCar)
        #expect(context[identifier, as: Truck.self] == nil)
        let known: Car? = context.registeredModel(for: identifier)
        #expect(known === sportsCar)
        let other = ModelContext(context.container)
        #expect(other[identifier, as: Vehicle.self] is SportsCar)
        #expect(
            Set(try other.fetchIdentifiers(FetchDescriptor<Vehicle>())) == Set(all.map(\.persistentModelID)))
    }

    @Test func `Changes through the base class or the subclass are saved`() throws {
        let context = try filled()
        let vehicle = try #require(
            try context.fetch(FetchDescriptor<Vehicle>(predicate: #Predicate { $0.plate == "S" })).first)
        vehicle.maker = "Faster"
        (vehicle as? SportsCar)?.speed = 300
        (vehicle as? Car)?.fuel = .battery
        try context.save()
        let other = ModelContext(context.container)
        let read = try #require(try other.fetch(FetchDescriptor<SportsCar>()).first)
        #expect(read.maker == "Faster")
        #expect(read.speed == 300)
        #expect(read.fuel == .battery)
        context.delete(vehicle)
        try context.save()
        #expect(try other.fetchCount(FetchDescriptor<Vehicle>()) == 4)
    }

    @Test func `An object inserted as its base class keeps its own class`() throws {
        let context = ModelContext(try fleet())
        let vehicle: Vehicle = Car(plate: "C", maker: "Fiat")
        context.insert(vehicle)
        #expect(vehicle.persistentModelID.entityName == "Car")
        try context.save()
        let read = try ModelContext(context.container).fetch(FetchDescriptor<Car>())
        #expect(read.map(\.note) == ["overridden"])
    }

    @Test func `Objects of several classes are numbered in the order of their insertion`() throws {
        let context = ModelContext(try fleet())
        let owner = Owner(name: "Ada")
        for number in 0..<12 {
            let vehicle =
                switch number % 3 {
                case 0: Car(plate: "\(number)", maker: "Fiat")
                case 1: Truck(plate: "\(number)", maker: "Star", payload: Double(number))
                default: Bicycle(plate: "\(number)")
                }
            vehicle.owner = owner
            context.insert(vehicle)
        }
        try context.save()
        let other = ModelContext(context.container)
        let read = try other.fetch(FetchDescriptor<Vehicle>())
        #expect(read.map(\.plate) == (0..<12).map(String.init))
        #expect(read.allSatisfy { $0.owner?.name == "Ada" })
    }

    @Test func `A schema reports which model inherits from which`() throws {
        let schema = Schema(fleetTypes())
        let car = try #require(schema.entity(for: Car.self))
        #expect(car.superentity?.name == "Vehicle")
        #expect(car.superentityName == "Vehicle")
        #expect(car.subentities.map(\.name) == ["SportsCar"])
        #expect(schema.entity(for: Vehicle.self)?.superentity == nil)
        let names = schema.entity(for: Vehicle.self)?.subentities.map(\.name)
        #expect(Set(names ?? []) == ["Car", "Truck", "Bicycle"])
        #expect(schema.entity(for: SportsCar.self)?.attributesByName["maker"] != nil)
        #expect(Schema([SportsCar.self]).entities.contains { $0.name == "Vehicle" })
    }
}
