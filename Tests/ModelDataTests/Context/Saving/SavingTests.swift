import Foundation
import ModelData
import Testing

@Suite("Saving and fetching")
struct SavingTests {
    @Test func `A saved book is fetched with its saved values`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        let book = Book(title: "Solaris", author: "Stanisław Lem", rating: 5)
        book.status = .completed
        context.insert(book)
        try context.save()

        let found = try ModelContext(container).fetch(FetchDescriptor<Book>())
        #expect(found.count == 1)
        #expect(found.first?.title == "Solaris")
        #expect(found.first?.author == "Stanisław Lem")
        #expect(found.first?.rating == 5)
        #expect(found.first?.status == .completed)
        #expect(found.first?.isSelected == false)
    }

    @Test func `A context has one object per record`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        let found = try context.fetch(FetchDescriptor<Book>())
        #expect(found.first === book)
        #expect(context.model(for: book.persistentModelID) === book)
    }

    @Test func `Changes made by an observer of the willSave notification are saved`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        nonisolated(unsafe) let book = Book(title: "Solaris", author: "Lem")
        nonisolated(unsafe) let saving = context
        context.insert(book)
        nonisolated(unsafe) var announcements = 0
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in
            announcements += 1
            book.rating = 5
            saving.insert(Book(title: "Eden", author: "Lem"))
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.save()
        #expect(announcements == 1)
        #expect(!context.hasChanges)
        let found = try ModelContext(container).fetch(FetchDescriptor<Book>())
        #expect(
            Dictionary(grouping: found, by: \.title).mapValues { $0.map(\.rating) } == [
                "Solaris": [5], "Eden": [nil],
            ])
        // Without changes, no notification is posted.
        NotificationCenter.default.removeObserver(observer)
        let silence = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in announcements += 1 }
        defer { NotificationCenter.default.removeObserver(silence) }
        try context.save()
        #expect(announcements == 1)
    }

    @Test func `A save by an observer of willSave is refused, and the changes are saved all the same`() throws
    {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        nonisolated(unsafe) let saving = context
        nonisolated(unsafe) var refusals: [any Error] = []
        context.insert(Book(title: "Solaris", author: "Lem"))
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in
            saving.insert(Book(title: "Eden", author: "Lem"))
            do { try saving.save() } catch { refusals.append(error) }
            do { try saving.transaction { saving.insert(Book(title: "Fiasco", author: "Lem")) } } catch {
                refusals.append(error)
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.save()
        #expect(refusals as? [ModelDataError] == [.saveInProgress, .saveInProgress])
        #expect(!context.hasChanges)
        let found = try ModelContext(container).fetch(FetchDescriptor<Book>())
        #expect(Set(found.map(\.title)) == ["Solaris", "Eden"])
        #expect(throws: Never.self) {
            try context.transaction { context.insert(Book(title: "x", author: "y")) }
        }
    }

    @Test func `A save writes only the changed property`() throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Book.self)
        let context = ModelContext(container)
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        book.rating = 4
        #expect(context.hasChanges)
        #expect(book.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Book>()).first?.rating == 4)
    }

    @Test func `A deleted book can still be read`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        context.delete(book)
        #expect(book.isDeleted)
        try context.save()
        #expect(!book.isDeleted)
        #expect(book.modelContext == nil)
        #expect(book.title == "Solaris")
        try context.save()
        #expect(book.title == "Solaris")
        #expect(book.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    }

    @Test func `Every type of value is read back equal`() throws {
        let container = try memory(Everything.self)
        let context = ModelContext(container)
        let full = Everything(key: 1)
        full.optionalInt = .max
        full.optionalBool = false
        full.optionalDouble = -.infinity
        full.optionalText = "Łódź 😀"
        full.optionalUUID = UUID()
        full.optionalURL = URL(string: "https://example.org/a%20b?c=d#e")
        full.optionalData = Data()
        full.optionalDate = .distantFuture
        full.optionalDecimal = Decimal(string: "123456789012345678901234567890.12345678")
        full.optionalStatus = .inProgress
        full.optionalStars = .five
        full.optionalPlace = Place(city: "Győr", latitude: 47.68)
        full.optionalTags = ["a", "b"]
        let empty = Everything(key: 2)
        context.insert(full)
        context.insert(empty)
        try context.save()

        let found = try ModelContext(container).fetch(
            FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.key)]))
        let first = try #require(found.first)
        #expect(first.int8 == -8)
        #expect(first.int16 == -16)
        #expect(first.int32 == -32)
        #expect(first.int64 == .min)
        #expect(first.unsigned == 1)
        #expect(first.unsigned8 == 255)
        #expect(first.unsigned64 == 0)
        #expect(first.flag)
        #expect(first.double == 0.1)
        #expect(first.float == 0.1)
        #expect(first.text == "zażółć")
        #expect(first.uuid == full.uuid)
        #expect(first.url == full.url)
        #expect(first.data == Data([0, 1, 255]))
        #expect(first.date == full.date)
        #expect(first.decimal == 0)
        #expect(first.status == .completed)
        #expect(first.stars == .three)
        #expect(first.place == full.place)
        #expect(first.tags.isEmpty)
        #expect(first.places.isEmpty)
        #expect(first.numbers == ["a": 1])
        #expect(first.optionalInt == .max)
        #expect(first.optionalBool == false)
        #expect(first.optionalDouble == -.infinity)
        #expect(first.optionalText == "Łódź 😀")
        #expect(first.optionalUUID == full.optionalUUID)
        #expect(first.optionalURL == full.optionalURL)
        #expect(first.optionalData == Data())
        #expect(first.optionalDate == .distantFuture)
        #expect(first.optionalDecimal == full.optionalDecimal)
        #expect(first.optionalStatus == .inProgress)
        #expect(first.optionalStars == .five)
        #expect(first.optionalPlace == full.optionalPlace)
        #expect(first.optionalTags == ["a", "b"])
        let second = try #require(found.last)
        #expect(second.optionalInt == nil)
        #expect(second.optionalBool == nil)
        #expect(second.optionalDouble == nil)
        #expect(second.optionalText == nil)
        #expect(second.optionalUUID == nil)
        #expect(second.optionalURL == nil)
        #expect(second.optionalData == nil)
        #expect(second.optionalDate == nil)
        #expect(second.optionalDecimal == nil)
        #expect(second.optionalStatus == nil)
        #expect(second.optionalStars == nil)
        #expect(second.optionalPlace == nil)
        #expect(second.optionalTags == nil)
    }

    @Test func `A predicate and a sort order select and sort the books`() throws {
        let context = ModelContext(try memory(Book.self))
        for (index, title) in ["Solaris", "Eden", "Fiasko", "Łódź"].enumerated() {
            context.insert(Book(title: title, author: "Lem", rating: index == 0 ? nil : index))
        }
        try context.save()
        let best = try context.fetch(
            FetchDescriptor<Book>(
                predicate: #Predicate { ($0.rating ?? 0) >= 2 }, sortBy: [SortDescriptor(\.title)]))
        #expect(best.map(\.title) == ["Fiasko", "Łódź"])
        let found = try context.fetch(
            FetchDescriptor<Book>(predicate: #Predicate { $0.title.localizedStandardContains("lodz") }))
        #expect(found.map(\.title) == ["Łódź"])
        let raw = Status.onShelf.rawValue
        #expect(
            try context.fetchCount(
                FetchDescriptor<Book>(predicate: #Predicate { $0.status.rawValue == raw })) == 4)
    }

    @Test func `A rollback restores the values of changed objects`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        book.title = "Eden"
        book.rating = 1
        let other = Book(title: "Fiasko", author: "Lem")
        context.insert(other)
        context.rollback()
        #expect(book.title == "Solaris")
        #expect(book.rating == nil)
        #expect(other.modelContext == nil)
        #expect(!context.hasChanges)
    }
}
