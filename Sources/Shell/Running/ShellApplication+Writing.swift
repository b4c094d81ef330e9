import Foundation
import Localization

extension ShellApplication {
    /// Returns the current presentation of outputs. The terminal's size can change at any time.
    func presentation(_ format: OutputFormat? = nil) -> Presentation {
        let isTerminal = streams.isOutputTerminal
        return Presentation(
            format: format ?? launch.format ?? defaultFormat(onTerminal: isTerminal),
            width: width(ofTerminal: isTerminal), localizer: localizer,
            usesColor: preferences.hasColor(onTerminal: isTerminal),
            usesUnicode: Language.isUTF8(environment: environment.variables),
            usesBraille: !isTerminal || environment.variables["TERM"] != "linux")
    }

    /// The presentation of questions and messages. The user reads them even if the result is
    /// machine-readable or a page.
    var presentationForPeople: Presentation {
        let isForFiles = launch.format?.isMachineReadable == true || launch.format == .html
        return presentation(isForFiles ? defaultFormat(onTerminal: streams.isOutputTerminal) : nil)
    }

    private func defaultFormat(onTerminal isTerminal: Bool) -> OutputFormat {
        if preferences.isAccessible(onTerminal: isTerminal) { return .accessible }
        return isTerminal ? .table : .plain
    }

    /// Returns the width of a stream in columns: the width of the terminal, or the value of `COLUMNS`. If
    /// neither is known, returns 80 for a terminal and `nil` for other streams.
    private func width(ofTerminal isTerminal: Bool) -> Int? {
        if isTerminal, let width = streams.width() { return width }
        let columns = environment.variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return columns ?? (isTerminal ? 80 : nil)
    }

    /// Returns whether the messages of a command are suppressed.
    func isQuiet(_ output: Output, of declaration: CommandDeclaration, _ format: OutputFormat?) -> Bool {
        launch.options.quiet && declaration.changesData && !output.isShownWhenQuiet
            && (format ?? launch.format)?.isMachineReadable != true
    }

    /// Writes an output to the standard streams; through the pager if it is longer than the screen.
    func write(_ output: Output, _ format: OutputFormat? = nil) async throws {
        try await write(rendered(output, format))
    }

    /// Renders an output.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - format: The format; `nil` for the format of the run.
    ///   - command: The name of the command, for the title of a page.
    ///   - sink: Takes the beginning of a long output. Default: none.
    func rendered(
        _ output: Output, _ format: OutputFormat?, of command: String? = nil, sink: OutputSink? = nil
    ) -> RenderedOutput {
        if let document = output.document {
            let warnings = Output(output.blocks.filter { if case .warning = $0 { true } else { false } })
            return RenderedOutput(
                rendering: Rendering(
                    output: document,
                    diagnostics: Renderer.render(warnings, diagnosticPresentation).output),
                columns: presentation(format).width, clipboard: nil)
        }
        var presentation = presentation(format)
        if presentation.format == .html {
            presentation.title = .verbatim([program.name, command].compactMap(\.self).joined(separator: " "))
        }
        return RenderedOutput(
            rendering: Renderer.render(output.made(for: presentation), presentation, sink: sink),
            columns: presentation.width,
            clipboard: output.clipboard)
    }

    /// Renders the output of a command that changes nothing, with warnings about the values that were read for it. The
    /// beginning of a long output is written at once, unless the output is for a terminal, which may need a pager.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - format: The format; `nil` for the format of the run.
    ///   - command: The name of the command.
    ///   - session: The session in which the command ran.
    /// - Throws: The errors of reading, and those of writing the beginning.
    func checked(
        _ output: Output, _ format: OutputFormat?, of command: String, in session: Session
    ) throws -> RenderedOutput {
        let sink =
            streams.isOutputTerminal
            ? nil
            : OutputSink { [self] piece in
                let warnings = try session.checkOutput()
                Signals.deliverPending()
                try Task.checkCancellation()
                interaction.progress(nil)
                try streams.write(piece)
                return warnings
            }
        var rendered = rendered(output, format, of: command, sink: sink)
        if let failure = sink?.failure { throw failure }
        let warnings = try (sink?.warnings ?? []) + session.checkOutput()
        if warnings.isEmpty { return rendered }
        guard sink?.hasWritten == true else {
            var output = output
            output.blocks += warnings
            return self.rendered(output, format, of: command)
        }
        rendered.rendering.diagnostics += Renderer.render(Output(warnings), diagnosticPresentation).output
        return rendered
    }

    /// Writes a rendered output.
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

