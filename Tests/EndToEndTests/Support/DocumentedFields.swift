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
    /// The fields of the program's own commands that no page explains.
    private(set) var unexplained: Set<String> = []
    /// The fields that the page explains, although no command of the program has them.
    private(set) var unknown: Set<String> = []

    /// Reads the page's section about a program, and its section about commands that all programs have.
    init(of program: String) throws {
        let page = try Document("docs/output-formats.md")
        let commonSection = "Commands that all programs have"
        var section = ""
        var isTable = false, isMeaning = false
        var own: Set<String> = [], explained: Set<String> = [], explainedElsewhere: Set<String> = []
        var common: [String: Set<Shape>] = [:]
        for line in page.lines {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            if section != program, section != commonSection { continue }
            if line == "| command | fields |" { isTable = true }
            if line == "| field | meaning |" { isMeaning = true }
            if !line.hasPrefix("|") { (isTable, isMeaning) = (false, false) }
            // In a table cell, a bar is written as `\|`.
            let cells = line.replacing("\\|", with: "").split(separator: "|")
            guard isTable || isMeaning, cells.count == 2, cells[0].contains("`") else { continue }
            if isMeaning {
                let names = Self.names(cells[0])
                if section == program {
                    explained.formUnion(names)
                } else {
                    explainedElsewhere.formUnion(names)
                }
                continue
            }
            let shape = Self.shape(cells[1])
            if section == program {
                own.formUnion(shape.fields + shape.rows.values.joined())
                explainedElsewhere.formUnion(Self.explained(in: cells[1]))
            }
            for command in Self.names(cells[0]) {
                if section == program {
                    shapes[command, default: []].insert(shape)
                } else {
                    common[command, default: []].insert(shape)
                }
            }
        }
        explainedElsewhere.formUnion(try Self.fieldsOfExport(program))
        unexplained = own.subtracting(explained).subtracting(explainedElsewhere)
        unknown = explained.subtracting(own)
        shapes.merge(common) { own, _ in own }
        if common.isEmpty || shapes.count < common.count + 5 {
            throw TestSupportError("\(page.path) has no tables of fields for \(program)")
        }
    }

    /// Returns the fields that the page on exports explains for a program.
    private static func fieldsOfExport(_ program: String) throws -> [String] {
        let lines = try Document("docs/import-export.md").lines
        let section = lines.drop { $0 != "### Fields of a \(program) export" }.dropFirst()
            .prefix { !$0.hasPrefix("#") }
        return section.filter { $0.hasPrefix("|") }.compactMap { $0.split(separator: "|").first }
            .flatMap(names)
    }

    /// Returns the fields that a text in parentheses follows, which explains them.
    private static func explained(in cell: Substring) -> [String] {
        cell.matches(of: /`([^`]+)` \((?!each with )/).map { String($0.1) }
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
