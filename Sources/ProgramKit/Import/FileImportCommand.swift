import Localization
import Shell

/// The parameters that all import commands have.
public enum ImportParameters {
    /// The file to import.
    ///
    /// - Parameter help: The help, which names the formats.
    public static func file(_ help: LocalizedText) -> Parameter<String> {
        Parameter.required("file", .path, help: help, question: text("Which file"))
    }

    /// Whether to change nothing.
    public static let dryRun = Parameter.flag(
        "dry-run", help: text("Show what would happen without changing anything."))
}

/// `import` of a program: imports records from a file or from standard input.
public struct FileImportCommand<Program: Importer>: Command {
    /// The declaration of the program's command.
    public let declaration = Program.declaration
    private let file = ImportParameters.file(.verbatim(""))

    /// Makes the command.
    public init() {}

    /// Imports the file, and returns its report.
    ///
    /// - Throws: The errors of the file and of the store, and `CancellationError` after Ctrl-C.
    public func run(_ invocation: Invocation, in session: Program.Session) async throws -> Output {
        do {
            return try await run(invocation, encoding: try invocation[TextEncoding.option], in: session)
        } catch let error as UnknownEncodingError {
            guard session.interaction.isInteractive, try invocation[file] != "-" else { throw error }
            return try await run(invocation, encoding: ask(about: error, in: session), in: session)
        }
    }

    private func run(
        _ invocation: Invocation, encoding: TextEncoding?, in session: Program.Session
    ) async throws -> Output {
        var importer = try Program(invocation, in: session)
        let input = try session.inputFile(try invocation[file])
        let isDryRun = try invocation[ImportParameters.dryRun]
        let report = try await importer.run(input, in: session, isDryRun: isDryRun, encoding: encoding)
        return importer.output(report, isDryRun: isDryRun)
    }

    /// Asks for the encoding of a file.
    private func ask(
        about error: UnknownEncodingError, in session: Program.Session
    ) async throws -> TextEncoding {
        session.interaction.show(error)
        let type = TextEncoding.type
        let environment = session.environment
        let context = ParseContext(localizer: session.localizer, today: environment.today)
        let answer = try await session.interaction.ask(
            text("Encoding"), initial: TextEncoding.windows1250.rawValue, completion: type.completion,
            check: { _ = try type.parse($0, context) })
        return try type.parse(answer, context)
    }
}