    /// Returns the escape sequence that copies a text to the terminal's clipboard (OSC 52); `nil` without a
    /// capable terminal.
    private func clipboardSequence(_ text: String) -> [UInt8]? {
        guard streams.isOutputTerminal, environment.variables["TERM", default: "dumb"] != "dumb" else {
            return nil
        }
        return Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8)
    }

    private func isLongerThanScreen(_ bytes: [UInt8], columns: Int?) -> Bool {
        guard streams.isInputTerminal, streams.isOutputTerminal, preferences.usesPager,
            environment.variables["TERM", default: "dumb"] != "dumb", let rows = streams.height()
        else { return false }
        // Leave one line of the screen for the prompt.
        return ScreenLines.count(in: bytes, columns: columns, atMost: rows) >= rows
    }

    /// Shows bytes in the user's pager; returns whether there is a pager.
    private func page(_ bytes: [UInt8]) async throws -> Bool {
        guard let page = streams.page else { return false }
        let pager = Pager(environment: environment.variables)
        return try await Signals.ignoringInterrupts { try await page(bytes, pager) }
    }

    /// Writes a help page, with headings even in a pipe.
    func writeHelp(_ blocks: [Block], _ format: OutputFormat? = nil) async throws {
        let fallback: OutputFormat =
            preferences.isAccessible(onTerminal: streams.isOutputTerminal) ? .accessible : .table
        try await write(Output(blocks), format ?? launch.format ?? fallback)
    }

    /// Writes an error to standard error, and returns its exit code.
    ///
    /// - Parameter place: The text between the program's name and the problem, such as the line of a script;
    ///   `nil` at the prompt, where the program's name is left out.
    func report(_ error: any Error, place: String?) -> Int32 {
        if error is BrokenPipeError { return 0 }
        interaction.progress(nil)
        let presentable = presentable(error)
        let prefix = place.map { "\(program.name): \($0)" } ?? ""
        streams.writeDiagnostics(Renderer.render(presentable, prefix: prefix, diagnosticPresentation))
        reportKeptDrafts(drafts.end(isSaved: false))
        return presentable.failure.rawValue
    }

    /// Writes a problem that doesn't affect the command.
    func report(_ problem: HistoryProblem) {
        streams.writeDiagnostics(Renderer.render(problem, prefix: "", diagnosticPresentation))
    }

    /// Warns about drafts that no command saved, with their paths.
    func reportKeptDrafts(_ paths: [String]) {
        if paths.isEmpty { return }
        let output = Output(
            paths.map {
                .warning(text("Your text was not saved. It is kept in the file “%@”.", $0))
            })
        streams.writeDiagnostics(Renderer.render(output, diagnosticPresentation).output)
    }

    var diagnosticPresentation: Presentation {
        // Screen readers get dates spelled out in errors and notices too.
        let isSpoken = preferences.isAccessible(onTerminal: streams.isErrorTerminal)
        var presentation = presentation(isSpoken ? .accessible : .table)
        presentation.width = width(ofTerminal: streams.isErrorTerminal)
        presentation.usesColor = preferences.hasColor(onTerminal: streams.isErrorTerminal)
        return presentation
    }

    private func presentable(_ error: any Error) -> any PresentableError {
        understood(error) ?? UnexpectedError(error)
    }

    /// Returns the presentable form of an error; `nil` if the error is unknown.
    private func understood(_ error: any Error) -> (any PresentableError)? {
        if let presentable = error as? any PresentableError { return presentable }
        if error is InteractionCancelled || error is CancellationError { return CancelledByUser() }
        return program.describe(error) ?? FileError(error)
    }

    /// Returns an error of a command. An unknown error gets the command's name.
    func error(_ error: any Error, of command: CommandDeclaration) -> any Error {
        error is BrokenPipeError || understood(error) != nil
            ? error : UnexpectedError(error, during: command.name)
    }
}

/// A rendered output.
struct RenderedOutput: Sendable {
    var rendering: Rendering
    /// The width for which the output was rendered, in columns.
    let columns: Int?
    /// The text for the terminal's clipboard.
    let clipboard: String?
}

extension Output {
    /// Whether the output has blocks other than messages and warnings.
    var showsData: Bool {
        blocks.contains { block in
            switch block {
            case .message, .warning: false
            default: true
            }
        }
    }

    /// The output with only its warnings, for `--quiet`.
    var warningsAlone: Output {
        Output(
            blocks.filter { if case .warning = $0 { true } else { false } }, data: data, label: label)
    }
}
