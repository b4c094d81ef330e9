import Foundation
import Localization
import ModelData
import Shell
import TestSupport
import Testing

@testable import ITour

@Suite("Points of interest")
@MainActor
struct PointListTests {
    private let planner: TestPlanner

    init() async throws {
        planner = try await TestPlanner()
        for (name, city, country, category, latitude) in [
            ("Wawel", "Kraków", "Poland", "castle", 50.0540),
            ("Sukiennice", "Kraków", "Poland", "market", 50.0617),
            ("Manufaktura", "Łódź", "Poland", "market", 51.7796),
            ("Buda", "Budapest", "Hungary", "castle", 47.4962),
        ] {
            let point = PointOfInterest(name: name)
            point.city = city
            point.country = country
            point.place = Coordinates(latitude: latitude, longitude: 19.94)
            planner.context.insert(point)
            point.category = try planner.context.category(toUse: category)
            try planner.context.save()
        }
    }

    private func names(_ values: [String: [any Sendable]], search: String? = nil) throws -> [String] {
        let filter = try PointFilter(Invocation(command: "poi list", values: values), planner.session)
        return try search.map { try filter.points(containing: $0, in: planner.session) }?.map(\.name)
            ?? filter.points(in: planner.session).map(\.name)
    }

    @Test func `Filters match city, country, category and favorites regardless of case and accents`() throws {
        #expect(try names([:]) == ["Buda", "Manufaktura", "Sukiennice", "Wawel"])
        #expect(try names(["city": ["krakow"]]) == ["Sukiennice", "Wawel"])
        #expect(try names(["city": ["lodz"]]) == ["Manufaktura"])
        #expect(try names(["country": ["pol"], "category": ["Castle"]]) == ["Wawel"])
        #expect(try names(["category": ["market"], "count": [1]]) == ["Manufaktura"])
        try planner.context.fetch(FetchDescriptor<PointOfInterest>()).first?.isFavourite = true
        #expect(try names(["favourite": [true]]) == ["Wawel"])
        #expect(try names(["favourite": [true], "city": ["łódź"]]) == [])
    }

    @Test func `A search covers all fields and the category`() throws {
        #expect(try names([:], search: "KRAKÓW") == ["Sukiennice", "Wawel"])
        #expect(try names([:], search: "castle") == ["Buda", "Wawel"])
        #expect(try names(["country": ["hungary"]], search: "castle") == ["Buda"])
        #expect(try names([:], search: "nothing") == [])
    }

    @Test func `An unknown category is refused with similar ones`() throws {
        #expect {
            try names(["category": ["markt"]])
        } throws: { error in
            guard case PointError.unknownCategory("markt", let nearest) = error else { return false }
            return nearest == ["market"]
        }
        #expect(try planner.context.category(toUse: "MARKET").name == "market")
        let filter = try PointFilter(
            Invocation(command: "poi list", values: ["city": ["Krakuw"]]), planner.session)
        let words = try filter.suggestion(in: planner.session).map { planner.session.localizer.string($0) }
        #expect(words == "Did you mean “Kraków”?")
    }

    @Test func `Nearby points are sorted by distance and match a linear search`() throws {
        var random = SeededGenerator(seed: 7)
        for index in 0..<300 {
            let point = PointOfInterest(name: "P\(index)")
            point.place = Coordinates(
                latitude: .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random))
            planner.context.insert(point)
        }
        try planner.context.save()
        let all = try planner.context.fetch(FetchDescriptor<PointOfInterest>())
        for _ in 0..<20 {
            let origin = try place(
                .random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
            let distance = Double.random(in: 1...5000, using: &random)
            let hits = try NearbyRecord<PointOfInterest>.around(origin, within: distance, in: planner.context)
            { _ in true }
            let expected = all.compactMap(\.place).map { GreatCircle.distance(origin, $0) }.filter {
                $0 <= distance
            }
            #expect(hits.map(\.distance) == expected.sorted())
        }
    }

    @Test func `A nearby search uses the index`() throws {
        let statements = try StatementLog.during(planner.context) {
            _ = try NearbyRecord<PointOfInterest>.around(place(50, 19.94), within: 10, in: planner.context) {
                _ in true
            }
        }
        #expect(statements.contains { $0.contains("\"PointOfInterest\"") && $0.contains("\"latitude\"") })
    }

    @Test func `An edit changes and reports the given fields and creates a missing category`() async throws {
        let line = "poi edit wawel --category palace --at none --information \"On the hill\""
        #expect(
            try await planner.messages(line) == ["Changed “Wawel”: category, place and information."])
        let point = try #require(
            try planner.context.fetch(FetchDescriptor<PointOfInterest>()).first { $0.name == "Wawel" })
        #expect(point.category?.name == "palace")
        #expect(point.place == nil)
        #expect(point.information == "On the hill")
        #expect(
            try await planner.messages(line) == ["“Wawel” already has these values. Nothing changed."])
        #expect(
            try await planner.messages("poi edit wawel --category PALACE") == [
                "“Wawel” already has these values. Nothing changed."
            ])
        #expect(try planner.context.fetch(FetchDescriptor<ITour.Category>()).count == 3)
        #expect(
            try await planner.messages("poi edit wawel --category none") == ["Changed “Wawel”: category."])
        #expect(point.category == nil)
    }

    @Test func `Conditions say which points are deleted, changed or marked as favourites`() async throws {
        for line in [
            "poi add Gate city:Łódź category:ruin", "poi add Tower city:Łódź --at 51.8,19.5",
            "poi favourite city:lodz", "poi edit --where 'city:lodz is:unplaced' country:Poland",
            "poi favourite tower is:favourite --not",
        ] { try await planner.run(line) }
        let listed = try await planner.run("poi list city:lodz -is:favourite").blocks.compactMap {
            if case .table(let table) = $0 { table.rows.count } else { nil }
        }
        #expect(listed == [1])
        try await planner.run("poi delete city:lodz -is:favourite --yes")
        let points = try planner.context.fetch(FetchDescriptor<PointOfInterest>()).filter {
            $0.city == "Łódź"
        }
        #expect(Set(points.map(\.name)) == ["Gate", "Manufaktura"])
        #expect(points.map(\.country) == ["Poland", "Poland"])
        #expect(points.map(\.isFavourite) == [true, true])
    }

    @Test func `A planner from before points of interest opens without loss`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("old.store")
        let old = try ModelContainer(
            for: Schema([Destination.self, Sight.self]),
            configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
        old.mainContext.author = "itour"
        let rome = Destination(name: "Rome")
        rome.sights = [Sight(name: "Colosseum")]
        old.mainContext.insert(rome)
        try old.mainContext.save()
        try old.close()
        let planner = try await TestPlanner(store: path)
        #expect(try planner.sights(of: "Rome") == ["Colosseum"])
        planner.context.insert(PointOfInterest(name: "Fort"))
        try planner.context.save()
        try planner.context.undoLastTransaction()
        try planner.context.undoLastTransaction()
        #expect(try planner.destinations.isEmpty)
        #expect(try planner.context.container.integrityCheck().isEmpty)
    }
}
