extension SnippetGroup {
    /// Command lines and their languages.
    static let interface = SnippetGroup(
        folders: ["Sources/Shell", "Localization/Sources", "Sources/Basics"],
        imports: ["Basics", "Localization", "Shell"], minimumCount: 50,
        prelude: #"""
            enum EmbeddedTables {
                static func table(_ name: String, _ language: String) -> StaticString? { nil }
            }
            func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
                LocalizedText(key, table: "MyBooks", arguments.map(\.textArgument))
            }
            @MainActor final class Shelf {
                var name = ""
                var number = 0
            }
            final class BookSession: ShellSession {
                var shelves: [Shelf] = []
                var prompt: Prompt { Prompt("mybooks") }
                init(_ context: SessionContext) {}
            }
            struct ListCommand: Command {
                let declaration = CommandDeclaration(
                    "list", group: CommandGroup(text("Viewing")), summary: text("Lists the books."))
                func run(_ invocation: Invocation, in session: BookSession) async throws -> Output { Output() }
            }
            """#)
}
