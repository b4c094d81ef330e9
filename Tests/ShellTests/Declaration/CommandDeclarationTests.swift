import Localization
import Synchronization
import Testing

@testable import Shell

@Suite("Declarations of commands")
struct CommandDeclarationTests {
    @Test func `The parameters are made once, when they are first read`() {
        let made = Mutex<Int>(0)
        func parameters() -> [ParameterDeclaration] {
            made.withLock { $0 += 1 }
            return [Parameter.flag("all", help: .verbatim("All.")).declaration]
        }
        let declaration = CommandDeclaration(
            "list", group: CommandGroup(.verbatim("Reading")), summary: .verbatim("Lists."),
            parameters: parameters(), needsConfirmation: true)
        #expect(made.withLock(\.self) == 0)
        #expect(declaration.parameters.map(\.name) == ["all", "yes"])
        #expect(declaration.parameters.map(\.name) == ["all", "yes"])
        #expect(made.withLock(\.self) == 1)
    }

    @Test func `Many readers at once get the same parameters, which are made once`() async {
        let made = Mutex<Int>(0)
        let declaration = CommandDeclaration(
            "list", group: CommandGroup(.verbatim("Reading")), summary: .verbatim("Lists."),
            examples: made.withLock { made -> [LocalizedText] in
                made += 1
                return [.verbatim("list \(made)")]
            })
        let read = await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { declaration.examples } }
            return await group.reduce(into: [[LocalizedText]]()) { $0.append($1) }
        }
        #expect(read == Array(repeating: [.verbatim("list 1")], count: 50))
    }
}
