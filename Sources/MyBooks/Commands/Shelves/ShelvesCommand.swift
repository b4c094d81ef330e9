import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `shelves`: the named shelves, and how many books stand on each.
struct ShelvesCommand: Command {
    let declaration = CommandDeclaration(
        "shelves", aliases: ["shelf list"], group: .shelves,
        summary: text("Lists the shelves, with the number of books on each."),
        examples: ["shelves"])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let shelves = try session.context.fetch(FetchDescriptor<Shelf>())
        let table = try ShelfTable.table(
            Collator(session.localizer.language).sorted(shelves, by: \.name), in: session)
        if !shelves.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("There are no shelves yet. “shelf add BOOK NAME” makes one."))],
            data: [.table(table)])
    }
}

extension CommandGroup {
    /// Shelves.
    static let shelves = CommandGroup(text("Shelves"))
    /// Quotes.
    static let quotes = CommandGroup(text("Quotes"))
}
