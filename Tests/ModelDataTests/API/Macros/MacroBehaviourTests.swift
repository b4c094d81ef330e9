import Foundation
import ModelData
import Observation
import Synchronization
import Testing

private let defaultsMade = Atomic<Int>(0)

private func countedDefault() -> Int {
    defaultsMade.wrappingAdd(1, ordering: .relaxed).newValue
}

/// The enclosing type of a nested model.
public enum Library {
    /// A public model.
    @Model
    public final class Shelf {
        /// A property that only the class sets.
        public private(set) var name: String
        /// A property that only the module sets.
        public internal(set) var capacity = 10 as Int64
        /// Creates a shelf.
        public init(name: String) { self.name = name }
        /// Sets the name.
        public func rename(_ name: String) { self.name = name }
    }
}

@Model
class Shape {
    let id: UUID
    let kind = "shape"
    var `default` = 1
    var width = 1.0 {
        didSet { changes += 1 }
    }
    var made: Int = countedDefault()
    var corner: Corner? = Corner(x: 0, y: 0)
    var implicit: String!
    lazy var area = width * width
    nonisolated(unsafe) static let unit = Shape(id: UUID())
    nonisolated(unsafe) static var count = 0
    @Transient var changes = 0

    struct Corner: Codable, Equatable {
        var x: Int
        var y: Int
    }

    init(id: UUID) { self.id = id }

    convenience init() { self.init(id: UUID()) }
}

@Model
final class Edition {
    #Unique<Edition>([\.title, \.year])
    #Index<Edition>([\.publisher], [\.year, \.title])
    var title: String
    var year: Int
    var publisher = ""
    init(title: String, year: Int) {
        self.title = title
        self.year = year
    }
}

/// A generic function over models, as SwiftData's users write it.
private func count<T: PersistentModel>(_ type: T.Type, in context: ModelContext) throws -> Int {
    try context.fetchCount(FetchDescriptor<T>())
}

@Suite("Behaviour of @Model classes")
struct MacroBehaviourTests {
    @Test func `A public nested model with private setters is stored`() throws {
        let container = try memory(Library.Shelf.self)
        let context = ModelContext(container)
        let shelf = Library.Shelf(name: "novels")
        shelf.rename("Novels")
        context.insert(shelf)
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Library.Shelf>())
        #expect(found.map(\.name) == ["Novels"])
        #expect(found.first?.capacity == 10)
        #expect(try count(Library.Shelf.self, in: context) == 1)
    }

    @Test func `Constants, keywords, observers, lazy and static members work as in any class`() throws {
        let container = try memory(Shape.self)
        let context = ModelContext(container)
        let shape = Shape()
        #expect(shape.changes == 0)
        shape.width = 3
        #expect(shape.changes == 1)
        #expect(shape.area == 9)
        shape.default = 5
        shape.implicit = "set"
        context.insert(shape)
        try context.save()
        let found = try #require(ModelContext(container).fetch(FetchDescriptor<Shape>()).first)
        #expect(found.id == shape.id)
        #expect(found.kind == "shape")
        #expect(found.default == 5)
        #expect(found.width == 3)
        #expect(found.changes == 0)
        #expect(found.implicit == "set")
        #expect(found.made == shape.made)
        #expect(found.corner == Shape.Corner(x: 0, y: 0))
    }

    @Test func `An initial value is evaluated once for a new object`() {
        let before = defaultsMade.load(ordering: .relaxed)
        let shape = Shape()
        #expect(shape.made > before)
        #expect(Shape().made > shape.made)
    }

    @Test func `A property that is changed in place is saved`() throws {
        let container = try memory(Everything.self)
        let context = ModelContext(container)
        let object = Everything(key: 1)
        context.insert(object)
        try context.save()
        object.tags.append("new")
        object.place.city = "Gdańsk"
        #expect(object.hasChanges)
        try context.save()
        let found = try #require(ModelContext(container).fetch(FetchDescriptor<Everything>()).first)
        #expect(found.tags == ["new"])
        #expect(found.place.city == "Gdańsk")
    }

    @Test func `Observers see a change of a property`() async {
        let book = Book(title: "Solaris", author: "Lem")
        let isSeen = Mutex(false)
        withObservationTracking {
            _ = book.title
        } onChange: {
            isSeen.withLock { $0 = true }
        }
        book.rating = 1
        #expect(!isSeen.withLock { $0 })
        book.title = "Eden"
        #expect(isSeen.withLock { $0 })
    }

    @Test func `Setting a property to its current value isn't a change`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        book.title = "Solaris"
        book.rating = nil
        #expect(!context.hasChanges)
    }

    @Test func `A group of properties can be unique`() throws {
        let container = try memory(Edition.self)
        let context = ModelContext(container)
        context.mergePolicy = .error
        context.insert(Edition(title: "Solaris", year: 1961))
        context.insert(Edition(title: "Solaris", year: 1970))
        try context.save()
        context.insert(Edition(title: "Solaris", year: 1961))
        #expect(
            throws: ModelDataError.notUnique(
                model: "Edition", properties: ["title", "year"], values: [.text("Solaris"), .integer(1961)])
        ) { try context.save() }
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Edition>()) == 2)
    }

    @Test func `The schema contains names, types and options`() throws {
        let entity = try #require(Schema(Everything.self).entitiesByName["Everything"])
        #expect(entity.attributesByName["key"]?.isUnique == true)
        #expect(entity.attributesByName["optionalText"]?.isOptional == true)
        #expect((entity.attributesByName["status"]?.valueType == Status.self) == true)
        #expect(Schema(Edition.self).entities[0].uniquenessConstraints == [["title", "year"]])
        #expect(Schema(Edition.self).entities[0].indices == [["publisher"], ["year", "title"]])
    }

    @Test func `Values are read and set by key paths, as in SwiftData`() {
        let shape = Shape()
        shape.setValue(forKey: \.width, to: 4)
        shape.setValue(forKey: \.kind, to: "other")
        #expect(shape.getValue(forKey: \.width) == 4)
        #expect(shape.getValue(forKey: \.kind) == "shape")
        #expect(Schema.entityName(for: Shape.self) == "Shape")
    }
}
