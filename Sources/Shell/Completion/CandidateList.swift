import Localization

/// The list of what a word can become, as it is shown below the line.
enum CandidateList {
    /// The candidates in columns, as many as there is room for.
    ///
    /// - Parameters:
    ///   - candidates: The candidates, or the first of them.
    ///   - total: How many there are in all.
    ///   - columns: The columns of the terminal.
    ///   - rows: The most lines that the list may have, besides one that counts the rest.
    static func text(_ candidates: [String], total: Int, columns: Int, rows: Int) -> String {
        let shown = candidates.map { visible($0) }
        let columns = max(columns, 20)
        let widest = shown.reduce(0) { max($0, DisplayWidth.of($1)) }
        let cell = min(widest + 2, columns)
        let perRow = max(columns / max(cell, 1), 1)
        let rowCount = (shown.count + perRow - 1) / perRow
        var text = ""
        for row in 0..<min(rowCount, rows) {
            // As in a dictionary: down, then across.
            for index in stride(from: row, to: shown.count, by: rowCount) {
                let candidate = Wrapping.fitted(shown[index], to: cell - (perRow > 1 ? 2 : 0))
                text += candidate
                if index + rowCount < shown.count {
                    text += String(repeating: " ", count: cell - DisplayWidth.of(candidate))
                }
            }
            text += "\n"
        }
        let hidden = total - shown.indices.count { $0 % rowCount < rows }
        if hidden > 0 { text += "… +\(hidden)\n" }
        return text
    }
}
