import Foundation
import Localization
import ModelData
import Shell
import Suite

@testable import Moonshot

/// A session of moonshot in memory, with a clock that stands still and nobody at the terminal.
@MainActor
final class TestMoon {
    let session: MoonshotSession

    init(language: String = "en") throws {
        var options = LaunchOptions()
        options.inMemory = true
        options.language = language
        let surroundings = Surroundings(
            environment: ["HOME": "/nonexistent", "LANG": language], timeZone: .gmt,
            now: { Date(timeIntervalSince1970: 1_710_504_000) }, workingDirectory: "/")
        session = try MoonshotSession(
            SessionContext(
                programName: "moonshot", options: options, surroundings: surroundings,
                preferences: Preferences(programName: "moonshot", surroundings: surroundings),
                interaction: NobodyThere()))
        try session.fill()
    }

    /// What an output looks like.
    func rendered(_ output: Output, _ format: OutputFormat = .table, width: Int? = 80, unicode: Bool = true)
        -> String
    {
        String(
            decoding: Renderer.render(
                output,
                Presentation(format: format, width: width, localizer: session.localizer, usesUnicode: unicode)
            ).output, as: UTF8.self)
    }
}

/// Nobody is there to ask.
@MainActor
final class NobodyThere: Interaction {
    var isInteractive: Bool { false }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion, check: (String) throws -> Void
    ) async throws -> String { throw InteractionCancelled() }

    func confirm(_ question: LocalizedText) async throws -> Bool { throw InteractionCancelled() }

    func edit(_ text: String) async throws -> String { throw InteractionCancelled() }

    func show(_ error: any PresentableError) {}

    func progress(_ text: LocalizedText?) {}
}
