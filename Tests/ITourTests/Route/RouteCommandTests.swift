import Localization
import Testing

@testable import ITour
@testable import Shell
@testable import ProgramKit

@MainActor
@Suite("Routes")
struct RouteCommandTests {
    /// A destination with sights along a street, in a bad order.
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try planner.add("Street") { destination in
            destination.sights = try [("A", 0.0), ("C", 0.02), ("B", 0.01), ("D", 0.03)].map {
                name, longitude in
                let sight = Sight(name: name)
                sight.place = try place(0, longitude)
                return sight
            }
            destination.sights.insert(Sight(name: "nowhere"), at: 1)
        }
        return planner
    }

    private func shown(_ output: Output, _ planner: TestPlanner) -> String {
        String(
            decoding: Renderer.render(
                output, Presentation(format: .table, width: 80, localizer: planner.session.localizer)
            ).output, as: UTF8.self)
    }

    @Test func `A route shows the order, the kilometres and the minutes, and changes nothing`() async throws {
        let planner = try await planner()
        #expect(
            shown(try await planner.run("route street"), planner) == """
                3.3 km, 58\u{A0}min on foot; in the present order 5.6 km.

                #  Sight  Kilometres  Minutes
                ─  ─────  ──────────  ───────
                1  A
                4  B            1.11       19
                3  C            1.11       19
                5  D            1.11       19

                """)
        #expect(try planner.sights(of: "Street") == ["A", "nowhere", "C", "B", "D"])
    }

    @Test func `Applying a route is one step, and keeps the positions of other sights`() async throws {
        let planner = try await planner()
        #expect(try await planner.messages("route street --apply").first == "Sorted the sights of “Street”.")
        #expect(try planner.sights(of: "Street") == ["A", "nowhere", "B", "C", "D"])
        #expect(
            try await planner.messages("route street --apply").first
                == "The sights of “Street” are already in this order.")
        try await planner.run("undo")
        #expect(try planner.sights(of: "Street") == ["A", "nowhere", "C", "B", "D"])
    }

    @Test func `A route starts at the given sight and leaves out visited sights`() async throws {
        let planner = try await planner()
        try await planner.run("sight visited B")
        let output = try await planner.run("route street --from D")
        guard case .table(let table) = output.blocks.last else {
            Issue.record("no table")
            return
        }
        #expect(table.rows.map { "\($0[1].raw)" } == ["D", "C", "A"].map { "\(Cell.RawValue.string($0))" })
        await #expect(throws: TripError.self) { try await planner.run("route street --from nowhere") }
    }

    @Test func `A route of a day joins the sights of all destinations, and keeps their times`() async throws {
        let planner = try await planner()
        try planner.add("Village") { destination in
            let sight = Sight(name: "E")
            sight.place = try place(0, 0.015)
            destination.sights = [sight]
        }
        for name in ["A", "C", "B"] { try await planner.run("sight schedule \(name) 2031-05-02 --in street") }
        try await planner.run("sight schedule E 2031-05-02 10:00 --in village")
        let output = try await planner.run("route 2031-05-02")
        guard case .table(let table) = output.blocks.last else {
            Issue.record("no table")
            return
        }
        #expect(
            table.rows.map { "\($0[1].raw)" }
                == ["A", "B", "E", "C"].map { "\(Cell.RawValue.string($0))" })
        #expect(
            try await planner.messages("route 2031-05-02 --apply").first
                == "Sorted the sights of “Friday, May 2, 2031”.")
        #expect(try planner.sights(of: "Street") == ["A", "nowhere", "B", "C", "D"])
        let map = try await planner.run("map 2031-05-02")
        guard case .map(let drawing) = map.blocks.first else {
            Issue.record("no map")
            return
        }
        #expect(drawing.places.count == 4)
        #expect(drawing.isRoute)
        await #expect(throws: (any Error).self) { try await planner.run("route nowhere-at-all") }
    }

    @Test func `A destination without places has no route`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Empty", sights: ["x"])
        await #expect(throws: TripError.self) { try await planner.run("route empty") }
    }
    @Test func `A route begins at a stay, whose place must be known`() async throws {
        let planner = try await planner()
        try await planner.run("trip add Journey")
        try await planner.run("stay add Ryokan 2027-04-05 2027-04-08")
        await #expect(throws: TripError.self) { try await planner.run("route street --from ryokan") }
        try await planner.run("stay edit ryokan --at 0,0.04")
        let shown = shown(try await planner.run("route street --from ryokan"), planner)
        #expect(
            shown.hasPrefix("From “Ryokan”:\n\n4.4 km") || shown.hasPrefix("From “Ryokan”:\n4.4 km"),
            "\(shown)")
        let order = ["D", "C", "B", "A"].compactMap { name in
            shown.firstRange(of: "  \(name) ").map {
                shown.distance(from: shown.startIndex, to: $0.lowerBound)
            }
        }
        #expect(order.count == 4)
        #expect(order == order.sorted())
    }
}
