import Basics
import Foundation
import Observation
import Testing

@testable import ModelData

private struct Color: Equatable {
    var red: UInt8
}

private final class ColorTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { (value as? Color).map { Data([$0.red]) } }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data)?.first.map { Color(red: $0) }
    }
}

@Model
private final class Picture {
    @Attribute(.unique) var name: String
    @Attribute(.externalStorage) var content = Data()
    @Attribute(.externalStorage) var preview: Data?
    @Attribute(.modificationDate) var modified = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute(.ephemeral) var isOpen = false
    @Attribute(.transformable(by: ColorTransformer.self)) var color = Color(red: 1)
    @Attribute(.transformable(by: "color")) var frame: Color?
    var note = ""

    init(name: String) { self.name = name }
}

/// A model whose data is stored in the table.
private enum Inline {
    @Model final class Sketch {
        var name: String
        var content: Data
        init(name: String, content: Data) {
            self.name = name
            self.content = content
        }
    }
}

/// The same model with its data in files beside the store.
private enum Filed {
    @Model final class Sketch {
        var name: String
        @Attribute(.externalStorage) var content: Data
        init(name: String, content: Data) {
            self.name = name
            self.content = content
        }
    }
}

@Suite("Attribute options")
struct AttributeTests {
    private let directory: TemporaryDirectory
    private let large = Data(repeating: 7, count: 300_000)

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open() throws -> ModelContainer { try container(directory.file(), Picture.self) }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.file().path + ".external")) ?? []
    }

    private func picture(_ context: ModelContext) throws -> Picture {
        try #require(try context.fetch(FetchDescriptor<Picture>()).first)
    }

    @Test func `Large data is stored in a file beside the store, small data in the store`() throws {
        let container = try open()
        let context = ModelContext(container)
        let first = Picture(name: "first")
        first.content = large
        first.preview = Data([1, 2, 3])
        context.insert(first)
        try context.save()
        #expect(files.count == 1)
        let copy = try picture(ModelContext(container))
        #expect(copy.content == large)
        #expect(copy.preview == Data([1, 2, 3]))
        let size = try FileManager.default.attributesOfItem(atPath: directory.file().path)[.size] as? Int
        #expect((size ?? 0) < 200_000)

        // Changed data is written to a second file, because an undo needs the first one.
        first.content = Data(large.reversed()) + [1]
        try context.save()
        #expect(files.count == 2)
        try context.undoLastTransaction()
        #expect(first.content == large)
        first.content = Data([1])
        context.rollback()
        #expect(first.content == large)
        #expect(!first.hasChanges)
        #expect(try context.historySummaries().count == 3)
    }

    @Test func `A ternary predicate compares external data by content`() throws {
        let context = ModelContext(try open())
        let object = Picture(name: "x")
        object.content = large
        context.insert(object)
        try context.save()
        let isKnown = false
        let data = large
        let predicate = #Predicate<Picture> { (isKnown ? data : $0.content) == data }
        #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
    }

    @Test func `A value that looks like an external reference is read unchanged`() throws {
        let container = try open()
        let context = ModelContext(container)
        let object = Picture(name: "x")
        object.content = try #require(ExternalFile.reference(to: large))
        object.preview = Data("modeldata-external:".utf8)
        context.insert(object)
        try context.save()
        let copy = try picture(ModelContext(container))
        #expect(copy.content == object.content)
        #expect(copy.preview == object.preview)
    }

    @Test func `Data that becomes external keeps its stored values through changes, deletions and undo`()
        throws
    {
        do {
            let context = ModelContext(try container(directory.file(), Inline.Sketch.self))
            for name in ["a", "b"] { context.insert(Inline.Sketch(name: name, content: large)) }
            try context.save()
        }
        let store = try container(directory.file(), Filed.Sketch.self)
        let context = ModelContext(store)
        context.mergePolicy = .error
        func areWhole() throws -> [Bool] {
            try ModelContext(store).fetch(FetchDescriptor<Filed.Sketch>()).map { $0.content == large }
        }
        let sketches = try context.fetch(FetchDescriptor<Filed.Sketch>())
        #expect(try areWhole() == [true, true])
        sketches[0].content = Data([1])
        try context.save()
        #expect(try areWhole() == [false, true])
        try context.undoLastTransaction()
        #expect(try areWhole() == [true, true] && sketches[0].content == large)
        context.delete(sketches[0])
        try context.save()
        #expect(try areWhole() == [true])
        try context.undoLastTransaction()
        #expect(try areWhole() == [true, true])
        // The other context changes only the name, so the content isn't in conflict.
        let other = ModelContext(store)
        let theirs = try other.fetch(FetchDescriptor<Filed.Sketch>())
        theirs[1].name = "theirs"
        try other.save()
        sketches[1].content = large + [1]
        try context.save()
        #expect(sketches[1].name == "theirs")
        #expect(files.count == 1)
        try context.undoLastTransaction()
        #expect(try areWhole() == [true, true])
    }

    @Test func `Data that is no longer external is still read from its files, also after an undo`() throws {
        do {
            let context = ModelContext(try container(directory.file(), Filed.Sketch.self))
            let sketches = ["a", "b"].map { Filed.Sketch(name: $0, content: large) }
            for sketch in sketches { context.insert(sketch) }
            try context.save()
            sketches[0].content = Data([1])
            try context.save()
        }
        let store = try container(directory.file(), Inline.Sketch.self)
        let context = ModelContext(store)
        context.mergePolicy = .error
        func areWhole() throws -> [Bool] {
            try ModelContext(store).fetch(FetchDescriptor<Inline.Sketch>()).map { $0.content == large }
        }
        let sketches = try context.fetch(FetchDescriptor<Inline.Sketch>())
        #expect(try areWhole() == [false, true] && sketches[0].content == Data([1]))
        try context.undoLastTransaction()
        #expect(try areWhole() == [true, true] && sketches[0].content == large)
        context.delete(sketches[0])
        try context.save()
        try context.undoLastTransaction()
        #expect(try areWhole() == [true, true])
        // The other context changes only the name, so the content isn't in conflict.
        let other = ModelContext(store)
        let theirs = try other.fetch(FetchDescriptor<Inline.Sketch>())
        theirs[1].name = "theirs"
        try other.save()
        sketches[1].content = large + [1]
        try context.save()
        #expect(sketches[1].name == "theirs")
        try context.undoLastTransaction()
        #expect(try areWhole() == [true, true])
        // A value that only looks like a reference is read unchanged.
        let reference = try #require(ExternalFile.reference(to: large + [2]))
        context.insert(Inline.Sketch(name: "c", content: reference))
        try context.save()
        #expect(
            try ModelContext(store).fetch(FetchDescriptor<Inline.Sketch>()).last?.content == reference)
    }

    /// The ways in which an external file becomes unreadable.
    enum Loss: CaseIterable {
        case file, folder, reading
    }

    /// The folder beside the store.
    private var folder: String { directory.file().path + ".external" }

    /// Creates a record with large data beside the store, and returns the file's path.
    private func makeFiled() throws -> String {
        let context = ModelContext(try container(directory.file(), Filed.Sketch.self))
        context.insert(Filed.Sketch(name: "a", content: large))
        try context.save()
        return folder + "/" + (try #require(files.first))
    }

    /// Makes a file unreadable, and returns a closure that repairs it.
    private func makeUnreadable(_ path: String, _ loss: Loss) throws -> () throws -> Void {
        let manager = FileManager.default
        let place = directory.file("elsewhere").path
        let lost = loss == .folder ? folder : path
        try manager.moveItem(atPath: lost, toPath: place)
        // A directory with the file's name can't be read, not even by root.
        if loss == .reading {
            try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        return {
            if loss == .reading { try manager.removeItem(atPath: path) }
            try manager.moveItem(atPath: place, toPath: lost)
        }
    }

    private func unreadable(_ path: String) -> ModelDataError {
        .unreadableValue(
            model: "Sketch", property: "content", record: 1, problem: .missingFile(path: path))
    }

    @Test(arguments: Loss.allCases)
    func `An unreadable file of formerly external data causes an error, never returns the reference`(
        loss: Loss
    ) throws {
        let path = try makeFiled()
        let store = try container(directory.file(), Inline.Sketch.self)
        let repair = try makeUnreadable(path, loss)
        let context = ModelContext(store)
        #expect(throws: unreadable(path)) { try context.fetch(FetchDescriptor<Inline.Sketch>()) }
        try repair()
        let sketch = try #require(try context.fetch(FetchDescriptor<Inline.Sketch>()).first)
        #expect(sketch.content == large)
        // A getter can't throw, so the error is reported by checkReads.
        let other = ModelContext(store)
        try #require(try other.fetch(FetchDescriptor<Inline.Sketch>()).first).name = "theirs"
        try other.save()
        let repairAgain = try makeUnreadable(path, loss)
        #expect(try context.storeChangedElsewhere())
        _ = sketch.content
        #expect(throws: unreadable(path)) { try context.checkReads() }
        try repairAgain()
        #expect(sketch.content == large)
        #expect(sketch.name == "theirs")
        try context.checkReads()
    }

    @Test func `A temporarily unreadable file causes no conflict, and the save can be repeated`() throws {
        let path = try makeFiled()
        let store = try container(directory.file(), Inline.Sketch.self)
        let context = ModelContext(store)
        context.mergePolicy = .error
        let sketch = try #require(try context.fetch(FetchDescriptor<Inline.Sketch>()).first)
        let other = ModelContext(store)
        try #require(try other.fetch(FetchDescriptor<Inline.Sketch>()).first).name = "theirs"
        try other.save()
        sketch.content = large + [1]
        let repair = try makeUnreadable(path, .folder)
        #expect(throws: unreadable(path)) { try context.save() }
        try repair()
        try context.save()
        let saved = try #require(
            try ModelContext(store).fetch(FetchDescriptor<Inline.Sketch>()).first)
        #expect(saved.name == "theirs")
        #expect(saved.content == large + [1])
    }

    @Test func `A value that looks like a reference is read unchanged if no attribute was ever external`()
        throws
    {
        let store = try container(directory.file(), Inline.Sketch.self)
        let context = ModelContext(store)
        let references = try (0..<3).map { number in
            try #require(ExternalFile.reference(to: large + [UInt8(number)]))
        }
        let sketches = ["a", "b"].map { Inline.Sketch(name: $0, content: references[0]) }
        for sketch in sketches { context.insert(sketch) }
        try context.save()
        sketches[0].content = references[1]
        try context.save()
        sketches[1].content = references[2]
        context.delete(sketches[0])
        try context.save()
        func contents(_ store: ModelContainer) throws -> [Data] {
            try ModelContext(store).fetch(FetchDescriptor<Inline.Sketch>()).map(\.content)
        }
        #expect(try contents(store) == [references[2]])
        #expect(try store.removeOrphanedFiles() == 0)
        try context.undoLastTransaction()
        #expect(try contents(store) == [references[1], references[0]])
        let copy = directory.file("copy.store")
        try store.backup(to: copy)
        #expect(
            try contents(try ModelDataTests.container(copy, Inline.Sketch.self))
                == [references[1], references[0]])
    }

    @Test func `Files that neither a record nor the history needs are removed`() throws {
        let container = try open()
        let context = ModelContext(container)
        let object = Picture(name: "x")
        object.content = large
        context.insert(object)
        try context.save()
        context.delete(object)
        try context.save()
        #expect(try container.removeOrphanedFiles() == 0)
        try context.undoLastTransaction()
        #expect(try picture(context).content == large)
        try context.delete(model: Picture.self)
        try context.save()
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(files.isEmpty)
    }

    @Test func `A missing file causes an error that names it, and other records can be read`() throws {
        let container = try open()
        let context = ModelContext(container)
        let object = Picture(name: "x")
        object.content = large
        context.insert(object)
        context.insert(Picture(name: "y"))
        try context.save()
        let path = directory.file().path + ".external/" + (try #require(files.first))
        try FileManager.default.removeItem(atPath: path)
        let fresh = ModelContext(container)
        #expect(
            throws: ModelDataError.unreadableValue(
                model: "Picture", property: "content", record: 1, problem: .missingFile(path: path))
        ) { try fresh.fetch(FetchDescriptor<Picture>()) }
        #expect(
            try fresh.fetch(FetchDescriptor<Picture>(predicate: #Predicate { $0.name == "y" })).count == 1)
    }

    @Test func `A backup includes the external files`() throws {
        let container = try open()
        let context = ModelContext(container)
        let object = Picture(name: "x")
        object.content = large
        context.insert(object)
        try context.save()
        let copy = directory.file("copy.store")
        try container.backup(to: copy)
        let other = try ModelDataTests.container(copy, Picture.self)
        #expect(try picture(ModelContext(other)).content == large)
    }

    @Test func `Conflicts in large data are detected by content`() throws {
        let container = try open()
        let first = ModelContext(container)
        let second = ModelContext(container)
        first.mergePolicy = .error
        let object = Picture(name: "x")
        object.content = large
        first.insert(object)
        try first.save()
        try picture(second).note = "theirs"
        try second.save()
        object.content = large + [1]
        try first.save()
        #expect(object.note == "theirs")
        try picture(second).content = large + [2]
        try second.save()
        object.content = large + [3]
        #expect(throws: ModelDataError.conflict(model: "Picture", record: 1, properties: ["content"])) {
            try first.save()
        }
    }

    @Test func `Each save of a changed record sets its modification date, which never causes a conflict`()
        throws
    {
        let container = try open()
        let first = ModelContext(container)
        let second = ModelContext(container)
        first.mergePolicy = .error
        let start = Date.now
        let object = Picture(name: "x")
        first.insert(object)
        try first.save()
        let inserted = object.modified
        #expect(inserted >= start)
        #expect(inserted <= .now)
        try first.save()
        #expect(object.modified == inserted)
        let copy = try picture(second)
        #expect(copy.modified == inserted)
        copy.note = "theirs"
        try second.save()
        #expect(copy.modified > inserted)
        object.isOpen = true
        object.color = Color(red: 9)
        try first.save()
        #expect(object.note == "theirs")
        #expect(object.modified >= copy.modified)
        try first.undoLastTransaction()
        #expect(object.color == Color(red: 1))
        #expect(object.modified == copy.modified)
        first.mergePolicy = .mergeByPropertyObjectTrump
        _ = try first.upsert(
            Picture.self, contentsOf: ["x"], setting: [.set(\.name) { $0 }, .set(\.note) { "by \($0)" }])
        #expect(object.note == "by x")
        #expect(object.modified > copy.modified)
    }

    @Test func `A new object keeps its initial modification date until it is changed`() throws {
        let container = try open()
        let context = ModelContext(container)
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        for (name, keeps) in [("kept", true), ("now", false)] {
            let object = Picture(name: name)
            object.modified = date
            context.insert(object, keepingModificationDate: keeps)
        }
        try context.save()
        let other = ModelContext(container)
        let stored = try other.fetch(FetchDescriptor<Picture>())
        #expect(stored.filter { $0.modified == date }.map(\.name) == ["kept"])
        let object = try #require(stored.first { $0.name == "kept" })
        object.note = "changed"
        try other.save()
        #expect(object.modified > date)
    }

    @Test func `A modification date must have the type Date`() {
        #expect(
            throws: ModelDataError.unsuitableOption(
                model: "Stamped", property: "modified", option: "modificationDate")
        ) { try memory(Stamped.self) }
    }

    @Test func `An ephemeral property is observed but not stored`() throws {
        let context = ModelContext(try open())
        let object = Picture(name: "x")
        context.insert(object)
        try context.save()
        nonisolated(unsafe) var changes = 0
        withObservationTracking {
            _ = object.isOpen
        } onChange: {
            changes += 1
        }
        object.isOpen = true
        #expect(changes == 1)
        #expect(!context.hasChanges)
        #expect(Picture.schemaMetadata.allSatisfy { $0.name != "isOpen" })
    }

    @Test func `A transformer makes any type storable`() throws {
        ValueTransformer.setValueTransformer(ColorTransformer(), forName: "color")
        #expect(ValueTransformer.valueTransformerNames().contains(NSValueTransformerName("color")))
        let container = try open()
        let context = ModelContext(container)
        let object = Picture(name: "x")
        object.color = Color(red: 200)
        object.frame = Color(red: 3)
        context.insert(object)
        try context.save()
        let copy = try picture(ModelContext(container))
        #expect(copy.color == Color(red: 200))
        #expect(copy.frame == Color(red: 3))
        object.frame = nil
        try context.save()
        #expect(try picture(ModelContext(container)).frame == nil)
    }

    @Test func `Digests match the published test vectors`() {
        #expect(
            SHA256.hexadecimal(Data()) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            SHA256.hexadecimal(Data("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            SHA256.hexadecimal(Data("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(SHA256.bytes(Data("abc".utf8)).prefix(4) == [0xba, 0x78, 0x16, 0xbf])
        #expect(SHA256.bytes(Data("abc".utf8)).count == 32)
    }
}

@Model
private final class Stamped {
    @Attribute(.modificationDate) var modified = 1
    init() {}
}
