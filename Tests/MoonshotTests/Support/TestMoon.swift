import Foundation
import ModelData
import ProgramKit

@testable import Moonshot
@testable import Shell

/// A moonshot session in memory with a fixed clock and no terminal.
@MainActor
final class TestMoon {
    let session: MoonshotSession

    init(language: String = "en", data: String? = nil) async throws {
        var options = LaunchOptions()
        options.inMemory = true
        options.language = language
        options.programValues[ProgrammeSource.option.declaration.name] = data
        let environment = ProcessEnvironment(
            variables: ["HOME": "/nonexistent", "LANG": language], timeZone: .gmt,
            now: { Date(timeIntervalSince1970: 1_710_504_000) }, workingDirectory: "/")
        session = try await MoonshotSession(
            SessionContext(
                programName: "moonshot", options: options, environment: environment,
                preferences: Preferences(programName: "moonshot", environment: environment),
                interaction: ScriptInteraction()), names: MoonshotProgram.names)
        try session.fill()
    }

    /// Runs a line as if the user typed it, and returns its output.
    func run(_ line: String) async throws -> Output {
        let commands = MoonshotProgram.program.commands
        let call = try Grammar(commands: commands.map(\.declaration)).parse(
            try Tokenizer.words(of: line))
        let today = session.today
        let values = try ArgumentValues.values(
            of: call, ParseContext(localizer: session.localizer, today: today))
        guard let command = commands.first(where: { $0.declaration.name == call.declaration.name }) else {
            throw UsageError.unknownCommand(line, nearest: [])
        }
        let invocation = Invocation(command: call.declaration.name, values: values)
        return try await session.execute(call.declaration.intent) { [session] in
            try await command.run(invocation, in: session)
        }
    }

    /// Runs a line, and returns its output as CSV lines.
    func csv(_ line: String) async throws -> [String] {
        rendered(try await run(line), .csv).split(separator: "\r\n").map(String.init)
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
