import Foundation
import Localization
import Testing

@testable import Portfolio

@Suite("Boxes of a Markdown checklist")
struct ChecklistBoxTests {
    private func rows(_ text: String) throws -> [String] {
        try IssueFormat.markdown.rows(text).map { row in
            switch row.entry {
            case .issue(let entry)?: "\(row.position): \(entry.title)"
            case .tags(let names)?: "\(row.position) tags: \(names.joined(separator: ", "))"
            case .views(let views)?: "\(row.position) views: \(views.map(\.name).joined(separator: ", "))"
            case nil:
                "\(row.position) skipped: \(row.skipped.map { Localizer(.english).string($0.reason) } ?? "")"
            }
        }
    }

    @Test func `A malformed box is reported with its line and ends the content of the preceding item`() throws
    {
        let wrong = "the checkbox is neither “[ ]” nor “[x]”"
        #expect(
            try rows("- [ ] One\n- [X ] Two\n  of two\n-[ ] Three\n* [] Four\n+ [✓] Five\n- [x] Six\n") == [
                "1: One", "2 skipped: \(wrong)", "4 skipped: \(wrong)", "5 skipped: \(wrong)",
                "6 skipped: \(wrong)", "7: Six",
            ])
    }

    @Test func `Links, footnotes and other bullets aren't issues and are reported, headings aren't`() throws {
        let plain = "the item has no checkbox “[ ]”"
        #expect(
            try rows(
                "- [x](https://example.org)\n- [1]: note\n- plain\n1. two\n# [ ] heading\ntext\n---\n- \n")
                == (1...4).map { "\($0) skipped: \(plain)" })
    }
}
