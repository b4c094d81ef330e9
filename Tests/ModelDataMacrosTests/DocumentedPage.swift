import Foundation

/// A page of the documentation, as a reader uses it: the Swift blocks are copied one after another into a file of a
/// package that depends on this one.
///
/// A block may build on earlier blocks of its page, and on nothing else: the page shows the imports, too. A comment
/// directly before a block, `<!-- not compiled: REASON -->`, marks code that isn't meant to be copied. A block that
/// begins with `// swift-tools-version` is the package's manifest.
struct DocumentedPage {
    /// The Swift blocks. All other lines of the page are empty, so that diagnostics have the page's line numbers.
    let program: String
    /// The manifests.
    let manifests: [String]
    /// The blocks without a language: what a program prints.
    let outputs: [String]

    /// Finds the blocks in a text in Markdown.
    init(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var program = [Substring](repeating: "", count: lines.count)
        var manifests: [String] = []
        var outputs: [String] = []
        var opening: Int?
        for (index, line) in lines.enumerated() where Self.trimmed(line).hasPrefix("```") {
            guard let start = opening else {
                opening = index
                continue
            }
            let block = lines[(start + 1)..<index].joined(separator: "\n")
            let isExcluded = start > 0 && Self.trimmed(lines[start - 1]).hasPrefix("<!-- not compiled: ")
            switch Self.trimmed(lines[start]).dropFirst(3) {
            case "swift" where isExcluded: break
            case "swift" where block.hasPrefix("// swift-tools-version"): manifests.append(block)
            case "swift": program.replaceSubrange((start + 1)..<index, with: lines[(start + 1)..<index])
            case "": outputs.append(block)
            default: break
            }
            opening = nil
        }
        self.program = program.joined(separator: "\n")
        self.manifests = manifests
        self.outputs = outputs
    }

    /// A block in a list is indented.
    private static func trimmed(_ line: Substring) -> Substring { line.trimmingPrefix { $0 == " " } }
}
