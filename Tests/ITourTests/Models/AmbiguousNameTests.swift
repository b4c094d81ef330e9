import Foundation
import Localization
import ModelData
import ProgramKit
import Testing

@testable import ITour
@testable import Shell

@Suite("Ambiguous destination names")
@MainActor
struct AmbiguousNameTests {
    /// Returns the message for a name that matches several destinations.
    private func remedy(_ language: String, accessible: Bool) async throws -> String {
        let planner = try await TestPlanner(language: language)
        try planner.add("Rome in spring") { $0.setDates(try ITourTests.dates("2031-03-01", "2031-03-04")) }
        try planner.add("Rome in autumn") { $0.setDates(try ITourTests.dates("2031-09-01T18:30")) }
        try planner.add("Rome one day")
        let presentation = Presentation(
            format: accessible ? .accessible : .table, localizer: planner.session.localizer)
        do {
            _ = try planner.session.record(.title("rome"), in: Destination.self)
            return ""
        } catch let error as RecordError {
            return String(decoding: Renderer.render(error, prefix: "", presentation), as: UTF8.self)
                .replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
        }
    }

    @Test(arguments: [
        ("en", false, "(Mar 1, 2031 – Mar 4, 2031)", "(Sep 1, 2031, 6:30 PM)"),
        ("en", true, "(March 1, 2031 – March 4, 2031)", "(September 1, 2031, 6:30 PM)"),
        ("pl", false, "(1 mar 2031 – 4 mar 2031)", "(1 wrz 2031, 18:30)"),
        ("pl", true, "(1 marca 2031 – 4 marca 2031)", "(1 września 2031, 18:30)"),
        ("hu", true, "(2031. március 1. – 2031. március 4.)", "(2031. szeptember 1. 18:30)"),
    ])
    func `Dates of the candidates are localized, and spelled out in accessible mode`(
        language: String, accessible: Bool, days: String, time: String
    ) async throws {
        let remedy = try await remedy(language, accessible: accessible)
        #expect(remedy.contains(days), "\(remedy)")
        #expect(remedy.contains(time), "\(remedy)")
        #expect(!remedy.contains("2031-"))
        #expect(!remedy.contains("()"))
    }
}
