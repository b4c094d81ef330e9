import Foundation
import Localization
import ModelData
import ProgramKit

@testable import Shell

/// A model whose records can be opened.
@Model
final class Shelf {
    var name: String

    init(name: String) { self.name = name }
}

extension Shelf: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { nil }

    static func titled(containing text: String) -> Predicate<Shelf> {
        #Predicate { $0.name.localizedStandardContains(text) }
    }
}

/// A session in which a shelf can be open.
@MainActor
final class ShelfSession: StoreSession {
    let services: StoreServices

    /// Creates a session on a store at a path, or in memory.
    init(store: String? = nil, intent: Intent = .change) async throws {
        var options = LaunchOptions()
        options.inMemory = store == nil
        options.storePath = store
        let environment = ProcessEnvironment(
            variables: ["HOME": "/nonexistent", "LANG": "en"], timeZone: .gmt,
            now: { Date(timeIntervalSince1970: 1_710_504_000) }, workingDirectory: "/")
        let opened = try await StoreService(
            SessionContext(
                programName: "shelves", options: options, environment: environment,
                preferences: Preferences(programName: "shelves", environment: environment),
                interaction: ScriptInteraction(), intent: intent),
            models: [Shelf.self, Parcel.self])
        let nothingOpen = NothingOpenError(
            .verbatim("No shelf is open."), opening: .verbatim("“open” opens one."))
        services = StoreServices(
            opened, places: OpenItems(opened, style: .path, nothingOpenError: nothingOpen))
    }

    /// Runs a closure as a command, and returns its messages.
    @discardableResult
    func run(changesData: Bool = true, _ body: @MainActor () throws -> Output) async throws -> [String] {
        let output = try await execute(changesData ? .change : .read) { try body() }
        return output.blocks.compactMap { block in
            switch block {
            case .message(let text), .warning(let text): localizer.string(text)
            default: nil
            }
        }
    }

    /// Creates a shelf and opens it.
    @discardableResult
    func make(_ name: String, at level: Int? = nil) async throws -> Shelf {
        let shelf = Shelf(name: name)
        try await run {
            context.insert(shelf)
            open(shelf, at: level)
            return .message(.verbatim("Made."))
        }
        return shelf
    }
}
