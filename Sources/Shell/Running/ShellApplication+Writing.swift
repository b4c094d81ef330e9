import Foundation
import Localization

extension ShellApplication {
    /// How outputs look now; the terminal may have been resized.
    func presentation(_ format: OutputFormat? = nil) -> Presentation {
        let isTerminal = streams.isOutputTerminal
        return Presentation(
            format: format ?? launch.format ?? usualFormat(onTerminal: isTerminal),
            width: width(ofTerminal: isTerminal), localizer: localizer,
            usesColor: preferences.hasColor(onTerminal: isTerminal),
            usesUnicode: Language.isUTF8(environment: surroundings.environment))
    }

    /// How what is asked and told in between looks: in words, also where the result is for programs.
    var presentationForPeople: Presentation {
        let isForPrograms = launch.format?.isForPrograms == true
        return presentation(isForPrograms ? usualFormat(onTerminal: streams.isOutputTerminal) : nil)
    }

    private func usualFormat(onTerminal isTerminal: Bool) -> OutputFormat {
        if preferences.isAccessible(onTerminal: isTerminal) { return .accessible }
        return isTerminal ? .table : .plain
    }

    /// The columns of a stream, if it has any: those of the terminal, or those that the environment says.
    private func width(ofTerminal isTerminal: Bool) -> Int? {
        if isTerminal, let width = streams.width() { return width }
        let columns = surroundings.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return columns ?? (isTerminal ? 80 : nil)
    }

    /// Whether nothing is to be said of what a command did.
    func isQuiet(_ output: Output, of declaration: CommandDeclaration, _ format: OutputFormat?) -> Bool {
        launch.options.quiet && declaration.changesData && !output.isAnswer
            && (format ?? launch.format)?.isForPrograms != true
    }

    /// Writes an output to the standard streams, through the pager where it is longer than the screen.
    func write(_ output: Output, _ format: OutputFormat? = nil) async throws {
        try await write(rendered(output, format))
    }

    /// An output as it is to be written.
    func rendered(_ output: Output, _ format: OutputFormat?) -> RenderedOutput {
        let presentation = presentation(format)
        return RenderedOutput(
            rendering: Renderer.render(output, presentation), columns: presentation.width,
            clipboard: output.clipboard)
    }

    /// Writes an output that is rendered already.
    func write(_ output: RenderedOutput) async throws {
        let rendering = output.rendering
        if !rendering.diagnostics.isEmpty { streams.writeDiagnostics(rendering.diagnostics) }
        if let text = output.clipboard, let sequence = clipboardSequence(text) { try streams.write(sequence) }
        if rendering.output.isEmpty { return }
        guard isLongerThanScreen(rendering.output, columns: output.columns) else {
            return try streams.write(rendering.output)
        }
        do {
            if try await page(rendering.output) { return }
        } catch let error as PagerError {
            streams.writeDiagnostics(Renderer.render(error, prefix: "", diagnosticPresentation))
        }
        try streams.write(rendering.output)
    }

    /// The sequence by which a terminal takes a text onto its clipboard (OSC 52); `nil` where there is no terminal
    /// that understands it.
    private func clipboardSequence(_ text: String) -> [UInt8]? {
        guard streams.isOutputTerminal, surroundings.environment["TERM", default: "dumb"] != "dumb" else {
            return nil
        }
        return Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8)
    }

    private func isLongerThanScreen(_ bytes: [UInt8], columns: Int?) -> Bool {
        guard streams.isInputTerminal, streams.isOutputTerminal, preferences.usesPager,
            surroundings.environment["TERM", default: "dumb"] != "dumb", let rows = streams.height()
        else { return false }
        // The prompt needs a line too.
        return ScreenLines.count(in: bytes, columns: columns, atMost: rows) >= rows
    }

    /// Shows bytes in the person's pager; whether there is one.
    private func page(_ bytes: [UInt8]) async throws -> Bool {
        guard let page = streams.page else { return false }
        let pager = Pager(environment: surroundings.environment)
        return try await Signals.ignoringInterrupts { try await page(bytes, pager) }
    }

    /// Writes help, which keeps its headings in a pipe too.
    func writeHelp(_ blocks: [Block], _ format: OutputFormat? = nil) async throws {
        let usual: OutputFormat =
            preferences.isAccessible(onTerminal: streams.isOutputTerminal) ? .accessible : .table
        try await write(Output(blocks), format ?? launch.format ?? usual)
    }

    /// Writes an error to standard error and returns the exit code that it stands for.
    ///
    /// - Parameter place: What stands between the program's name and the problem, such as the line of a script;
    ///   `nil` at the prompt, where the program has no need to name itself.
    func report(_ error: any Error, place: String?) -> Int32 {
        if error is ReaderGone { return 0 }
        interaction.progress(nil)
        let presentable = presentable(error)
        let prefix = place.map { "\(program.name): \($0)" } ?? ""
        streams.writeDiagnostics(Renderer.render(presentable, prefix: prefix, diagnosticPresentation))
        tellOfKept(drafts.end(isSaved: false))
        return presentable.failure.rawValue
    }

    /// Says what is wrong beside the work.
    func tell(_ problem: HistoryProblem) {
        streams.writeDiagnostics(Renderer.render(problem, prefix: "", diagnosticPresentation))
    }

    /// Says where texts are kept that no command has saved.
    func tellOfKept(_ paths: [String]) {
        if paths.isEmpty { return }
        let output = Output(
            paths.map {
                .warning(text("A text that you wrote was not saved. It is kept as “%@”.", $0))
            })
        streams.writeDiagnostics(Renderer.render(output, diagnosticPresentation).output)
    }

    var diagnosticPresentation: Presentation {
        // Who listens gets dates spelled out in errors and notices too.
        let isSpoken = preferences.isAccessible(onTerminal: streams.isErrorTerminal)
        var presentation = presentation(isSpoken ? .accessible : .table)
        presentation.width = width(ofTerminal: streams.isErrorTerminal)
        presentation.usesColor = preferences.hasColor(onTerminal: streams.isErrorTerminal)
        return presentation
    }

    private func presentable(_ error: any Error) -> any PresentableError {
        understood(error) ?? UnexpectedError(error)
    }

    /// The error in a person's words, where it is known.
    private func understood(_ error: any Error) -> (any PresentableError)? {
        if let presentable = error as? any PresentableError { return presentable }
        if error is InteractionCancelled || error is CancellationError { return CancelledByPerson() }
        return program.describe(error) ?? FileError(error)
    }

    /// An error of a command, which is named where nothing is known of the error.
    func error(_ error: any Error, of command: CommandDeclaration) -> any Error {
        error is ReaderGone || understood(error) != nil
            ? error : UnexpectedError(error, during: command.name)
    }
}

/// An output in the bytes that it is written in.
struct RenderedOutput: Sendable {
    let rendering: Rendering
    /// The columns that it was rendered for.
    let columns: Int?
    /// A text for the clipboard of the terminal.
    let clipboard: String?
}

extension Output {
    /// Whether it shows what was asked for, besides saying what was done.
    var showsData: Bool {
        blocks.contains { block in
            switch block {
            case .message, .warning: false
            default: true
            }
        }
    }

    /// What a person should know even where nothing else is to be said.
    var warningsAlone: Output {
        Output(
            blocks.filter { if case .warning = $0 { true } else { false } }, data: data, label: label)
    }
}
