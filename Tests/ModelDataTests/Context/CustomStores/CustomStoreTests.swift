import Foundation
import ModelData
import Testing

/// Creates a container with a JSON file.
func jsonContainer(
    _ file: URL, _ types: any PersistentModel.Type...
) throws -> (container: ModelContainer, fault: Fault) {
    let configuration = JSONStoreConfiguration(fileURL: file)
    return (
        try ModelContainer(for: Schema(types), configurations: [configuration]), configuration.fault
    )
}

@Suite("Custom stores")
struct CustomStoreTests {
    private let directory: TemporaryDirectory
    private let file: URL

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file("trips.json")
    }

    private func titles(_ descriptor: FetchDescriptor<Book>, _ context: ModelContext) throws -> [String] {
        try context.fetch(descriptor).map(\.title)
    }

    private func addBooks(to context: ModelContext) throws {
        for (title, rating) in [("Solaris", 5), ("Eden", 3), ("Fiasko", 4)] {
            context.insert(Book(title: title, author: "Lem", rating: rating))
        }
        try context.save()
    }

    @Test func `Objects are inserted into a JSON file, fetched, changed and deleted`() throws {
        let (container, fault) = try jsonContainer(file, Book.self)
        let context = ModelContext(container)
        try addBooks(to: context)
        #expect(fault.inserted == ["Book", "Book", "Book"])
        #expect(!context.hasChanges)
        let books = try context.fetch(FetchDescriptor<Book>())
        #expect(Set(books.map(\.title)) == ["Solaris", "Eden", "Fiasko"])
        let eden = try #require(books.first { $0.title == "Eden" })
        #expect(eden.persistentModelID.storeIdentifier == "trips.json")
        eden.rating = 1
        eden.added = Date(timeIntervalSinceReferenceDate: 86_400)
        try context.save()
        #expect((fault.inserted, fault.updated, fault.deleted) == ([], ["Book"], []))
        context.delete(try #require(books.first { $0.title == "Fiasko" }))
        try context.save()
        #expect((fault.inserted, fault.updated, fault.deleted) == ([], [], ["Book"]))

        let other = ModelContext(try jsonContainer(file, Book.self).container)
        let found = try other.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(found.map(\.title) == ["Eden", "Solaris"])
        #expect(found.map(\.rating) == [1, 5])
        #expect(found[0].added == Date(timeIntervalSinceReferenceDate: 86_400))
    }

    @Test func `Predicates and orders are evaluated in memory if the store asks for it`() throws {
        let (container, fault) = try jsonContainer(file, Book.self)
        try addBooks(to: ModelContext(container))
        let context = ModelContext(container)
        fault.log = []
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { $0.rating ?? 0 >= 4 }, sortBy: [SortDescriptor(\.title)])
        #expect(try titles(descriptor, context) == ["Fiasko", "Solaris"])
        #expect(fault.log == ["filter", "fetch Book"])
        descriptor.fetchLimit = 1
        descriptor.fetchOffset = 1
        #expect(try titles(descriptor, context) == ["Solaris"])
        fault.log = []
        let sorted = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.rating, order: .reverse)])
        #expect(try titles(sorted, context) == ["Solaris", "Fiasko", "Eden"])
        #expect(fault.log == ["sort", "fetch Book"])
        #expect(try context.fetchCount(descriptor) == 1)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
        #expect(try context.fetchIdentifiers(sorted) == context.fetch(sorted).map(\.persistentModelID))
        #expect(try context.fetch(sorted, batchSize: 2).map(\.title) == ["Solaris", "Fiasko", "Eden"])
        var visited: [String] = []
        try context.enumerate(sorted) { visited.append($0.title) }
        #expect(visited == ["Solaris", "Fiasko", "Eden"])
        #expect(try context.fetchReadable(sorted).models.count == 3)
        #expect(try Set(context.texts(of: \Book.title)) == ["Solaris", "Fiasko", "Eden"])
    }

    @Test func `Unsaved changes are included`() throws {
        let (container, _) = try jsonContainer(file, Book.self)
        let context = ModelContext(container)
        try addBooks(to: context)
        context.insert(Book(title: "Astronauci", author: "Lem", rating: 5))
        let sorted = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        #expect(try titles(sorted, context) == ["Astronauci", "Eden", "Fiasko", "Solaris"])
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 4)
        try context.delete(model: Book.self, where: #Predicate { $0.rating == 3 })
        #expect(try titles(sorted, context) == ["Astronauci", "Fiasko", "Solaris"])
        context.rollback()
        #expect(try titles(sorted, context) == ["Eden", "Fiasko", "Solaris"])
        try context.delete(model: Book.self, where: #Predicate { $0.rating == 3 })
        try context.save()
        #expect(
            try titles(sorted, ModelContext(try jsonContainer(file, Book.self).container)) == [
                "Fiasko", "Solaris",
            ])
    }

    @Test func `Every type of property is stored and read again`() throws {
        let (first, _) = try jsonContainer(file, Everything.self)
        let context = ModelContext(first)
        let thing = Everything(key: 7)
        thing.date = Date(timeIntervalSinceReferenceDate: 1000)
        thing.optionalDecimal = Decimal(string: "12.50")
        thing.optionalPlace = Place(city: "Warszawa", latitude: 52)
        thing.optionalData = Data([1, 2])
        context.insert(thing)
        try context.save()
        let (second, _) = try jsonContainer(file, Everything.self)
        let read = try #require(try ModelContext(second).fetch(FetchDescriptor<Everything>()).first)
        #expect(read.key == 7)
        #expect(read.int8 == -8)
        #expect(read.int64 == .min)
        #expect(read.unsigned8 == 255)
        #expect(read.flag)
        #expect(read.double == 0.1)
        #expect(read.float == 0.1)
        #expect(read.text == "zażółć")
        #expect(read.uuid == thing.uuid)
        #expect(read.url == thing.url)
        #expect(read.data == Data([0, 1, 255]))
        #expect(read.date == thing.date)
        #expect(read.status == .completed)
        #expect(read.stars == .three)
        #expect(read.place == thing.place)
        #expect(read.numbers == ["a": 1])
        #expect(read.tags == [])
        #expect(read.optionalDecimal == Decimal(string: "12.50"))
        #expect(read.optionalText == nil)
        #expect(read.optionalPlace == thing.optionalPlace)
        #expect(read.optionalData == Data([1, 2]))
    }

    @Test func `Relationships to one and to many survive a new container`() throws {
        let (first, fault) = try jsonContainer(file, Trip.self)
        let context = ModelContext(first)
        let trip = Trip(name: "Italy")
        trip.leader = Person(name: "Ada")
        trip.hotels = [Hotel(name: "Roma"), Hotel(name: "Alpi")]
        trip.sights = [Sight("Forum", stars: 3), Sight("Duomo", stars: 2)]
        let label = Label("old")
        trip.sights[0].labels = [label]
        trip.sights[1].labels = [label]
        context.insert(trip)
        try context.save()
        #expect(fault.inserted == ["Hotel", "Hotel", "Label", "Person", "Sight", "Sight", "Trip"])
        #expect(trip.sights.map(\.title) == ["Forum", "Duomo"])

        let (second, _) = try jsonContainer(file, Trip.self)
        let other = ModelContext(second)
        let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        #expect(read.leader?.name == "Ada")
        #expect(read.leader?.led.map(\.name) == ["Italy"])
        #expect(read.hotels.map(\.name) == ["Roma", "Alpi"])
        #expect(read.sights.map(\.title) == ["Forum", "Duomo"])
        #expect(read.sights[1].labels.map(\.word) == ["old"])
        #expect(read.sights[1].labels[0].sights?.count == 2)
        let forum = FetchDescriptor<Sight>(predicate: #Predicate { $0.trip?.leader?.name == "Ada" })
        #expect(try other.fetchCount(forum) == 2)

        // Both sides of a changed relationship are saved.
        read.sights.swapAt(0, 1)
        read.hotels.removeFirst()
        let sight = Sight("Uffizi")
        read.sights.append(sight)
        try other.save()
        let (third, _) = try jsonContainer(file, Trip.self)
        let lastContext = ModelContext(third)
        let last = try #require(try lastContext.fetch(FetchDescriptor<Trip>()).first)
        #expect(last.sights.map(\.title) == ["Duomo", "Forum", "Uffizi"])
        #expect(last.hotels.map(\.name) == ["Alpi"])
        #expect(last.sights[2].trip === last)
    }

    @Test func `Delete rules hold, and the store is passed all deleted records`() throws {
        let (first, fault) = try jsonContainer(file, Trip.self)
        let context = ModelContext(first)
        let trip = Trip(name: "Italy")
        trip.leader = Person(name: "Ada")
        trip.sights = [Sight("Forum"), Sight("Duomo")]
        let label = Label("old")
        trip.sights[0].labels = [label]
        context.insert(trip)
        try context.save()

        let (second, secondFault) = try jsonContainer(file, Trip.self)
        let other = ModelContext(second)
        let leader = try #require(try other.fetch(FetchDescriptor<Person>()).first)
        other.delete(leader)
        secondFault.log = []
        #expect(throws: ModelDataError.self) { try other.save() }
        #expect(!secondFault.log.contains("save"))
        other.rollback()
        let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        other.delete(read)
        try other.save()
        #expect(secondFault.deleted == ["Sight", "Sight", "Trip"])
        #expect(secondFault.updated == ["Label", "Person"])
        _ = fault
        let (third, _) = try jsonContainer(file, Trip.self)
        let last = ModelContext(third)
        #expect(try last.fetchCount(FetchDescriptor<Sight>()) == 0)
        #expect(try last.fetch(FetchDescriptor<Label>()).first?.sights == [])
        #expect(try last.fetch(FetchDescriptor<Person>()).first?.led.isEmpty == true)
    }

    @Test func `Records that refer to a deleted record without an inverse lose it`() throws {
        let (first, _) = try jsonContainer(file, Trip.self)
        let context = ModelContext(first)
        let trip = Trip(name: "Italy")
        trip.hotels = [Hotel(name: "Roma"), Hotel(name: "Alpi")]
        context.insert(trip)
        try context.save()
        let (second, fault) = try jsonContainer(file, Trip.self)
        let other = ModelContext(second)
        try other.delete(model: Hotel.self, where: #Predicate { $0.name == "Roma" })
        try other.save()
        #expect(fault.deleted == ["Hotel"])
        #expect(fault.updated == ["Trip"])
        #expect(try other.fetch(FetchDescriptor<Trip>()).first?.hotels.map(\.name) == ["Alpi"])
    }

    @Test func `A second context sees changes at its next fetch`() throws {
        let (container, _) = try jsonContainer(file, Book.self)
        let first = ModelContext(container)
        try addBooks(to: first)
        let second = ModelContext(container)
        let sorted = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        let eden = try second.fetch(sorted)[0]
        try first.fetch(sorted)[0].rating = 2
        first.delete(try first.fetch(sorted)[1])
        try first.save()
        #expect(try titles(sorted, second) == ["Eden", "Solaris"])
        #expect(eden.rating == 2)
    }

    @Test func `Changes of the file by another program are seen at the next fetch`() throws {
        let (container, _) = try jsonContainer(file, Book.self)
        let context = ModelContext(container)
        try addBooks(to: context)
        let sorted = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        let books = try context.fetch(sorted)
        let other = ModelContext(try jsonContainer(file, Book.self).container)
        try other.fetch(sorted)[0].rating = 2
        other.delete(try other.fetch(sorted)[1])
        other.insert(Book(title: "Głos Pana", author: "Lem"))
        try other.save()
        #expect(try titles(sorted, context) == ["Eden", "Głos Pana", "Solaris"])
        #expect(books[0].rating == 2)
        #expect(books[1].modelContext == nil)
    }

    @Test func `A custom store is beside a store in SQLite in one container`() throws {
        let json = JSONStoreConfiguration(schema: Schema([Book.self]), fileURL: file)
        let sqlite = ModelConfiguration(schema: Schema([Hotel.self]), url: directory.file())
        let container = try ModelContainer(for: Book.self, Hotel.self, configurations: json, sqlite)
        #expect(container.configurations == [sqlite])
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem"))
        context.insert(Hotel(name: "Roma"))
        try context.save()
        json.fault.saved = { _ in throw CocoaError(.fileWriteOutOfSpace) }
        context.insert(Book(title: "Eden", author: "Lem"))
        context.insert(Hotel(name: "Alpi"))
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(context.insertedModelsArray.count == 2)
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
        #expect(try other.fetch(FetchDescriptor<Hotel>()).map(\.name) == ["Roma"])
        json.fault.saved = nil
        try context.save()
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 2)
        #expect(try other.fetchCount(FetchDescriptor<Hotel>()) == 2)
        try container.erase()
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 0)
        #expect(try other.fetchCount(FetchDescriptor<Hotel>()) == 0)
    }

    @Test func `A transaction is saved at its end, or not at all`() throws {
        let (container, fault) = try jsonContainer(file, Book.self)
        let context = ModelContext(container)
        try context.transaction { context.insert(Book(title: "Solaris", author: "Lem")) }
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
        fault.log = []
        #expect(throws: CocoaError.self) {
            try context.transaction {
                context.insert(Book(title: "Eden", author: "Lem"))
                throw CocoaError(.userCancelled)
            }
        }
        #expect(fault.log == [])
        #expect(throws: ModelDataError.self) {
            try context.transaction {
                context.insert(Book(title: "Eden", author: "Lem"))
                try context.save()
            }
        }
        #expect(fault.log == [])
        #expect(context.insertedModelsArray.isEmpty)
    }

    @Test func `A new object with the unique values of a record updates the record`() throws {
        let (container, fault) = try jsonContainer(file, Label.self, Sight.self, Trip.self)
        let context = ModelContext(container)
        context.insert(Label("old"))
        try context.save()
        let other = ModelContext(container)
        let sight = Sight("Forum")
        let label = Label("old")
        sight.labels = [label]
        other.insert(sight)
        try other.save()
        #expect(fault.inserted == ["Sight"])
        #expect(fault.updated == ["Label"])
        #expect(try other.fetchCount(FetchDescriptor<Label>()) == 1)
        #expect(try context.fetch(FetchDescriptor<Label>()).first?.sights?.map(\.title) == ["Forum"])
        // The same in a container that has read nothing.
        let (fresh, freshFault) = try jsonContainer(file, Label.self, Sight.self, Trip.self)
        let new = ModelContext(fresh)
        new.insert(Label("old"))
        try new.save()
        #expect(freshFault.inserted == [])
        #expect(try new.fetch(FetchDescriptor<Label>()).map { $0.sights?.count } == [1])
        context.mergePolicy = .error
        context.insert(Label("old"))
        fault.log = []
        #expect(throws: ModelDataError.self) { try context.save() }
        #expect(!fault.log.contains("save"))
    }

    @Test func `A unique value that has moved to another record is no conflict`() throws {
        let (container, fault) = try jsonContainer(file, Label.self)
        let context = ModelContext(container)
        for word in ["a", "b"] { context.insert(Label(word)) }
        try context.save()
        let words = FetchDescriptor<Label>(sortBy: [SortDescriptor(\.word)])
        let labels = try context.fetch(words)
        let other = ModelContext(try jsonContainer(file, Label.self).container)
        let changed = try other.fetch(words)
        changed[0].word = "c"
        try other.save()
        changed[1].word = "a"
        try other.save()
        // The store returns only the second record.
        let second = labels[1].persistentModelID
        fault.filtered = { $0.filter { $0.persistentIdentifier == second } }
        let found = try context.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.word == "a" }))
        #expect(found.count == 1 && found[0] === labels[1])
        #expect(labels.map(\.word) == ["c", "a"])
    }

    @Test func `An undo manager undoes saved changes and deletions`() throws {
        let (container, fault) = try jsonContainer(file, Trip.self)
        let context = ModelContext(container)
        let manager = UndoManager()
        context.undoManager = manager
        let trip = Trip(name: "Italy")
        trip.sights = [Sight("Forum"), Sight("Duomo")]
        context.insert(trip)
        try context.save()
        trip.name = "Spain"
        try context.save()
        context.delete(trip.sights[0])
        try context.save()
        #expect(fault.deleted == ["Sight"])
        #expect(fault.updated == ["Trip"])
        manager.undo()
        try context.save()
        #expect(fault.inserted == ["Sight"])
        #expect(fault.updated == ["Trip"])
        manager.undo()
        try context.save()
        let other = ModelContext(try jsonContainer(file, Trip.self).container)
        let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        #expect(read.name == "Italy")
        #expect(Set(read.sights.map(\.title)) == ["Forum", "Duomo"])
    }

    @Test func `An identifier finds its object in another process and before any fetch`() throws {
        let (first, _) = try jsonContainer(file, Book.self)
        let context = ModelContext(first)
        try addBooks(to: context)
        let eden = try #require(
            try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Eden" })).first)
        let data = try JSONEncoder().encode(eden.persistentModelID)
        let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(identifier == eden.persistentModelID)
        #expect(String(decoding: data, as: UTF8.self).contains("\"key\""))
        let other = ModelContext(try jsonContainer(file, Book.self).container)
        #expect((other.existingModel(for: identifier) as? Book)?.title == "Eden")
        #expect(other[identifier, as: Book.self]?.title == "Eden")
        let unknown = try PersistentIdentifier.identifier(
            for: "trips.json", entityName: "Book", primaryKey: UUID())
        #expect(other.existingModel(for: unknown) == nil)
    }

    @Test func `Keys of several types make identifiers`() throws {
        func identifier(_ key: some Comparable & CustomStringConvertible & Codable & Hashable) throws
            -> PersistentIdentifier
        { try .identifier(for: "keys", entityName: "Book", primaryKey: key) }
        #expect(try identifier(5) == identifier(5))
        #expect(try identifier(5) != identifier("5"))
        #expect(try identifier("a") != identifier("b"))
        for one in [try identifier(5), try identifier("x"), try identifier(UUID()), try identifier(1.5)] {
            let data = try JSONEncoder().encode(one)
            #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == one)
        }
        #expect(try identifier(5).description == "Book#5")
        #expect(try identifier(5).storeIdentifier == "keys")
    }

    @Test func `The store knows when contexts begin and end`() throws {
        let (container, fault) = try jsonContainer(file, Book.self)
        do {
            let context = ModelContext(container)
            context.author = "Ada"
            #expect(context.editingState.author == "Ada")
            #expect(context.editingState.id == context.editingState.id)
        }
        #expect(fault.log == ["begin", "end"])
    }
}
