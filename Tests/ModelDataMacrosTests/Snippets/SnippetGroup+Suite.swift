extension SnippetGroup {
    /// The code that the programs share.
    static let suite = SnippetGroup(
        folders: ["Sources/ProgramKit"],
        imports: ["Formats", "Localization", "Shell", "ProgramKit"], minimumCount: 20,
        prelude: #"""
            @Model final class Book: TitledModel {
                var title: String
                var author = ""
                var completed: Date?
                init(title: String) { self.title = title }
                var recordTitle: String { title }
                var recordDetail: LocalizedText? { nil }
                static func titled(containing text: String) -> Predicate<Book> { #Predicate { $0.title.contains(text) } }
            }
            @Model final class Shelf: TitledModel {
                var name = ""
                init() {}
                var recordTitle: String { name }
                var recordDetail: LocalizedText? { nil }
                static func titled(containing text: String) -> Predicate<Shelf> { #Predicate { $0.name.contains(text) } }
            }
            @MainActor final class BookSession: StoreSession {
                let services: StoreServices
                init(_ services: StoreServices) { self.services = services }
            }

            func some<Value>() -> Value { fatalError("The source is only type-checked.") }
            func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
                LocalizedText(key, table: "MyBooks", arguments.map(\.textArgument))
            }

            nonisolated(unsafe) let book: Book = some()
            nonisolated(unsafe) let books: [Book] = some()
            nonisolated(unsafe) let shelf: Shelf = some()
            @MainActor let session: BookSession = some()
            """#)
}
