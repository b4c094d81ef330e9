import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Migration of relationships")
struct LinkMigrationTests {
    let directory: TemporaryDirectory
    let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.file()
    }

    private func open(_ form: LinkForm, _ version: Int) throws -> ModelContext {
        var configuration = ModelConfiguration(url: url)
        configuration.keepsBackupBeforeMigration = false
        return ModelContext(
            try ModelContainer(
                for: Schema([form.ship, form.crew], version: Schema.Version(version, 0, 0)),
                configurations: configuration))
    }

    private func objects<T: Linkable>(_ type: T.Type, _ context: ModelContext) throws -> [any Linkable] {
        try context.fetch(FetchDescriptor<T>()).sorted { $0.name < $1.name }
    }

    /// Returns the names of the linked objects for the name of each object that has links. Returns nil if the
    /// model has no relationship.
    private func links(_ type: any Linkable.Type, _ context: ModelContext) throws -> [String: [String]]? {
        var links: [String: [String]] = [:]
        for object in try objects(type, context) {
            guard let names = object.linked else { return nil }
            if !names.isEmpty { links[object.name] = names }
        }
        return links
    }

    private static let shipsLinks = ["A": ["y"], "B": ["x"]]
    private static let crewsLinks = ["x": ["B"], "y": ["A"]]

    private func fill(_ form: LinkForm) throws {
        let context = try open(form, 1)
        let ships = ["A", "B", "C"].map { form.ship.init(name: $0) }
        let crews = ["x", "y", "z"].map { form.crew.init(name: $0) }
        for object in ships + crews { context.insert(object) }
        for (ship, crew) in [(0, 1), (1, 0)] {
            ships[ship].link([crews[crew]])
            if !form.isPaired { crews[crew].link([ships[ship]]) }
        }
        try context.save()
        let links = (try links(form.ship, context), try links(form.crew, context))
        // At least one side has the relationship.
        #expect(links.0 != nil || links.1 != nil)
        #expect(links.0 == (form.ship.init(name: "").linked == nil ? nil : Self.shipsLinks))
        #expect(links.1 == (form.crew.init(name: "").linked == nil ? nil : Self.crewsLinks))
    }

    @Test(.level(.default), arguments: LinkForm.all)
    func `Links survive a change to any other form of relationship`(_ form: LinkForm) throws {
        for other in LinkForm.all {
            try? FileManager.default.removeItem(at: url)
            try fill(form)
            let hadShips = form.ship.init(name: "").linked != nil
            let hadCrews = form.crew.init(name: "").linked != nil
            let context = try open(other, 2)
            let ships = try links(other.ship, context)
            let crews = try links(other.crew, context)
            let note = Comment("\(form.name) → \(other.name)")
            if let ships {
                let expected = hadShips || (other.isPaired && hadCrews) ? Self.shipsLinks : [:]
                #expect(ships == expected, note)
            }
            if let crews {
                let expected = hadCrews || (other.isPaired && hadShips) ? Self.crewsLinks : [:]
                #expect(crews == expected, note)
            }
            let problems = try context.container.integrityCheck()
            #expect(problems.isEmpty, note)
            try context.close()
        }
    }

    @Test(.level(.default)) func `Links survive successive forms as long as one side stores them`() throws {
        let seed = SeededGenerator.newSeed
        var random = SeededGenerator(seed: seed)
        for walk in 0..<40 {
            try? FileManager.default.removeItem(at: url)
            var form = try #require(LinkForm.all.randomElement(using: &random))
            var path = [form.name]
            try fill(form)
            var ships = form.ship.init(name: "").linked != nil
            var crews = form.crew.init(name: "").linked != nil
            for step in 2..<8 {
                form = try #require(LinkForm.all.randomElement(using: &random))
                path.append(form.name)
                let hasShips = form.ship.init(name: "").linked != nil
                let hasCrews = form.crew.init(name: "").linked != nil
                (ships, crews) = (
                    hasShips && (ships || (form.isPaired && crews)),
                    hasCrews && (crews || (form.isPaired && ships))
                )
                let note = Comment("seed \(seed), walk \(walk): \(path.joined(separator: ", "))")
                let context = try open(form, step)
                let found = (try links(form.ship, context), try links(form.crew, context))
                if ships { #expect(found.0 == Self.shipsLinks, note) }
                if crews { #expect(found.1 == Self.crewsLinks, note) }
                let problems = try context.container.integrityCheck()
                #expect(problems.isEmpty, note)
                try context.close()
            }
        }
    }

    // MARK: - Books and chapters

    /// Inserts a book with chapters not in creation order, a book without chapters, and a chapter without a
    /// book.
    private func fillBooks(sharing: Bool = false, alone: Bool = false) throws {
        let context = ModelContext(
            try container(url, ListedChapters.Book.self, ListedChapters.Chapter.self))
        let books = ["Solaris", "Blank", "Quo vadis"].map { ListedChapters.Book(title: $0) }
        let chapters = ["3", "1", "2", "4"].map { ListedChapters.Chapter(title: $0) }
        for object in books as [any PersistentModel] + chapters { context.insert(object) }
        try context.save()
        books[0].chapters = [chapters[1], chapters[2], chapters[0]]
        if !alone { books[2].chapters = [chapters[3]] }
        if sharing { books[2].chapters.append(chapters[0]) }
        try context.save()
    }

    private func isRefused(
        _ model: String, _ property: String, _ reason: MigrationProblem,
        opening types: any PersistentModel.Type...
    ) throws {
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: model, property: property, reason: reason)
        ) {
            try ModelContainer(
                for: Schema(types, version: Schema.Version(2, 0, 0)),
                configurations: ModelConfiguration(url: url))
        }
        // Check that the refused migration left the store unchanged.
        let old = ModelContext(
            try container(url, ListedChapters.Book.self, ListedChapters.Chapter.self))
        let solaris = try #require(
            try old.fetch(FetchDescriptor<ListedChapters.Book>()).first { $0.title == "Solaris" })
        #expect(solaris.chapters.map(\.title) == ["1", "2", "3"])
    }

    @Test func `A list keeps its order when its objects get a required owner`() throws {
        try fillBooks()
        let context = ModelContext(try container(url, OwnedChapters.Book.self, OwnedChapters.Chapter.self))
        let books = try context.fetch(FetchDescriptor<OwnedChapters.Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(books.map { $0.chapters.map(\.title) } == [[], ["4"], ["1", "2", "3"]])
        let chapters = try context.fetch(FetchDescriptor<OwnedChapters.Chapter>())
        #expect(chapters.map(\.book.title) == ["Solaris", "Solaris", "Solaris", "Quo vadis"])
        // Check that a chapter added after the migration is the last one of its book.
        let fifth = OwnedChapters.Chapter(title: "5", book: books[2])
        context.insert(fifth)
        try context.save()
        let again = ModelContext(context.container)
        let solaris = try #require(
            try again.fetch(FetchDescriptor<OwnedChapters.Book>()).first { $0.title == "Solaris" })
        #expect(solaris.chapters.map(\.title) == ["1", "2", "3", "5"])
    }

    @Test func `Objects without an owner are counted if an owner becomes required`() throws {
        try fillBooks(alone: true)
        try isRefused(
            "Chapter", "book", .missingValues(records: 1), opening: OwnedChapters.Book.self,
            OwnedChapters.Chapter.self)
    }

    @Test func `Several owners are refused if the new relationship is to one`() throws {
        try fillBooks(sharing: true)
        try isRefused(
            "Chapter", "book", .severalLinks(records: 1), opening: OwnedChapters.Book.self,
            OwnedChapters.Chapter.self)
    }

    @Test func `A list that becomes a to-one relationship is refused if it has several objects`() throws {
        try fillBooks()
        try isRefused(
            "Book", "chapter", .severalLinks(records: 1), opening: OneChapter.Book.self,
            OneChapter.Chapter.self)
        let old = ModelContext(try container(url, ListedChapters.Book.self, ListedChapters.Chapter.self))
        for book in try old.fetch(FetchDescriptor<ListedChapters.Book>()) {
            book.chapters = Array(book.chapters.prefix(1))
        }
        try old.save()
        let new = ModelContext(try container(url, OneChapter.Book.self, OneChapter.Chapter.self))
        let books = try new.fetch(FetchDescriptor<OneChapter.Book>())
        #expect(books.map(\.chapter?.title) == ["1", nil, "4"])
    }

    @Test func `A relationship to a different model is refused unless there are no links`() throws {
        try fillBooks()
        try isRefused(
            "Book", "chapters",
            .otherType(stored: "a relationship to Chapter", wanted: "a relationship to Scene"),
            opening: OtherChapters.Book.self, OtherChapters.Chapter.self, OtherChapters.Scene.self)
        let old = ModelContext(try container(url, ListedChapters.Book.self, ListedChapters.Chapter.self))
        for book in try old.fetch(FetchDescriptor<ListedChapters.Book>()) { book.chapters = [] }
        try old.save()
        let new = ModelContext(
            try container(
                url, OtherChapters.Book.self, OtherChapters.Chapter.self, OtherChapters.Scene.self))
        let book = try #require(try new.fetch(FetchDescriptor<OtherChapters.Book>()).first)
        book.chapters = [OtherChapters.Scene(title: "first")]
        try new.save()
        #expect(try new.container.integrityCheck().isEmpty)
    }

    @Test func `Values whose name a relationship reuses are refused, not dropped`() throws {
        let old = ModelContext(try container(url, TitledChapters.Book.self, TitledChapters.Chapter.self))
        let book = TitledChapters.Book(title: "Solaris")
        book.chapters = ["1", "2"]
        old.insert(book)
        try old.save()
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Book", property: "chapters",
                reason: .otherType(stored: "a value", wanted: "a relationship to Chapter"))
        ) { try container(url, ListedChapters.Book.self, ListedChapters.Chapter.self) }
        let same = ModelContext(try container(url, TitledChapters.Book.self, TitledChapters.Chapter.self))
        #expect(try same.fetch(FetchDescriptor<TitledChapters.Book>()).map(\.chapters) == [["1", "2"]])
    }

    @Test func `Relationships can be removed and added, and a reused name in a new form starts empty`() throws
    {
        try fillBooks()
        let without = ModelContext(
            try container(url, Indexed.Book.self, Indexed.Chapter.self, Indexed.Index.self))
        let found = try without.fetch(FetchDescriptor<Indexed.Chapter>())
        #expect(found.allSatisfy { $0.index == nil })
        try without.close()
        let shared = ModelContext(
            try container(
                url, SharedChapters.Book.self, SharedChapters.Chapter.self,
                version: Schema.Version(2, 0, 0)))
        let books = try shared.fetch(FetchDescriptor<SharedChapters.Book>())
        let chapters = try shared.fetch(FetchDescriptor<SharedChapters.Chapter>())
        #expect(books.allSatisfy { $0.chapters.isEmpty })
        chapters[0].books = books
        try shared.save()
        #expect(try shared.container.integrityCheck().isEmpty)
    }

    // MARK: - People

    private func fillPeople() throws {
        let context = ModelContext(try container(url, Followers.Person.self))
        let people = ["Ada", "Bob", "Cyd"].map { Followers.Person(name: $0) }
        for person in people { context.insert(person) }
        try context.save()
        people[0].followers = [people[2], people[1]]
        people[1].follows = [people[2], people[0]]
        try context.save()
    }

    @Test func `Links are kept when their leading side is renamed or removed`() throws {
        try fillPeople()
        let renamed = ModelContext(try container(url, Watchers.Person.self))
        let people = try renamed.fetch(FetchDescriptor<Watchers.Person>(sortBy: [SortDescriptor(\.name)]))
        #expect(people.map { $0.watchers.map(\.name) } == [["Cyd", "Bob"], [], ["Bob"]])
        #expect(people.map { $0.follows.map(\.name) } == [[], ["Cyd", "Ada"], ["Ada"]])
        try renamed.close()
        let alone = ModelContext(
            try container(url, Follows.Person.self, version: Schema.Version(2, 0, 0)))
        let follows = try alone.fetch(FetchDescriptor<Follows.Person>(sortBy: [SortDescriptor(\.name)]))
        #expect(follows.map { $0.follows.map(\.name) } == [[], ["Cyd", "Ada"], ["Ada"]])
        #expect(try alone.container.integrityCheck().isEmpty)
    }

    @Test func `Links without their leading side are found unless they could belong to another relationship`()
        throws
    {
        try fillPeople()
        let alone = ModelContext(try container(url, Follows.Person.self))
        let follows = try alone.fetch(FetchDescriptor<Follows.Person>(sortBy: [SortDescriptor(\.name)]))
        #expect(follows.map { $0.follows.map(\.name) } == [[], ["Cyd", "Ada"], ["Ada"]])
        try alone.close()
        let other = directory.file("other.store")
        let two = ModelContext(try container(other, TwoCircles.Person.self))
        let ada = TwoCircles.Person(name: "Ada")
        let bob = TwoCircles.Person(name: "Bob")
        two.insert(ada)
        two.insert(bob)
        ada.followers = [bob]
        ada.acquaintances = [bob]
        try two.save()
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: other.path, model: "Person", property: "follows",
                reason: .otherType(stored: "one of 2 relationships", wanted: "one to Person"))
        ) { try container(other, Follows.Person.self) }
        // The migration is refused even if only one relationship has links. These links may belong to the
        // deleted relationship.
        ada.acquaintances = []
        try two.save()
        #expect(throws: ModelDataError.self) { try container(other, Follows.Person.self) }
        ada.followers = []
        try two.save()
        let one = ModelContext(try container(other, Follows.Person.self))
        #expect(try one.fetchCount(FetchDescriptor<Follows.Person>()) == 2)
    }

    // MARK: - Inheritance

    @Test func `Classes with a relationship of the same name keep their own links`() throws {
        let old = ModelContext(
            try container(
                url, LooseParts.Vehicle.self, LooseParts.Car.self, LooseParts.Lorry.self,
                LooseParts.Part.self))
        let car = LooseParts.Car(sign: "C")
        let lorry = LooseParts.Lorry(sign: "L")
        let parts = ["1", "2", "3", "4"].map { LooseParts.Part(name: $0) }
        for object in [car, lorry] as [any PersistentModel] + parts { old.insert(object) }
        try old.save()
        car.parts = [parts[2], parts[0]]
        lorry.parts = [parts[3], parts[2]]
        lorry.spare = parts[1]
        try old.save()
        try old.close()
        let new = ModelContext(
            try container(
                url, CarParts.Vehicle.self, CarParts.Car.self, CarParts.Lorry.self, CarParts.Part.self))
        let cars = try new.fetch(FetchDescriptor<CarParts.Car>())
        let lorries = try new.fetch(FetchDescriptor<CarParts.Lorry>())
        #expect(cars.map { $0.parts.map(\.name) } == [["3", "1"]])
        #expect(lorries.map { $0.parts.map(\.name) } == [["4", "3"]])
        #expect(lorries.map { $0.spares.map(\.name) } == [["2"]])
        let found = try new.fetch(FetchDescriptor<CarParts.Part>(sortBy: [SortDescriptor(\.name)]))
        #expect(found.map(\.car?.sign) == ["C", nil, "C", nil])
        #expect(try new.container.integrityCheck().isEmpty)
    }

    private func fillGarages() throws {
        let old = ModelContext(
            try container(
                url, Garages.Vehicle.self, Garages.Car.self, Garages.Lorry.self, Garages.Garage.self,
                Garages.Part.self, Garages.Owner.self))
        let car = Garages.Car(sign: "C")
        let lorry = Garages.Lorry(sign: "L")
        let garage = Garages.Garage(name: "G")
        let owner = Garages.Owner(name: "O")
        let parts = ["1", "2", "3"].map { Garages.Part(name: $0) }
        for object in [car, lorry, garage, owner] as [any PersistentModel] + parts { old.insert(object) }
        try old.save()
        car.garage = garage
        lorry.garage = garage
        car.parts = [parts[1], parts[0]]
        lorry.parts = [parts[0], parts[2]]
        owner.best = car
        try old.save()
        try old.close()
    }

    @Test func `Links of several classes in one column are separated, also from the other side`() throws {
        try fillGarages()
        let new = ModelContext(
            try container(
                url, PlainCars.Vehicle.self, PlainCars.Car.self, PlainCars.Lorry.self, PlainCars.Garage.self,
                PlainCars.Part.self, PlainCars.Owner.self))
        let garage = try #require(try new.fetch(FetchDescriptor<PlainCars.Garage>()).first)
        #expect(garage.cars.map(\.sign) == ["C"])
        #expect(garage.lorries.map(\.sign) == ["L"])
        #expect(try new.container.integrityCheck().isEmpty)
    }

    @Test func `A class that no longer inherits keeps its links, and links to it are kept`() throws {
        try fillGarages()
        let new = ModelContext(
            try container(
                url, ApartCars.Vehicle.self, ApartCars.Lorry.self, ApartCars.Car.self, ApartCars.Garage.self,
                ApartCars.Part.self, ApartCars.Owner.self))
        let car = try #require(try new.fetch(FetchDescriptor<ApartCars.Car>()).first)
        let lorry = try #require(try new.fetch(FetchDescriptor<ApartCars.Lorry>()).first)
        #expect(car.parts.map(\.name) == ["2", "1"])
        #expect(lorry.parts.map(\.name) == ["1", "3"])
        #expect(car.garage?.name == "G")
        #expect(lorry.garage?.name == "G")
        #expect(try new.fetch(FetchDescriptor<ApartCars.Owner>()).map(\.best?.sign) == ["C"])
        #expect(try new.container.integrityCheck().isEmpty)
    }

    // MARK: - Names and numbers

    @Test func `A list that takes the name of a removed list keeps its own links`() throws {
        let first = ModelContext(try container(url, Friends.Person.self))
        let people = ["Ada", "Bob", "Cyd"].map { Friends.Person(name: $0) }
        for person in people { first.insert(person) }
        people[0].friends = [people[1]]
        try first.save()
        try first.close()
        let second = ModelContext(
            try container(url, Contacts.Person.self, version: Schema.Version(2, 0, 0)))
        let others = try second.fetch(FetchDescriptor<Contacts.Person>())
        others[0].contacts = [others[2]]
        try second.save()
        try second.close()
        let last = ModelContext(
            try container(url, FriendsAgain.Person.self, version: Schema.Version(3, 0, 0)))
        let found = try last.fetch(FetchDescriptor<FriendsAgain.Person>())
        #expect(found.map { $0.friends.map(\.name) } == [["Cyd"], [], []])
    }

    @Test func `A list that changes the case of its name and gets an inverse keeps its links`() throws {
        let old = ModelContext(try container(url, CapitalTags.Book.self, CapitalTags.Label.self))
        let book = CapitalTags.Book(title: "Solaris")
        old.insert(book)
        book.Tags = ["b", "a"].map { CapitalTags.Label(word: $0) }
        try old.save()
        try old.close()
        let new = ModelContext(try container(url, SmallTags.Book.self, SmallTags.Label.self))
        let found = try #require(try new.fetch(FetchDescriptor<SmallTags.Book>()).first)
        #expect(found.tags.map(\.word) == ["b", "a"] && found.tags[0].books.map(\.title) == ["Solaris"])
    }

    @Test func `A step from before the migration isn't undone on another link with the same number`() throws {
        let old = ModelContext(try container(url, ListedChapters.Book.self, ListedChapters.Chapter.self))
        let books = ["A", "B"].map { ListedChapters.Book(title: $0) }
        let chapters = ["1", "2", "3"].map { ListedChapters.Chapter(title: $0) }
        for object in books as [any PersistentModel] + chapters { old.insert(object) }
        books[0].chapters = [chapters[0]]
        books[1].chapters = [chapters[1]]
        try old.save()
        books[0].chapters.append(chapters[2])
        try old.save()
        try old.close()
        let new = ModelContext(try container(url, SharedChapters.Book.self, SharedChapters.Chapter.self))
        #expect(throws: ModelDataError.self) { try new.undoLastTransaction() }
        let again = ModelContext(new.container)
        let found = try again.fetch(
            FetchDescriptor<SharedChapters.Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(found.map { $0.chapters.map(\.title) } == [["1", "3"], ["2"]])
    }

    @Test func `Two one-sided lists become inverses`() throws {
        let old = ModelContext(try container(url, TwoLists.Book.self, TwoLists.Label.self))
        let book = TwoLists.Book(title: "Solaris")
        old.insert(book)
        book.labels = [TwoLists.Label(word: "b"), TwoLists.Label(word: "a")]
        try old.save()
        try old.close()
        let new = ModelContext(try container(url, PairedLists.Book.self, PairedLists.Label.self))
        let found = try #require(try new.fetch(FetchDescriptor<PairedLists.Book>()).first)
        #expect(found.labels.map(\.word) == ["b", "a"])
        #expect(found.labels[0].books.map(\.title) == ["Solaris"])
    }

    /// A repair forgets the schema if it can't tell which one the tables have.
    @Test func `A list without an inverse gets one, also if no schema is stored`() throws {
        let old = ModelContext(try container(url, PairedAlone.Book.self, PairedAlone.Label.self))
        let books = ["Solaris", "Ubik"].map { PairedAlone.Book(title: $0) }
        for book in books { old.insert(book) }
        let label = PairedAlone.Label(word: "b")
        books[0].labels = [label, PairedAlone.Label(word: "a")]
        books[1].labels = [label]
        try old.save()
        try old.close()
        // Give the list's table the form that it has without an inverse.
        let connection = try StoreConnection(path: url.path, timeout: 5)
        try connection.perform { connection in
            try connection.execute("DROP INDEX _index_Book_labels_target")
            try connection.execute("ALTER TABLE Book_labels DROP COLUMN _target_order")
            try connection.execute("UPDATE _modeldata SET value = '' WHERE key = 'schema'")
            try connection.execute("UPDATE _schema SET fingerprint = ''")
        }
        try connection.close()
        for _ in 1...2 {
            let new = ModelContext(try container(url, PairedAlone.Book.self, PairedAlone.Label.self))
            let found = try new.fetch(FetchDescriptor<PairedAlone.Book>(sortBy: [SortDescriptor(\.title)]))
            #expect(found.map { $0.labels.map(\.word) } == [["b", "a"], ["b"]])
            #expect(found[1].labels[0].books.map(\.title) == ["Solaris", "Ubik"])
            try new.close()
        }
    }
}
