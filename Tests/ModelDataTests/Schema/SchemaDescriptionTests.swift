import Foundation
import ModelData
import Testing

/// Models of a garden. The runtime finds no private classes, so these aren't private.
enum Garden {
    @Model
    final class Plant {
        #Unique<Plant>([\.latin, \.garden])
        #Index<Plant>([\.latin], [\.height, \.latin])

        @Attribute(.unique, originalName: "label", hashModifier: "2") var number = 7
        var latin: String
        var garden: String?
        var height = 1.5
        @Relationship(deleteRule: .cascade, inverse: \Leaf.plant) var leaves: [Leaf] = []
        init(latin: String) { self.latin = latin }
    }

    @Model
    final class Leaf {
        @Relationship(originalName: "bush") var plant: Plant?
        init() {}
    }
}

private typealias Plant = Garden.Plant
private typealias Leaf = Garden.Leaf

@Suite("Schemas as descriptions: by hand, changed, and in files")
struct SchemaDescriptionTests {
    private let directory = FileManager.default.temporaryDirectory.appending(
        path: "schema-\(UUID().uuidString)")

    private func file(_ name: String) throws -> URL {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory.appending(path: name)
    }

    private func refusal(of schema: Schema) throws -> ModelDataError? {
        let url = try file("refused.store")
        do {
            _ = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
        } catch let error as ModelDataError {
            #expect(!FileManager.default.fileExists(atPath: url.path), "nothing is written")
            return error
        }
        return nil
    }

