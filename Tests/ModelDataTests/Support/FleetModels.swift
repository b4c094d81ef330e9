import Foundation
import ModelData

// A model hierarchy of several levels with every kind of property.

@Model
class Vehicle {
    #Index<Vehicle>([\.maker])
    @Attribute(.unique) var plate: String
    var maker: String
    var wheels = 4
    var owner: Owner?
    @Attribute(.modificationDate) var serviced: Date?
    @Relationship(deleteRule: .cascade, inverse: \Permit.vehicle) var permit: Permit?
    var convoys: [Convoy] = []
    var tower: Truck?
    @Transient var isShown = false

    init(plate: String, maker: String, wheels: Int = 4) {
        self.plate = plate
        self.maker = maker
        self.wheels = wheels
    }

    var title: String { "\(maker) \(plate)" }
}

@Model
class Car: Vehicle {
    #Index<Car>([\.doors, \.maker])
    var doors: Int
    var fuel = Fuel.petrol
    @Attribute(.preserveValueOnDeletion) var note: String?
    var garage: Garage?
    @Relationship(deleteRule: .cascade, inverse: \Seat.car) var seats: [Seat] = []

    init(plate: String, maker: String, doors: Int, fuel: Fuel = .petrol) {
        self.doors = doors
        self.fuel = fuel
        super.init(plate: plate, maker: maker)
    }

    override init(plate: String, maker: String, wheels: Int = 4) {
        doors = 4
        super.init(plate: plate, maker: maker, wheels: wheels)
        note = "overridden"
    }

    override var title: String { "\(super.title), \(doors) doors" }
}

@Model
final class SportsCar: Car {
    @Attribute(.unique) var number: Int
    let built = 1999
    var speed: Double

    init(plate: String, number: Int, speed: Double) {
        self.number = number
        self.speed = speed
        super.init(plate: plate, maker: "Fast", doors: 2)
    }
}

@Model
final class Truck: Vehicle {
    #Unique<Truck>([\.maker, \.payload])
    var payload: Double
    var note: String?
    var cargo: [Crate] = []
    @Relationship(inverse: \Vehicle.tower) var towed: [Vehicle] = []

    init(plate: String, maker: String, payload: Double) {
        self.payload = payload
        super.init(plate: plate, maker: maker, wheels: 6)
    }
}

/// A subclass without additional properties.
@Model
final class Bicycle: Vehicle {
    init(plate: String) { super.init(plate: plate, maker: "Bike", wheels: 2) }
}

enum Fuel: String, Codable, CaseIterable, Sendable {
    case petrol, diesel, battery
}

/// A model with two relationships: one to all vehicles, and one to cars only.
@Model
final class Owner {
    var name: String
    @Relationship(inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
    var favourite: Car?

    init(name: String) { self.name = name }
}

@Model
final class Garage {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Car.garage) var cars: [Car] = []

    init(name: String) { self.name = name }
}

@Model
final class Seat {
    var place: String
    var car: Car?
    init(_ place: String) { self.place = place }
}

/// A model with a one-to-one relationship to all vehicles.
@Model
final class Permit {
    var number: Int
    var vehicle: Vehicle?
    init(_ number: Int) { self.number = number }
}

/// A model with an ordered many-to-many relationship to all vehicles.
@Model
final class Convoy {
    var name: String
    @Relationship(inverse: \Vehicle.convoys) var vehicles: [Vehicle] = []
    /// A relationship without an inverse.
    var lead: Truck?
    init(_ name: String) { self.name = name }
}

/// A model with a many-to-many relationship to trucks.
@Model
final class Crate {
    var label: String
    @Relationship(inverse: \Truck.cargo) var trucks: [Truck] = []
    init(_ label: String) { self.label = label }
}

/// Returns all models of the fleet.
func fleetTypes() -> [any PersistentModel.Type] {
    [
        Vehicle.self, Car.self, SportsCar.self, Truck.self, Bicycle.self, Owner.self, Garage.self, Seat.self,
        Crate.self, Permit.self, Convoy.self,
    ]
}

/// Creates a container with the models of the fleet, in memory or with a store file.
func fleet(_ url: URL? = nil) throws -> ModelContainer {
    let schema = Schema(fleetTypes())
    guard let url else {
        return try ModelContainer(
            for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    return try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
}
