import Foundation
import ModelData
import Suite

@testable import Moonshot
@testable import Shell

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
                interaction: ScriptInteraction()))
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
