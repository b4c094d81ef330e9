import TestSupport
import Testing

@testable import ModelData

/// The rule: `samples` adds what is missing. Called again, it says that there is nothing to add, and changes nothing.
@Suite("Samples in every program", .level(.default))
struct SampleTests {
    @Test(arguments: Transcript.programs)
    func `A second call of samples says so and changes nothing`(program: String) throws {
        let person = try Person(program)
        let hasSamples = try person.grammar().names.contains("samples")
        // moonshot comes with its missions.
        #expect(hasSamples == (program != "moonshot"))
        guard hasSamples else { return }
        let first = try person.run("samples", "--json")
        #expect(try first.objects.count > 2)
        let before = try StoredTables(person.store)
        let steps = try person.run("history", "--json").stdout
        let again = try person.run("samples", "--json")
        #expect(again.status == .exited(0))
        #expect(try again.objects.isEmpty)
        #expect(try person.run("samples").stdout.contains("already"))
        #expect(try StoredTables(person.store) == before)
        #expect(try person.run("history", "--json").stdout == steps)
    }
}
