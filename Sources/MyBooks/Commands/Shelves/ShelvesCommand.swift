import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `shelves`: lists the shelves with the number of books on each.
struct ShelvesCommand: Command {
    let declaration = CommandDeclaration(
        "shelves", aliases: ["shelf list"], group: .shelves,
        summary: text("Lists the shelves and the number of books on each."),
        examples: [.verbatim("shelves")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let shelves = try session.context.fetch(FetchDescriptor<Shelf>())
        let table = try ShelfTable.table(
            Collator(session.localizer.language).sorted(shelves, by: \.name), in: session)
        if !shelves.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("There are no shelves yet. Create one with “shelf add BOOK NAME”."))],
            data: [.table(table)])
    }
}

extension CommandGroup {
    /// Commands for shelves.
    static let shelves = CommandGroup(text("Shelves"))
    /// Commands for quotes.
    static let quotes = CommandGroup(text("Quotes"))
}
