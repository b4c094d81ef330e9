import Localization

/// The list of candidates that is shown below the line.
struct CandidateList {
    private let presentation: Presentation

    /// Creates the list for a presentation.
    init(_ presentation: Presentation) {
        self.presentation = presentation
    }

    /// Returns the candidates in columns, as many as fit; for screen readers, one per line.
    ///
    /// - Parameters:
    ///   - candidates: The first candidates.
    ///   - total: The number of all candidates.
    ///   - columns: The width of the terminal, in columns.
    ///   - rows: The maximum number of lines, without the line that counts the rest.
    func text(_ candidates: [String], total: Int, columns: Int, rows: Int) -> String {
        let shown = candidates.map { visible($0, asciiOnly: !presentation.usesUnicode) }.map {
            presentation.usesUnicode ? $0 : ASCIIText.of($0)
        }
        return presentation.format == .accessible
            ? spoken(shown, total: total, rows: rows)
            : inColumns(shown, total: total, columns: max(columns, 20), rows: rows)
    }

    private func spoken(_ candidates: [String], total: Int, rows: Int) -> String {
        var lines = Array(candidates.prefix(rows))
        let hidden = total - lines.count
        if hidden > 0 { lines.append(TextStyler(presentation).string(Shell.text("and %lld more", hidden))) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func inColumns(_ candidates: [String], total: Int, columns: Int, rows: Int) -> String {
        let ellipsis = TextStyler(presentation).ellipsis
        let widest = candidates.reduce(0) { max($0, DisplayWidth.of($1)) }
        let cell = min(widest + 2, columns)
        let perRow = max(columns / max(cell, 1), 1)
        let rowCount = (candidates.count + perRow - 1) / perRow
        var text = ""
        for row in 0..<min(rowCount, rows) {
            // The order is down, then across.
            for index in stride(from: row, to: candidates.count, by: rowCount) {
                let candidate = Wrapping.fitted(
                    candidates[index], to: cell - (perRow > 1 ? 2 : 0), ellipsis: ellipsis)
                text += candidate
                if index + rowCount < candidates.count {
                    text += String(repeating: " ", count: cell - DisplayWidth.of(candidate))
                }
            }
            text += "\n"
        }
        let hidden = total - candidates.indices.count { $0 % rowCount < rows }
        if hidden > 0 { text += "\(ellipsis) +\(hidden)\n" }
        return text
    }
}
