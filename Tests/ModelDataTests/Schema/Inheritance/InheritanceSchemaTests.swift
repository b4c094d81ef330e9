import Foundation
import Testing

@testable import ModelData

private enum Clashing {
    @Model class Base {
        var name = ""
        init() {}
    }
    @Model final class First: Base {
        var size = 1
        override init() { super.init() }
    }
    @Model final class Second: Base {
        var size = "large"
        override init() { super.init() }
    }
}

private enum Alike {
    @Model class Base {
        var name = ""
        init() {}
    }
    @Model final class First: Base {
        @Attribute(.unique) var size: Int
        init(_ size: Int) {
            self.size = size
            super.init()
        }
    }
    @Model final class Second: Base {
        var size: Int
        init(_ size: Int) {
            self.size = size
            super.init()
        }
    }
}

private enum Rules {
    @Model class Base {
        var name = ""
        init() {}
    }
    @Model final class First: Base {
        var home: Home?
        override init() { super.init() }
    }
    @Model final class Second: Base {
        var home: Home?
        override init() { super.init() }
    }
    @Model final class Home {
        @Relationship(deleteRule: .cascade, inverse: \First.home) var firsts: [First] = []
        @Relationship(inverse: \Second.home) var seconds: [Second] = []
        init() {}
    }
}

private class Unmarked: Clashing.First2 {}

extension Clashing {
    @Model fileprivate class First2 {
        var name = ""
        init() {}
    }
    @Model fileprivate final class Third: Unmarked {
        var more = 1
        override init() { super.init() }
    }
}

private enum Places {
    @Model class Place {
        #Index<Place>(.rtree([\.latitude, \.longitude]))
        var latitude: Double
        var longitude: Double
        init(_ latitude: Double, _ longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }
    @Model final class Peak: Place {
        #Index<Peak>(.rtree([\.height]))
        var height: Double
        init(_ latitude: Double, _ longitude: Double, height: Double) {
            self.height = height
            super.init(latitude, longitude)
        }
    }
}

@Suite("Schemas of inherited models")
struct InheritanceSchemaTests {
    @Test func `Sibling classes with a property of one name and two types are refused by name`() throws {
        #expect(throws: ModelDataError.differingProperty(model: "First", other: "Second", property: "size")) {
            try memory(Clashing.First.self, Clashing.Second.self)
        }
    }

    @Test func `Sibling classes with a relationship of one name can have two delete rules`() throws {
        let container = try memory(Rules.Home.self)
        let context = ModelContext(container)
        let home = Rules.Home()
        home.firsts = [Rules.First()]
        home.seconds = [Rules.Second()]
        context.insert(home)
        try context.save()
        let other = ModelContext(container)
        for home in try other.fetch(FetchDescriptor<Rules.Home>()) { other.delete(home) }
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Rules.First>()) == 0)
        #expect(try other.fetch(FetchDescriptor<Rules.Second>()).map { $0.home == nil } == [true])
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `Siblings share the column of a property of the same name and type, unique as declared`()
        throws
    {
        let context = ModelContext(try memory(Alike.First.self, Alike.Second.self))
        for size in [1, 2, 1] {
            context.insert(Alike.First(size))
            context.insert(Alike.Second(size))
        }
        try context.save()
        let other = ModelContext(context.container)
        #expect(try other.fetch(FetchDescriptor<Alike.First>()).map(\.size) == [1, 2])
        #expect(try other.fetch(FetchDescriptor<Alike.Second>()).map(\.size) == [1, 2, 1])
        let both = FetchDescriptor<Alike.Base>(
            predicate: #Predicate { ($0 as? Alike.First)?.size == 1 || ($0 as? Alike.Second)?.size == 2 })
        #expect(try other.fetchCount(both) == 2)
    }

    @Test func `A class in the hierarchy that isn't marked as a model is named in the error`() throws {
        #expect(throws: ModelDataError.unmarkedModel(name: "Unmarked", superclass: "First2")) {
            try memory(Clashing.Third.self)
        }
        let context = ModelContext(try memory(Clashing.First2.self))
        context.insert(Unmarked())
        #expect(throws: ModelDataError.unknownModel(name: "Unmarked")) { try context.save() }
    }

    @Test func `A class can't be in a different configuration from its base class`() throws {
        #expect(throws: ModelDataError.self) {
            try ModelContainer(
                for: Schema(fleetTypes()),
                configurations: ModelConfiguration(
                    "a", schema: Schema([Vehicle.self]), isStoredInMemoryOnly: true),
                ModelConfiguration("b", schema: Schema([SportsCar.self]), isStoredInMemoryOnly: true))
        }
    }

    @Test func `R*Trees of the base class and of a subclass find ranges`() throws {
        let context = ModelContext(try memory(Places.Place.self, Places.Peak.self))
        for number in 0..<20 {
            let place = Double(number)
            context.insert(
                number % 2 == 0
                    ? Places.Place(place, place) : Places.Peak(place, place, height: place * 100))
        }
        try context.save()
        let area = #Predicate<Places.Place> {
            $0.latitude > 3.0 && $0.latitude < 8.0 && $0.longitude > 3.0 && $0.longitude < 7.0
        }
        #expect(try context.fetch(FetchDescriptor(predicate: area)).map(\.latitude) == [4, 5, 6])
        let high = #Predicate<Places.Peak> { $0.height > 400.0 && $0.height < 1000.0 }
        #expect(try context.fetch(FetchDescriptor(predicate: high)).map(\.latitude) == [5, 7, 9])
        let table = try context.table(for: Places.Peak.self)
        #expect(
            table.layout.spatialIndexes.map(\.name) == [
                "_rtree_Place_latitude_longitude", "_rtree_Peak_height",
            ])
        let problems = try table.session.connection.perform { connection in
            try table.layout.spatialIndexes.flatMap { try $0.problems(connection) }
        }
        #expect(problems.isEmpty)
    }

    @Test func `A fetch can select properties of a class, including inherited ones`() throws {
        let container = try fleet()
        let context = ModelContext(container)
        context.insert(SportsCar(plate: "S", number: 7, speed: 250))
        context.insert(Car(plate: "C", maker: "Fiat", doors: 5, fuel: .diesel))
        try context.save()
        var sports = FetchDescriptor<SportsCar>()
        sports.propertiesToFetch = [\.plate, \.speed]
        let other = ModelContext(container)
        let car = try #require(try other.fetch(sports).first)
        #expect(car.plate == "S")
        #expect(car.speed == 250)
        #expect(car.maker == "Fast")
        #expect(car.doors == 2)
        #expect(car.number == 7)
        let third = ModelContext(container)
        let second = try #require(try third.fetch(sports).first)
        second.maker = "Faster"
        try third.save()
        #expect(second.doors == 2)
        #expect(second.number == 7)
        #expect(second.built == 1999)
        var vehicles = FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)])
        vehicles.propertiesToFetch = [\.plate]
        let fourth = ModelContext(container)
        let found = try fourth.fetch(vehicles)
        #expect(found.map(\.maker) == ["Fiat", "Faster"] && (found[0] as? Car)?.fuel == .diesel)
        let batches = try ModelContext(container).fetch(vehicles, batchSize: 1)
        #expect(batches.map { $0 is SportsCar } == [false, true])
    }
}
