import Localization

/// A rendered output, as UTF-8 bytes.
public struct Rendering: Sendable, Hashable {
    /// The bytes for standard output.
    public var output: [UInt8] = []
    /// The bytes for standard error.
    public var diagnostics: [UInt8] = []
}

/// Renders outputs as bytes. The renderer has no state; the result depends only on the arguments.
///
/// ```swift
/// let output = Output.message(text("Added “%@”.", "Solaris"))
/// let presentation = Presentation(format: .json, localizer: Localizer(.english))
/// let bytes = Renderer.render(output, presentation).output
/// ```
public enum Renderer {
    /// Returns an output in the presentation's format. It ends with a line end unless it is empty.
    ///
    /// - Parameters:
    ///   - output: The output of a command.
    ///   - presentation: The format, the width and the language.
    public static func render(_ output: Output, _ presentation: Presentation) -> Rendering {
        render(output, presentation, sink: nil)
    }

    /// Returns an output in the presentation's format, without the beginning that a sink has taken.
    static func render(_ output: Output, _ presentation: Presentation, sink: OutputSink?) -> Rendering {
        let styler = TextStyler(presentation, sink: sink)
        var rendering = Rendering()
        switch presentation.format {
        case .json:
            rendering.output = JSONRenderer.render(output, styler)
        case .csv:
            rendering.output = CSVRenderer.render(output, styler)
        case .plain:
            rendering.output = PlainRenderer.render(output, styler)
        case .table:
            rendering.output = TableRenderer.render(output, styler)
        case .accessible:
            rendering.output = AccessibleRenderer.render(output, styler)
        case .markdown:
            rendering.output = MarkdownRenderer.render(output, styler)
        case .html:
            let blocks = output.blocks.isEmpty ? nil : output.blocks
            let page = output.page ?? blocks.map { Page(presentation.title, $0) }
            if let page { rendering.output = HTMLRenderer.render(page, presentation, sink: sink) }
        }
        if presentation.format.isMachineReadable {
            var warnings = ByteText()
            for case .warning(let warning) in output.blocks {
                warnings.append(styler.warning(warning))
                warnings.endLine()
            }
            rendering.diagnostics = warnings.bytes
        }
        return rendering
    }

    /// Returns a page as an HTML document.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - localizer: The localizer of the user's language.
    public static func html(_ page: Page, _ localizer: Localizer) -> [UInt8] {
        HTMLRenderer.render(page, Presentation(format: .html, localizer: localizer))
    }

    /// Returns an error as lines: its problem, its remedy and its technical description.
    ///
    /// - Parameter prefix: The text before the problem, such as `mybooks: `.
    static func render(
        _ error: any PresentableError, prefix: String, _ presentation: Presentation
    ) -> [UInt8] {
        let styler = TextStyler(presentation)
        var text = ByteText()
        for line in styler.wrapped(prefix + styler.string(error.problem)) {
            text.append(styler.colored(line, .problem))
            text.endLine()
        }
        for advice in [error.remedy, error.labelledTechnicalDescription].compactMap(\.self) {
            for line in styler.wrapped(styler.string(advice)) {
                text.append(line)
                text.endLine()
            }
        }
        return text.bytes
    }
}

extension PresentableError {
    /// The technical description with a label.
    var labelledTechnicalDescription: LocalizedText? {
        technicalDescription.map { text("Technical description: %@", $0) }
    }
}

/// Takes the beginning of a long output while the rest is still rendered, so that memory doesn't hold all of it.
final class OutputSink {
    /// The number of bytes from which the beginning is written.
    static let pieceSize = 1 << 20

    private let write: @MainActor (_ piece: [UInt8]) throws -> [Block]
    /// Whether a piece was written.
    private(set) var hasWritten = false
    /// The error of writing. Later pieces are dropped.
    private(set) var failure: (any Error)?
    /// The warnings about the values that were read for the pieces.
    private(set) var warnings: [Block] = []

    /// - Parameter write: Writes a piece, and returns warnings about the values that were read for it.
    init(write: @escaping @MainActor (_ piece: [UInt8]) throws -> [Block]) { self.write = write }

    /// Writes the bytes and removes them if they are many. Renderers call this after each row.
    func take(_ bytes: inout [UInt8]) {
        if bytes.count < Self.pieceSize { return }
        if failure == nil {
            hasWritten = true
            do {
                warnings += try MainActor.assumeIsolated { [write, bytes] in try write(bytes) }
            } catch {
                failure = error
            }
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
