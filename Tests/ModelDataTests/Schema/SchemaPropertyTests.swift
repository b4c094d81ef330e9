import Foundation
import ModelData
import Testing

@Suite("Properties of schemas, configurations and contexts")
struct SchemaPropertyTests {
    @Test func `Schemas of the same models and version are equal`() {
        let schema = Schema([Trip.self, Label.self])
        // A schema also contains all related models, and the order of models doesn't matter.
        #expect(schema == Schema([Label.self, Trip.self]))
        #expect(Set([schema, Schema([Trip.self])]).count == 1)
        #expect(schema != Schema([Trip.self], version: Schema.Version(2, 0, 0)))
        #expect(schema != Schema([Book.self]))
        let url = URL(fileURLWithPath: "/tmp/equal.store")
        #expect(
            ModelConfiguration(schema: Schema([Trip.self]), url: url)
                == ModelConfiguration(schema: schema, url: url))
    }

    @Test func `An entity lists its attributes and relationships in declaration order`() throws {
        let entity = try #require(Schema([Trip.self]).entity(for: Trip.self))
        #expect(entity.storedProperties.map(\.name) == ["name", "sights", "leader", "hotels", "plan"])
        #expect(entity.storedProperties.map(\.isRelationship) == [false, true, true, true, true])
        let name = try #require(entity.storedPropertiesByName["name"])
        #expect(name.isAttribute)
        #expect(!name.isOptional)
        #expect(!name.isTransient)
        #expect((name.valueType == String.self) == true)
        let leader = try #require(entity.storedPropertiesByName["leader"] as? Schema.Relationship)
        #expect(leader.isOptional)
        #expect((leader.valueType == Person.self) == true)
        #expect(leader.originalName == "leader")
        #expect(leader.originalName == "leader")
        #expect(leader.keypath == \Trip.leader)
        #expect(entity.relationshipsByName["sights"]?.keypath == \Trip.sights)
        #expect(entity.relationshipsByName["sights"]?.inverseKeyPath == \Sight.trip)
        #expect(entity.inheritedProperties.isEmpty)
    }

    @Test func `A subclass lists its inherited properties`() throws {
        let schema = Schema([Car.self])
        let car = try #require(schema.entity(for: Car.self))
        let vehicle = try #require(schema.entity(for: Vehicle.self))
        #expect(!vehicle.storedProperties.isEmpty)
        #expect(car.inheritedProperties.map(\.name) == vehicle.storedProperties.map(\.name))
        #expect(Set(car.inheritedPropertiesByName.keys) == Set(vehicle.storedPropertiesByName.keys))
        #expect(car.storedProperties.count > car.inheritedProperties.count)
    }

    @Test func `Attributes report whether a transformer encodes them`() {
        #expect(Schema.Attribute(.unique, .transformable(by: "Codes")).isTransformable)
        #expect(!Schema.Attribute(.unique).isTransformable)
        #expect(Schema.Relationship.DeleteRule.allCases.count == 4)
    }

    @Test func `Configurations keep their arguments and have no group or cloud container`() {
        let plain = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(plain.groupContainer == .automatic)
        #expect(plain.cloudKitDatabase == .automatic)
        let other = ModelConfiguration(
            isStoredInMemoryOnly: true, groupContainer: .identifier("group"), cloudKitDatabase: .private("x"))
        #expect(other.groupContainer == .identifier("group"))
        #expect(other.cloudKitDatabase == .private("x"))
        #expect(other.groupAppContainerIdentifier == nil)
        #expect(other.cloudKitContainerIdentifier == nil)
    }

    @Test func `A context describes its stores and unsaved changes`() throws {
        let context = ModelContext(try memory(Book.self))
        #expect(context.debugDescription == "ModelContext(default; 0 unsaved)")
        context.insert(Book(title: "Solaris", author: "Lem"))
        #expect(String(reflecting: context) == "ModelContext(default; 1 unsaved)")
    }
}
