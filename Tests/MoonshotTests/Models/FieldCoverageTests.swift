import ModelData
import ProgramKit
import Testing

@testable import Moonshot

@MainActor
@Suite("Every stored property of moonshot belongs to a field")
struct FieldCoverageTests {
    @Test func `of a favourite, a note and a result`() {
        #expect(Favourite.fields.propertiesWithoutField == [])
        #expect(MissionNote.fields.propertiesWithoutField == [])
        #expect(QuizResult.fields.propertiesWithoutField == [])
    }

    /// The names of the properties of a model that no field of its details names.
    private func rest<Model: PersistentModel, Details>(
        _ path: KeyPath<Details, Model>, _ fields: FieldTable<Details>
    ) -> [String] {
        let named = Set(fields.fields.flatMap(\.stored).map { $0 as AnyKeyPath })
        return Model.schemaMetadata.filter { property in
            guard let whole = (path as AnyKeyPath).appending(path: property.keyPath) else { return true }
            return !named.contains(whole)
        }
        .map(\.name)
    }

    @Test func `of a mission and an astronaut`() {
        #expect(rest(\.mission, MissionDetails.fields) == [])
        #expect(rest(\.astronaut, AstronautDetails.fields) == [])
    }

    @Test func `of the facts in data files`() {
        let mission = Mirror(reflecting: MissionFacts(id: 1)).children.compactMap(\.label)
        // What other sources say is shown beside each fact, and “about” of an astronaut before it.
        let others: Set = ["otherSources", "source"]
        #expect(Set(mission).subtracting(MissionDetails.fields.fields.map(\.key)) == others)
        let astronaut = Mirror(reflecting: AstronautFacts(id: "x")).children.compactMap(\.label)
        #expect(
            Set(astronaut).subtracting(AstronautDetails.fields.fields.map(\.key))
                == others.union(["about"]))
    }
}
