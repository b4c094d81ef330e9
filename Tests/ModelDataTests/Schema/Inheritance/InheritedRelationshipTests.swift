import Foundation
import Testing

@testable import ModelData

@Suite("Relationships of inherited models")
struct InheritedRelationshipTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try fleet()
        context = ModelContext(container)
    }

    private func first<T: PersistentModel>(_ type: T.Type, in context: ModelContext) throws -> T {
        try #require(try context.fetch(FetchDescriptor<T>()).first)
    }

    private func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<T>())
    }

    @Test func `An array of the base class holds objects of subclasses, in order, and both sides agree`()
        throws
    {
        let owner = Owner(name: "Ada")
        context.insert(owner)
        let car = Car(plate: "C", maker: "Fiat")
        let truck = Truck(plate: "T", maker: "Star", payload: 1)
        owner.vehicles = [truck, SportsCar(plate: "S", number: 1, speed: 2), car]
        #expect(car.owner === owner)
        try context.save()
        owner.vehicles.append(Bicycle(plate: "B"))
        owner.vehicles.move(fromOffsets: [2], toOffset: 0)
        try context.save()
        let other = ModelContext(container)
        let read = try first(Owner.self, in: other)
        #expect(read.vehicles.map { "\(type(of: $0))" } == ["Car", "Truck", "SportsCar", "Bicycle"])
        #expect(read.vehicles.allSatisfy { $0.owner === read })
        #expect((read.vehicles[2] as? SportsCar)?.speed == 2)
        read.vehicles[1].owner = nil
        #expect(read.vehicles.map(\.plate) == ["C", "S", "B"])
        try other.save()
        #expect(try other.relatedCount(read, \.vehicles) == 3)
        let counts = try ModelContext(container).relatedCounts(of: \Owner.vehicles)
        #expect(counts == [read.persistentModelID: 3])
    }

    @Test func `A subclass's to-one and to-many relationships cascade and deny`() throws {
        let garage = Garage(name: "G")
        let car = SportsCar(plate: "S", number: 1, speed: 2)
        context.insert(garage)
        garage.cars.append(car)
        car.seats = [Seat("left"), Seat("right")]
        try context.save()
        let other = ModelContext(container)
        let vehicle = try first(Vehicle.self, in: other)
        let read = try #require(vehicle as? Car)
        #expect(read.seats.map(\.place) == ["left", "right"])
        #expect(read.garage?.cars.first === read)
        other.delete(try first(Garage.self, in: other))
        #expect(throws: ModelDataError.self) { try other.save() }
        other.rollback()
        other.delete(vehicle)
        try other.save()
        #expect(try count(Seat.self) == 0 && count(Garage.self) == 1 && count(Vehicle.self) == 0)
        try other.undoLastTransaction()
        let back = try first(SportsCar.self, in: other)
        #expect(back.seats.map(\.place) == ["left", "right"])
        #expect(back.garage?.name == "G")
        try other.redoLastTransaction()
        #expect(try count(Seat.self) == 0 && count(Vehicle.self) == 0)
    }

    @Test func `A one-to-one relationship with the base class has the right class and cascades`() throws {
        let truck = Truck(plate: "T", maker: "Star", payload: 1)
        let car = Car(plate: "C", maker: "Fiat")
        context.insert(truck)
        context.insert(car)
        let permit = Permit(1)
        truck.permit = permit
        car.permit = Permit(2)
        try context.save()
        car.permit = permit
        #expect(truck.permit == nil)
        #expect(permit.vehicle === car)
        try context.save()
        let other = ModelContext(container)
        let permits = try other.fetch(FetchDescriptor<Permit>(sortBy: [SortDescriptor(\.number)]))
        #expect(permits[0].vehicle is Car && permits[1].vehicle == nil)
        other.delete(try first(Car.self, in: other))
        try other.save()
        #expect(try count(Permit.self) == 1)
    }

    @Test func `A many-to-many relationship with the base class keeps both orders and is undone`() throws {
        let convoys = [Convoy("x"), Convoy("y")]
        let car = Car(plate: "C", maker: "Fiat")
        let truck = Truck(plate: "T", maker: "Star", payload: 1)
        for convoy in convoys { context.insert(convoy) }
        convoys[0].vehicles = [truck, car]
        convoys[1].vehicles = [car, Bicycle(plate: "B"), truck]
        convoys[1].lead = truck
        truck.cargo = [Crate("1")]
        try context.save()
        let other = ModelContext(container)
        let read = try other.fetch(FetchDescriptor<Convoy>(sortBy: [SortDescriptor(\.name)]))
        #expect(read[0].vehicles.map(\.plate) == ["T", "C"])
        #expect(read[1].vehicles.map(\.plate) == ["C", "B", "T"])
        #expect(read[1].vehicles.map { $0 is Truck } == [false, false, true])
        #expect(read[1].lead === read[1].vehicles[2])
        #expect(try first(Truck.self, in: other).convoys.map(\.name) == ["x", "y"])
        other.delete(read[1].vehicles[2])
        try other.save()
        #expect(read[0].vehicles.map(\.plate) == ["C"] && read[1].vehicles.map(\.plate) == ["C", "B"])
        #expect(read[1].lead == nil)
        try other.undoLastTransaction()
        #expect(read[1].vehicles.map(\.plate) == ["C", "B", "T"] && read[1].lead?.plate == "T")
        #expect(try first(Truck.self, in: other).cargo.map(\.label) == ["1"])
    }

    @Test func `A subclass is related to its own base class`() throws {
        let truck = Truck(plate: "T", maker: "Star", payload: 1)
        context.insert(truck)
        let second = Truck(plate: "U", maker: "Star", payload: 2)
        truck.towed = [Car(plate: "C", maker: "Fiat"), second]
        second.towed = [Vehicle(plate: "V", maker: "Cart")]
        try context.save()
        let other = ModelContext(container)
        let car = try first(Car.self, in: other)
        #expect(car.tower?.plate == "T")
        #expect(car.tower?.towed.map(\.plate) == ["C", "U"])
        let tower = try #require(car.tower)
        other.delete(tower)
        try other.save()
        #expect(car.tower == nil)
        let found = FetchDescriptor<Vehicle>(predicate: #Predicate { $0.tower?.payload == 2 })
        #expect(try other.fetch(found).map(\.plate) == ["V"])
    }

    @Test func `Prefetching a base class's relationships takes one statement each`() throws {
        for number in 0..<30 {
            let vehicle: Vehicle =
                switch number % 3 {
                case 0: Car(plate: "\(number)", maker: "Fiat")
                case 1: Truck(plate: "\(number)", maker: "Star", payload: Double(number))
                default: Bicycle(plate: "\(number)")
                }
            context.insert(vehicle)
            vehicle.owner = Owner(name: "\(number)")
            vehicle.permit = Permit(number)
        }
        try context.save()
        let other = ModelContext(container)
        var descriptor = FetchDescriptor<Vehicle>()
        descriptor.relationshipKeyPathsForPrefetching = [\.owner, \.permit, \.convoys]
        let counter = try StatementCounter(other)
        let statements = try counter.run {
            let vehicles = try other.fetch(descriptor)
            #expect(vehicles.map { $0.owner?.name } == (0..<30).map(String.init))
            #expect(vehicles.map { $0.permit?.number } == (0..<30).map { $0 })
            #expect(vehicles.filter { !$0.convoys.isEmpty }.isEmpty)
        }
        #expect(statements <= 5)
        var owners = FetchDescriptor<Owner>()
        owners.relationshipKeyPathsForPrefetching = [\.vehicles]
        let fresh = ModelContext(container)
        let second = try StatementCounter(fresh).run {
            let found = try fresh.fetch(owners)
            #expect(found.map(\.vehicles.count) == Array(repeating: 1, count: 30))
        }
        #expect(second <= 3)
    }

    @Test func `Sibling classes may have relationships of the same name to the same class`() throws {
        let context = ModelContext(try memory(Siblings.Pet.self, Siblings.Cat.self, Siblings.Dog.self))
        let home = Siblings.Home()
        context.insert(home)
        home.cats = [Siblings.Cat("a"), Siblings.Cat("b")]
        home.dogs = [Siblings.Dog("x")]
        try context.save()
        let other = ModelContext(context.container)
        let read = try first(Siblings.Home.self, in: other)
        #expect(try other.relatedCount(read, \.cats) == 2)
        #expect(read.cats.map(\.name) == ["a", "b"])
        #expect(read.dogs.map(\.name) == ["x"])
        let homes = FetchDescriptor<Siblings.Home>(
            predicate: #Predicate { $0.dogs.count == 1 && $0.cats.count == 2 })
        #expect(try other.fetchCount(homes) == 1)
        let cat = read.cats[0]
        other.delete(read)
        try other.save()
        #expect(cat.home == nil)
        #expect(try first(Siblings.Dog.self, in: other).home == nil)
    }
}

private enum Siblings {
    @Model class Pet {
        var name: String
        init(_ name: String) { self.name = name }
    }
    @Model final class Cat: Pet {
        var home: Home?
        override init(_ name: String) { super.init(name) }
    }
    @Model final class Dog: Pet {
        var home: Home?
        override init(_ name: String) { super.init(name) }
    }
    @Model final class Home {
        @Relationship(inverse: \Cat.home) var cats: [Cat] = []
        @Relationship(inverse: \Dog.home) var dogs: [Dog] = []
        init() {}
    }
}
