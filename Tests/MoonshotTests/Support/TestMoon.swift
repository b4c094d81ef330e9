import Foundation
import ModelData
import Suite

@testable import Moonshot
@testable import Shell

/// A moonshot session in memory with a fixed clock and no terminal.
@MainActor
final class TestMoon {
    let session: MoonshotSession

    init(language: String = "en") async throws {
        var options = LaunchOptions()
        options.inMemory = true
        options.language = language
        let environment = ProcessEnvironment(
            variables: ["HOME": "/nonexistent", "LANG": language], timeZone: .gmt,
            now: { Date(timeIntervalSince1970: 1_710_504_000) }, workingDirectory: "/")
        session = try await MoonshotSession(
            SessionContext(
                programName: "moonshot", options: options, environment: environment,
                preferences: Preferences(programName: "moonshot", environment: environment),
                interaction: ScriptInteraction()))
        try session.fill()
    }

    /// Returns the text of an output in a format.
    func rendered(_ output: Output, _ format: OutputFormat = .table, width: Int? = 80, unicode: Bool = true)
        -> String
    {
        String(
            decoding: Renderer.render(
                output.withData,
                Presentation(format: format, width: width, localizer: session.localizer, usesUnicode: unicode)
            ).output, as: UTF8.self)
    }
}
