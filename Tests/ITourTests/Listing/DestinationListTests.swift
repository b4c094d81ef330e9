import Foundation
import Localization
import Shell
import Testing

@testable import ITour
@testable import ModelData

@MainActor
@Suite("Lists of destinations")
struct DestinationListTests {
    private func names(_ planner: TestPlanner, _ order: DestinationOrder, _ language: Language = .english)
        throws
        -> [String]
    {
        order.sorted(try planner.destinations, collator: Collator(language)).map(\.name)
    }

    @Test func `Each order has a second criterion`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome") { $0.setDates(try dates("2025-05-01")) }
        try planner.add("Rome") { $0.setDates(try dates("2024-01-01")) }
        try planner.add("Łódź") { $0.priority = .must }
        // In English, Ł is ordered as an L with an accent, so Lublin follows Łódź.
        try planner.add("Lublin") { destination in
            destination.priority = .must
            destination.setDates(try dates("2025-05-01"))
        }
        try planner.add("Zadar") { $0.priority = .meh }
        let byName = DestinationOrder.name.sorted(
            try planner.destinations, collator: Collator(Language(matching: "pl") ?? .english))
        #expect(byName.map(\.name) == ["Lublin", "Łódź", "Rome", "Rome", "Zadar"])
        #expect(byName[2].dates?.start == moment("2024-01-01"))
        #expect(try names(planner, .priority) == ["Łódź", "Lublin", "Rome", "Rome", "Zadar"])
        #expect(try names(planner, .date) == ["Rome", "Lublin", "Rome", "Łódź", "Zadar"])
    }

    @Test func `A list reads no sights, and a search reads only displayed ones`() async throws {
        let planner = try await TestPlanner()
        for index in 0..<50 { try planner.add("Place \(index)", sights: ["one", "two"]) }
        planner.context.reset()
        let statements = try StatementLog.during(planner.context) {
            let choice = try ListChoice(Invocation(command: "list"), planner.session)
            let found = try choice.destinations(in: planner.session)
            _ = Destination.table(found, planner.session.fieldContext)
            #expect(found.count == 50)
        }
        let reading = statements.filter { $0.hasPrefix("SELECT") }
        #expect(reading.count == 1, "\(statements)")
        #expect(!statements.contains { $0.contains("Sight") }, "\(statements)")
    }

    @Test func `A search ignores case and accents in names, details and sights, and combines with filters`()
        async throws
    {
        let planner = try await TestPlanner()
        try planner.add("Łódź", sights: ["Księży Młyn"]) { $0.setDates(try dates("2024-03-15")) }
        try planner.add("Kraków") { destination in
            destination.details = "Nad WISŁĄ"
            destination.priority = .must
            destination.setDates(try dates("2024-03-01", "2024-03-20"))
        }
        try planner.add("Rome") { destination in
            let sight = Sight(name: "Fountain")
            sight.note = "lodz"
            destination.sights = [sight]
            destination.setDates(try dates("2020-01-01"))
        }
        try planner.add("Someday")
        func found(_ text: String?, future: Bool = false, _ range: ClosedRange<Priority>? = nil) throws
            -> [String]
        {
            var values: [String: [any Sendable]] = [:]
            if future { values["future"] = [true] }
            if let range { values["priority"] = [range] }
            let choice = try ListChoice(Invocation(command: "list", values: values), planner.session)
            return try choice.destinations(containing: text, in: planner.session).map(\.name)
        }
        #expect(try found("LODZ") == ["Łódź", "Rome"])
        #expect(try found("ksiezy mlyn") == ["Łódź"])
        #expect(try found("wisla") == ["Kraków"])
        #expect(try found("nothing") == [])
        #expect(try found(nil, future: true) == ["Kraków", "Łódź", "Someday"])
        #expect(try found("lodz", future: true) == ["Łódź"])
        #expect(try found(nil, .must ... .must) == ["Kraków"])
        #expect(try found(nil, future: true, .meh ... .maybe) == ["Łódź", "Someday"])
    }
}
