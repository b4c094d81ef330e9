import Foundation
import ModelData
import Testing

@Suite("Invalid answers of custom stores")
struct InvalidAnswerTests {
    private let directory: TemporaryDirectory
    private let file: URL

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file("trips.json")
    }

    private func identifier(
        _ key: String, of model: String = "Book", in store: String = "trips.json"
    ) throws -> PersistentIdentifier {
        try .identifier(for: store, entityName: model, primaryKey: key)
    }

    /// Saves a book to a store with a fault, and returns the problem.
    private func problem(
        _ set: (Fault, PersistentIdentifier) throws -> Void
    ) throws -> DataStoreProblem? {
        let (container, fault) = try jsonContainer(file, Book.self)
        let context = ModelContext(container)
        let old = Book(title: "Eden", author: "Lem")
        context.insert(old)
        try context.save()
        try set(fault, old.persistentModelID)
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        context.insert(Book(title: "Fiasko", author: "Lem"))
        do {
            try context.save()
            return nil
        } catch ModelDataError.invalidDataStore(let store, _, let problem) {
            #expect(store == "json")
            // Nothing was written in the mirror, and the objects are as before.
            #expect(context.insertedModelsArray.count == 2)
            #expect(book.persistentModelID.storeIdentifier == nil)
            fault.saved = nil
            fault.storeIdentifier = nil
            let registered: Book? = context.registeredModel(for: old.persistentModelID)
            #expect(registered === old)
            return problem
        }
    }

    @Test func `A save refuses identifiers of other stores and models, missing and repeated ones`() throws {
        func all(_ identifier: PersistentIdentifier) -> (Fault, PersistentIdentifier) -> Void {
            { fault, _ in fault.saved = { $0.mapValues { _ in identifier } } }
        }
        let foreign = try identifier("1", in: "other")
        #expect(try problem(all(foreign)) == .otherStore(identifier: "Book#1"))
        let hotel = try identifier("1", of: "Hotel")
        #expect(try problem(all(hotel)) == .otherModel(identifier: "Hotel#1", property: nil))
        let twice = try identifier("1")
        #expect(try problem(all(twice)) == .duplicateIdentifier(identifier: "Book#1"))
        var known = ""
        let repeated = try problem { fault, old in
            known = "\(old)"
            fault.saved = { remapped in
                var remapped = remapped
                if let first = remapped.keys.sorted().first { remapped[first] = old }
                return remapped
            }
        }
        #expect(repeated == .duplicateIdentifier(identifier: known))
        let missing = try problem { fault, _ in fault.saved = { _ in [:] } }
        guard case .notRemapped(let identifier) = missing else { throw CocoaError(.featureUnsupported) }
        #expect(identifier.hasPrefix("Book#new"))
        let temporary = try problem { fault, _ in
            fault.saved = { Dictionary(uniqueKeysWithValues: $0.keys.map { ($0, $0) }) }
        }
        guard case .temporaryIdentifier = temporary else { throw CocoaError(.featureUnsupported) }
        let store = try problem { fault, _ in fault.storeIdentifier = "other" }
        #expect(store == .otherStore(identifier: "other"))
    }

    @Test func `A save that throws changes nothing, and can be repeated`() throws {
        let (container, fault) = try jsonContainer(file, Book.self)
        let context = ModelContext(container)
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        fault.saved = { _ in throw CocoaError(.fileWriteOutOfSpace) }
        book.title = "Eden"
        context.insert(Book(title: "Fiasko", author: "Lem"))
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(book.hasChanges)
        let titles = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        #expect(try ModelContext(container).fetch(titles).map(\.title) == ["Solaris"])
        fault.saved = nil
        try context.save()
        #expect(try ModelContext(container).fetch(titles).map(\.title) == ["Eden", "Fiasko"])
    }

    @Test func `A store that forgets to remap relationships can't save temporary identifiers`() throws {
        let (container, fault) = try jsonContainer(file, Trip.self)
        fault.forgetsRemapping = true
        let context = ModelContext(container)
        let trip = Trip(name: "Italy")
        trip.hotels = [Hotel(name: "Roma")]
        context.insert(trip)
        #expect {
            try context.save()
        } throws: { error in
            guard case ModelDataError.invalidDataStore(_, _, .temporaryIdentifier) = error else {
                return false
            }
            return true
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `A fetch refuses records of other models and stores, and repeated ones`() throws {
        let (container, fault) = try jsonContainer(file, Book.self, Hotel.self)
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem"))
        context.insert(Hotel(name: "Roma"))
        try context.save()
        _ = try context.fetch(FetchDescriptor<Book>())
        func problem(
            _ fetched: @escaping ([DefaultSnapshot]) throws -> [DefaultSnapshot]
        ) throws -> DataStoreProblem? {
            fault.fetched = fetched
            defer { fault.fetched = nil }
            do {
                _ = try ModelContext(container).fetch(FetchDescriptor<Book>())
                return nil
            } catch ModelDataError.invalidDataStore(_, let model, let problem) {
                #expect(model == "Book")
                return problem
            }
        }
        let store = JSONStoreConfiguration(schema: Schema([Book.self, Hotel.self]), fileURL: file)
        let snapshots = try JSONStore(store, migrationPlan: nil).read()
        let hotel = try #require(snapshots.first { $0.persistentIdentifier.entityName == "Hotel" })
        #expect(
            try problem { $0 + [hotel] }
                == .otherModel(identifier: "\(hotel.persistentIdentifier)", property: nil))
        let foreign = try identifier("1", in: "other")
        #expect(
            try problem { $0.map { $0.copy(persistentIdentifier: foreign) } }
                == .otherStore(identifier: "Book#1"))
        let book = try #require(snapshots.first { $0.persistentIdentifier.entityName == "Book" })
        #expect(
            try problem { $0 + $0 } == .duplicateIdentifier(identifier: "\(book.persistentIdentifier)"))
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
    }

    /// Writes a file with one book, and returns the problem of a fetch.
    private func problem(_ properties: String) throws -> DataStoreProblem? {
        let json = """
            [{"persistentIdentifier": {"store": "trips.json", "model": "Book", "key": "1"}, \(properties)}]
            """
        try Data(json.utf8).write(to: file)
        let (container, _) = try jsonContainer(file, Book.self)
        do {
            _ = try ModelContext(container).fetch(FetchDescriptor<Book>())
            return nil
        } catch ModelDataError.invalidDataStore(_, let model, let problem) {
            #expect(model == "Book")
            return problem
        }
    }

    @Test func `A missing or wrongly typed value is an error that names record and property`() throws {
        // `added`, `status` and `summary` have default values, and `rating` is optional.
        #expect(try problem(#""title": "Eden", "author": "Lem""#) == nil)
        #expect(
            try problem(#""title": "Eden""#) == .missingValue(identifier: "Book#1", property: "author"))
        #expect(
            try problem(#""title": null, "author": "Lem""#)
                == .missingValue(identifier: "Book#1", property: "title"))
        for (property, value) in [("title", "5"), ("rating", #""five""#), ("status", #""lost""#)] {
            let rest = property == "title" ? #""author": "Lem""# : #""title": "Eden", "author": "Lem""#
            guard
                case .unreadableValue(let identifier, let name, let reason) = try problem(
                    #""\#(property)": \#(value), \#(rest)"#)
            else {
                Issue.record("\(property) was read")
                continue
            }
            #expect(identifier == "Book#1")
            #expect(name == property)
            #expect(!reason.isEmpty)
        }
    }

    @Test func `A relationship to a missing record is empty, unless it is required`() throws {
        let person = #"{"store": "trips.json", "model": "Person", "key": 5}"#
        let trip = """
            [{"persistentIdentifier": {"store": "trips.json", "model": "Trip", "key": 1}, "name": "Italy",
              "leader": \(person), "sights": [], "hotels": []}]
            """
        try Data(trip.utf8).write(to: file)
        let (first, _) = try jsonContainer(file, Trip.self)
        let context = ModelContext(first)
        let read = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        #expect(read.leader == nil)
        try context.checkReads()
        let plan = """
            [{"persistentIdentifier": {"store": "trips.json", "model": "Plan", "key": 1}, "text": "",
              "trip": {"store": "trips.json", "model": "Trip", "key": 2}}]
            """
        try Data(plan.utf8).write(to: file)
        let (second, _) = try jsonContainer(file, Trip.self)
        #expect(
            throws: ModelDataError.invalidDataStore(
                store: "json", model: "Plan",
                problem: .missingRecord(identifier: "Plan#1", property: "trip"))
        ) { try ModelContext(second).fetch(FetchDescriptor<Plan>()) }
        let wrong = trip.replacing("Person", with: "Hotel")
        try Data(wrong.utf8).write(to: file)
        let (third, _) = try jsonContainer(file, Trip.self)
        #expect(
            throws: ModelDataError.invalidDataStore(
                store: "json", model: "Person",
                problem: .otherModel(identifier: "Hotel#5", property: "leader"))
        ) { try ModelContext(third).fetch(FetchDescriptor<Trip>()) }
    }

    @Test func `A container refuses models and identifiers that custom stores can't have`() throws {
        let twice = [
            JSONStoreConfiguration(name: "one", schema: Schema([Book.self]), fileURL: file),
            JSONStoreConfiguration(name: "two", schema: Schema([Hotel.self]), fileURL: file),
        ]
        #expect(
            throws: ModelDataError.invalidDataStore(store: "two", model: "", problem: .storeIdentifier)
        ) { try ModelContainer(for: Schema([Book.self, Hotel.self]), configurations: twice) }
        #expect(
            throws: ModelDataError.invalidDataStore(store: "json", model: "Car", problem: .inheritance)
        ) { try jsonContainer(file, Car.self) }
    }

    @Test func `Operations that custom stores don't support are refused`() throws {
        let (container, fault) = try jsonContainer(file, Label.self)
        let context = ModelContext(container)
        fault.log = []
        func isRefused(_ work: () throws -> Void) -> Bool {
            do {
                try work()
                return false
            } catch ModelDataError.invalidDataStore(_, _, .unsupported(let operation)) {
                return !operation.isEmpty
            } catch {
                return false
            }
        }
        #expect(
            isRefused {
                try context.upsert(
                    Label.self, contentsOf: ["a"], setting: [.set(\.word) { (word: String) in word }])
            })
        #expect(isRefused { try container.backup(to: directory.file()) })
        #expect(try context.undoLastTransaction() == nil)
        #expect(fault.log == [])
    }
}
