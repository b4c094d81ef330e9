import Foundation
import TestSupport

/// The fields that `docs/output-formats.md` lists for a program's commands with `--json` and `--csv`.
struct DocumentedFields {
    /// The fields of an output. Some fields contain rows, which have their own fields.
    struct Shape: Hashable, CustomStringConvertible {
        var fields: [String]
        var rows: [String: [String]] = [:]

        var description: String {
            fields.map { name in rows[name].map { "\(name)(\($0.joined(separator: ", ")))" } ?? name }
                .joined(separator: ", ")
        }
    }

    /// For each command, the outputs that are documented for it.
    private(set) var shapes: [String: Set<Shape>] = [:]

    /// Reads the page's section about a program, and its section about commands that all programs have.
    init(of program: String) throws {
        let page = try Document("docs/output-formats.md")
        let commonSection = "Commands that all programs have"
        var section = ""
        var isTable = false
        var common: [String: Set<Shape>] = [:]
        for line in page.lines {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            if section != program, section != commonSection { continue }
            if line == "| command | fields |" { isTable = true }
            if !line.hasPrefix("|") { isTable = false }
            // In a table cell, a bar is written as `\|`.
            let cells = line.replacing("\\|", with: "").split(separator: "|")
            guard isTable, cells.count == 2, cells[0].contains("`") else { continue }
            let shape = Self.shape(cells[1])
            for command in Self.names(cells[0]) {
                if section == program {
                    shapes[command, default: []].insert(shape)
                } else {
                    common[command, default: []].insert(shape)
                }
            }
        }
        shapes.merge(common) { own, _ in own }
        if common.isEmpty || shapes.count < common.count + 5 {
            throw TestSupportError("\(page.path) has no tables of fields for \(program)")
        }
    }

    private static func names(_ text: some StringProtocol) -> [String] {
        String(text).matches(of: /`([^`]+)`/).map { String($0.1) }
    }

    private static func shape(_ cell: Substring) -> Shape {
        var shape = Shape(fields: [])
        var rest = cell
        // The text in parentheses explains the field before it, or names the fields of that field's rows.
        while let match = rest.firstMatch(of: /\(([^)]*)\)/) {
            shape.fields += names(rest[..<match.range.lowerBound])
            if match.1.hasPrefix("each with "), let field = shape.fields.last {
                shape.rows[field] = names(match.1)
            }
            rest = rest[match.range.upperBound...]
        }
        shape.fields += names(rest)
        return shape
    }
}
