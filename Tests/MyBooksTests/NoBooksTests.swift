import Localization
import ModelData
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("What is said where there are no books")
struct NoBooksTests {
    /// The first sentence that a command says of a shelf, or of the whole log.
    private func said(_ command: any Command<BookSession>, of shelf: String?, in log: TestLog) async throws
        -> String?
    {
        var values: [String: [any Sendable]] = [:]
        if let shelf { values["shelf"] = [try #require(ShelfName(shelf))] }
        let invocation = Invocation(command: command.declaration.name, values: values)
        guard case .message(let text)? = try await command.run(invocation, in: log.session).blocks.first
        else {
            return nil
        }
        return log.session.localizer.string(text)
    }

    @Test("Lists and statistics of an empty shelf don't say that the log is empty")
    func emptyShelf() async throws {
        let log = try TestLog()
        let empty = "The log is empty. Enter your first book with “add”, or look around with “samples”."
        #expect(try await said(ListCommand(), of: nil, in: log) == empty)
        #expect(try await said(StatsCommand(), of: nil, in: log) == empty)
        try log.add("Solaris")
        _ = try log.session.shelf(makingIfNeeded: try #require(ShelfName("Lent")))
        try log.session.context.save()
        let none = "No book fits. “list” alone shows all books."
        #expect(try await said(ListCommand(), of: "Lent", in: log) == none)
        #expect(try await said(StatsCommand(), of: "Lent", in: log) == none)
    }
}
