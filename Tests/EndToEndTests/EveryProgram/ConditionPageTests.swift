import Foundation
import TestSupport
import Testing

/// The page that teaches conditions has an example for each of its rules in each program.
@Suite("The page on conditions", .level(.default))
struct ConditionPageTests {
    private static let blocks = DocumentedBlock.commands.filter { $0.page == "docs/queries.md" }

    /// The rules in the first table of the page.
    private static func rules() throws -> [String] {
        let page = try Document.pages().first { $0.path == "docs/queries.md" }
        let table = (page?.lines ?? []).drop { !$0.hasPrefix("|---") }.dropFirst().prefix {
            $0.hasPrefix("|")
        }
        return table.map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
    }

    /// The lines of a block with a rule in a comment, by their rules.
    private static func examples(_ block: DocumentedBlock) -> [(rule: String, command: String)] {
        block.lines.compactMap { line in
            let parts = line.components(separatedBy: " # ")
            guard parts.count == 2 else { return nil }
            return (
                parts[1].trimmingCharacters(in: .whitespaces), parts[0].trimmingCharacters(in: .whitespaces)
            )
        }
    }

    @Test func `has an example for every rule in every program that has the rule`() throws {
        let rules = try Self.rules()
        #expect(rules.count == 12)
        #expect(Self.blocks.count == 4)
        for block in Self.blocks {
            let shown = Self.examples(block).map(\.rule)
            // Destinations and missions have no names after #, and missions no days to come.
            let program = String(block.lines[0].prefix { $0 != " " })
            let missing = ["itour": ["name"], "moonshot": ["days", "name"]][program] ?? []
            #expect(shown == rules.filter { !missing.contains($0) }, "\(program)")
        }
    }

    @Test(arguments: blocks)
    func `Every example finds some of the records, and not all`(block: DocumentedBlock) throws {
        let home = try ScratchHome(for: block)
        func count(_ command: String) throws -> Int {
            let result = try home.runScript("\(command) --csv")
            #expect(result.status == .exited(0), "\(command): \(result.stderr)")
            // Texts of several lines don't occur in the numbers.
            let numbers = result.stdout.split(whereSeparator: \.isNewline).dropFirst().filter {
                $0.first?.isNumber ?? false
            }
            return numbers.count
        }
        for (_, command) in Self.examples(block) {
            let list = command.split(separator: " ").prefix(2).joined(separator: " ")
            let all = try count(list == "portfolio list" ? "\(list) --all" : list)
            let found = try count(command)
            #expect(found > 0, "\(command)")
            #expect(found < all, "\(command)")
        }
    }
}