    @Test func `A schema is saved to a file and read back, and opens a container`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        for schema in [
            Schema([Trip.self, Plant.self], version: Schema.Version(2, 3, 4)), Schema([Car.self]), Schema(),
        ] {
            let url = try file("schema.json")
            try schema.save(to: url)
            let read = try Schema.load(from: url)
            #expect(read == schema)
            #expect(read.hashValue == schema.hashValue)
            #expect(read.entities.map(\.debugDescription) == schema.entities.map(\.debugDescription))
            #expect(read.encodingVersion == Schema.schemaEncodingVersion)
            let container = try ModelContainer(
                for: read, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            #expect(container.schema.version == schema.version)
        }
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let loaded = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(Schema([Plant.self])))
        let context = ModelContext(try ModelContainer(for: loaded, configurations: memory))
        context.insert(Plant(latin: "Abies alba"))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Plant>()).map(\.latin) == ["Abies alba"])
    }

    @Test func `A read schema keeps options, former names, defaults, groups and inheritance`() throws {
        let schema = try JSONDecoder().decode(
            Schema.self, from: JSONEncoder().encode(Schema([Plant.self, Car.self])))
        let plant = try #require(schema.entity(for: Plant.self))
        let number = try #require(plant.attributesByName["number"])
        #expect(number.isUnique)
        #expect(number.originalName == "label")
        #expect(number.hashModifier == "2")
        #expect((number.valueType == Int.self) == true)
        #expect(number.defaultValue as? Int == 7)
        #expect(plant.attributesByName["latin"]?.defaultValue == nil)
        #expect(plant.attributesByName["garden"]?.isOptional == true)
        #expect(plant.uniquenessConstraints == [["number"], ["latin", "garden"]])
        #expect(plant.indices == [["latin"], ["height", "latin"]])
        let leaves = try #require(plant.relationshipsByName["leaves"])
        #expect(leaves.deleteRule == .cascade)
        #expect(leaves.destination == "Leaf")
        #expect(leaves.inverseName == "plant")
        #expect(!leaves.isToOneRelationship)
        #expect((leaves.valueType == Leaf.self) == true)
        #expect(leaves.originalName == "leaves")
        #expect(schema.entity(for: Leaf.self)?.relationshipsByName["plant"]?.originalName == "bush")
        let car = try #require(schema.entity(for: Car.self))
        #expect(car.superentity == schema.entity(for: Vehicle.self))
        #expect(car.inheritedProperties.map(\.name).prefix(2) == ["plate", "maker"])
    }

    @Test func `An entity is described by hand`() throws {
        let title = Schema.Attribute(name: "title", options: [.unique], valueType: String.self)
        let pages = Schema.Attribute(
            name: "pages", originalName: "length", valueType: Int?.self, defaultValue: 100, hashModifier: "b")
        var author = Schema.Relationship(
            .unique, deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 3)
        author.name = "author"
        author.destination = "Author"
        author.inverseName = "books"
        author.isToOneRelationship = false
        var place = Schema.CompositeAttribute(name: "place", valueType: [Double].self)
        place.properties = [
            Schema.Attribute(name: "latitude", valueType: Double.self),
            Schema.Attribute(name: "longitude", valueType: Double.self),
        ]
        let comic = Schema.Entity(
            "Comic", properties: Schema.Attribute(name: "artist", valueType: String.self))
        let work = Schema.Entity(
            "Work", subentities: comic, properties: title, pages, author, place,
            Schema.Unique<Plant>([\.latin, \.height]), Schema.Index<Plant>([\.latin], [\.number]),
            Schema.Index<Plant>(.rtree([\.height])))
        let schema = Schema(work, Schema.Entity("Author"), version: Schema.Version(3, 0, 0))

        #expect(schema.entities.map(\.name) == ["Work", "Author", "Comic"])
        #expect(pages.isOptional)
        #expect((pages.valueType == Int.self) == true)
        #expect(pages.originalName == "length")
        #expect(title.originalName == "title")
        #expect(title.isUnique)
        #expect(title.isAttribute)
        #expect(work.properties.map(\.name) == ["title", "pages", "author", "place"])
        #expect(work.attributes == [title, pages])
        #expect(work.relationships == [author])
        #expect(work.uniquenessConstraints == [["latin", "height"]])
        #expect(work.indices == [["latin"], ["number"], ["height"]])
        #expect(comic.superentity === work)
        #expect(comic.superentityName == "Work")
        #expect(work.subentities == [comic])
        #expect(comic.inheritedProperties.map(\.name) == ["title", "pages", "author", "place"])
        #expect(comic.storedPropertiesByName.count == 5)

        let read = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
        #expect(read == schema)
        let readWork = try #require(read.entitiesByName["Work"])
        #expect(readWork.attributesByName["pages"]?.defaultValue as? Int == 100)
        #expect(
            (readWork.storedPropertiesByName["place"] as? Schema.CompositeAttribute)?.properties.count == 2)
        #expect(read.entitiesByName["Comic"]?.superentity === readWork)
        #expect(try refusal(of: schema) == .entityWithoutClass(name: "Work"))
        #expect(try refusal(of: read) == .entityWithoutClass(name: "Work"))
    }

    @Test func `A changed entity no longer fits its class, and the error names the property`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        func changed(_ change: (Schema.Entity) throws -> Void) throws -> ModelDataError? {
            let schema = Schema([Plant.self])
            try change(try #require(schema.entity(for: Plant.self)))
            return try refusal(of: schema)
        }
        #expect(try changed { _ in } == nil)
        try FileManager.default.removeItem(at: directory)
        let detail = "it is Swift.String in the schema, but Swift.String? in the class"
        #expect(
            try changed { entity in
                entity.attributes = entity.attributes.map { attribute in
                    var attribute = attribute
                    if attribute.name == "garden" { attribute.isOptional = false }
                    return attribute
                }
            } == .differingEntity(model: "Plant", property: "garden", detail: detail))
        #expect(
            try changed { $0.attributes.removeAll { $0.name == "height" } }
                == .differingEntity(model: "Plant", property: "height", detail: "the schema lacks it"))
        #expect(
            try changed { $0.attributes.append(Schema.Attribute(name: "colour", valueType: String.self)) }
                == .differingEntity(
                    model: "Plant", property: "colour", detail: "the class has no such property"))
        let twice = try changed { $0.attributes.append($0.attributes[0]) }
        #expect(
            twice == .differingEntity(model: "Plant", property: "number", detail: "the schema lists it twice")
        )
        let rule = try changed { entity in
            entity.relationships = entity.relationships.map { relationship in
                var relationship = relationship
                relationship.deleteRule = .deny
                return relationship
            }
        }
        guard case .differingEntity("Plant", "leaves", let text) = rule else {
            Issue.record("no error for a changed delete rule: \(String(describing: rule))")
            return
        }
        #expect(text.contains("delete rule deny"))
        #expect(text.contains("delete rule cascade"))
        #expect(try changed { $0.name = "Shrub" } != nil)
        #expect(try changed { $0.uniquenessConstraints = [] } != nil)
        #expect(try changed { $0.indices = [["garden"]] } != nil)
        #expect(try changed { $0.superentity = Schema.Entity("Thing") } != nil)
        let error = ModelDataError.differingEntity(model: "Plant", property: "garden", detail: detail)
        #expect(
            error.description
                == "the schema doesn't fit Plant.garden: \(detail); create the schema from the class, as in "
                + "Schema([Plant.self])")
    }

    @Test func `A configuration's schema is checked too`() throws {
        let part = Schema([Plant.self])
        part.entities[0].name = "Shrub"
        #expect(throws: ModelDataError.self) {
            try ModelContainer(
                for: Schema([Plant.self]),
                configurations: ModelConfiguration(schema: part, isStoredInMemoryOnly: true))
        }
    }

    @Test func `A file that isn't a schema, or of a newer form, is refused with an error`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = try file("schema.json")
        try Schema([Plant.self]).save(to: url)
        let text = try String(contentsOf: url, encoding: .utf8)
        for damaged in [
            "", "[]", "{}", String(text.prefix(text.count / 2)),
            text.replacing(
                "\"encodingVersion\" : {\n    \"major\" : 1",
                with: "\"encodingVersion\" : {\n    \"major\" : 2"),
            text.replacing("\"deleteRule\" : \"cascade\"", with: "\"deleteRule\" : \"explode\""),
        ] {
            #expect(damaged != text)
            try Data(damaged.utf8).write(to: url)
            #expect(throws: DecodingError.self) { try Schema.load(from: url) }
        }
    }

    @Test func `Types that the program lacks, or with a false runtime name, are only names`() throws {
        let data = try JSONEncoder().encode(Schema([Plant.self]))
        let text = try #require(String(data: data, encoding: .utf8))
        for false_ in [
            "\"runtime\":\"Si\"", "\"runtime\":\"\\u0001abcd\"", "\"runtime\":\"\"", "\"runtime\":\"zzz\"",
        ] {
            let changed = text.replacing("\"runtime\":\"SS\"", with: false_)
            #expect(changed != text)
            let schema = try JSONDecoder().decode(Schema.self, from: Data(changed.utf8))
            let latin = try #require(schema.entitiesByName["Plant"]?.attributesByName["latin"])
            #expect((latin.valueType != String.self) == true)
            #expect(latin.debugDescription == "Attribute(latin: Swift.String)")
            #expect(schema == Schema([Plant.self]), "types are compared by name")
        }
    }

    @Test func `Unique groups and indexes are encoded by the names of their properties`() throws {
        let unique = Schema.Unique<Plant>([\.latin, \.garden], [\.number])
        let index = Schema.Index<Plant>(.binary([\.latin]), .rtree([\.height]))
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        #expect(try decoder.decode(Schema.Unique<Plant>.self, from: encoder.encode(unique)) == unique)
        #expect(try decoder.decode(Schema.Index<Plant>.self, from: encoder.encode(index)) == index)
        #expect(unique.isUnique)
        #expect(!index.isUnique)
        #expect(!index.isAttribute)
        #expect(!unique.isRelationship)
        #expect(throws: DecodingError.self) {
            try decoder.decode(Schema.Unique<Leaf>.self, from: encoder.encode(unique))
        }
    }
}
