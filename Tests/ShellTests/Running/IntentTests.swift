import Testing

@testable import Shell

@MainActor
@Suite("Intents of commands")
struct IntentTests {
    @Test func `A session learns from the intent whether its first command is the only one`() async {
        for (arguments, intent) in [
            (["list"], Intent.read), (["add", "X"], .change), (["-c", "list"], .read),
        ] {
            let log = await runShelf(arguments).log
            #expect(log.sessionIntents == [intent.onlyCommand(if: true)])
            #expect(log.intents == [intent])
        }
        let script = await runScript("list\nadd X\n").log
        #expect(script.sessionIntents == [.read])
        #expect(script.intents == [.read, .change])
        #expect(await runShelf(["-c", "list", "-c", "list"]).log.sessionIntents == [.read])
    }

    @Test func `Completion only reads, and the prompt's session may change data`() async {
        let completion = await runShelf(["completions", "bash", "shelf delete sol"]).log
        #expect(completion.sessionIntents == [Intent.read.onlyCommand(if: true)])
        #expect(completion.intents.isEmpty)
        let prompt = await runShelf([], terminal: FakeTerminal([.line("list")])).log
        #expect(prompt.sessionIntents == [.change])
        #expect(prompt.intents == [.read])
    }

    @Test func `A declaration's intent says whether the command changes data`() {
        func declaration(_ intent: Intent) -> CommandDeclaration {
            CommandDeclaration("x", group: CommandGroup(plain("X")), summary: plain("X."), intent: intent)
        }
        #expect(declaration(.replaceStore).changesData)
        #expect(!declaration(.inspectStore).changesData)
        #expect(!declaration(.readFiles).changesData)
        #expect(declaration(.readFiles).intent.scope == .otherFiles)
        #expect(AddCommand().declaration.intent == .change)
        #expect(ListCommand().declaration.intent == .read)
    }

    @Test func `The grammar of the command line only adds options to the grammar of the prompt`() throws {
        let grammar = Grammar(commands: [AddCommand().declaration])
        let launched = grammar.accepting(UniversalOptions.ofLaunch)
        #expect(try launched.parse(["add", "X", "--store", "s"]).universal["store"] == ["s"])
        #expect(throws: UsageError.self) { try grammar.parse(["add", "X", "--store", "s"]) }
    }
}
