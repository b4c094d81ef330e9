import Localization

/// An output as bytes in UTF-8.
public struct Rendering: Sendable, Hashable {
    /// What goes to standard output.
    public var output: [UInt8] = []
    /// What goes to standard error.
    public var diagnostics: [UInt8] = []
}

/// Turns outputs into bytes. Rendering depends on nothing but its arguments.
///
/// ```swift
/// let bytes = Renderer.render(output, Presentation(format: .json, localizer: localizer)).output
/// ```
public enum Renderer {
    /// The output in the presentation's format. It ends with a line end unless it is empty.
    public static func render(_ output: Output, _ presentation: Presentation) -> Rendering {
        let scribe = Scribe(presentation)
        var rendering = Rendering()
        switch presentation.format {
        case .json:
            rendering.output = JSONRenderer.render(output, scribe)
        case .csv:
            rendering.output = CSVRenderer.render(output, scribe)
        case .plain:
            rendering.output = PlainRenderer.render(output, scribe)
        case .table:
            rendering.output = TableRenderer.render(output, scribe)
        case .accessible:
            rendering.output = AccessibleRenderer.render(output, scribe)
        case .markdown:
            rendering.output = MarkdownRenderer.render(output, scribe)
        }
        if presentation.format.isForPrograms || presentation.format == .plain {
            var warnings = ByteText()
            for warning in presentation.format.isForPrograms ? output.warnings : output.omissions {
                warnings.append(scribe.warning(warning))
                warnings.endLine()
            }
            rendering.diagnostics = warnings.bytes
        }
        return rendering
    }

    /// An error as its problem and, each on a line of its own, its remedy and its technical description.
    ///
    /// - Parameter prefix: What stands before the problem, such as `mybooks: `.
    static func render(
        _ error: any PresentableError, prefix: String, _ presentation: Presentation
    ) -> [UInt8] {
        let scribe = Scribe(presentation)
        var text = ByteText()
        for line in scribe.wrapped(prefix + scribe.string(error.problem)) {
            text.append(scribe.colored(line, .problem))
            text.endLine()
        }
        for advice in [error.remedy, error.technicalWords].compactMap(\.self) {
            for line in scribe.wrapped(scribe.string(advice)) {
                text.append(line)
                text.endLine()
            }
        }
        return text.bytes
    }
}

extension PresentableError {
    /// The technical description, which says that it is one.
    var technicalWords: LocalizedText? {
        technicalDescription.map { text("Technical description: %@", $0) }
    }
}

extension Output {
    /// What a person should know who reads only what is for programs.
    fileprivate var warnings: [LocalizedText] {
        blocks.compactMap { if case .warning(let warning) = $0 { warning } else { nil } } + omissions
    }

    /// What tables leave out without being asked to.
    fileprivate var omissions: [LocalizedText] {
        (data.isEmpty ? blocks : data).compactMap { block in
            if case .table(let table) = block { table.omission } else { nil }
        }
    }
}
