import Foundation
import TestSupport

/// What the README says that a program's commands write with `--json` and `--csv`: its tables of commands and fields.
struct DocumentedFields {
    /// What an output has: fields, some of which are rows with fields of their own.
    struct Shape: Hashable, CustomStringConvertible {
        var fields: [String]
        var rows: [String: [String]] = [:]

        var description: String {
            fields.map { name in rows[name].map { "\(name)(\($0.joined(separator: ", ")))" } ?? name }
                .joined(separator: ", ")
        }
    }

    /// What each command can write.
    private(set) var shapes: [String: Set<Shape>] = [:]

    /// Reads the section of a program, and of what it doesn't name, what holds for every program.
    init(of program: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        var section = ""
        var isTable = false
        var common: [String: Set<Shape>] = [:]
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            if section != program, section != "Output for programs" { continue }
            if line == "| command | fields |" { isTable = true }
            if !line.hasPrefix("|") { isTable = false }
            // A bar within a cell is written `\|`.
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
        if shapes.count < 5 { throw TestSupportError("the README has no tables of fields for \(program)") }
    }

    private static func names(_ text: some StringProtocol) -> [String] {
        String(text).matches(of: /`([^`]+)`/).map { String($0.1) }
    }

    private static func shape(_ cell: Substring) -> Shape {
        var shape = Shape(fields: [])
        var rest = cell
        // What stands in parentheses explains the field before it, or names the fields of its rows.
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
