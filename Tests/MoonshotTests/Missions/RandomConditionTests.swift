import Foundation
import Localization
import TestSupport
import Testing

@testable import Moonshot
@testable import Shell

/// Compares conditions with a calculation in the test, which reads the data files without the program's types.
@MainActor
@Suite("Random conditions for missions and astronauts", .level(.default))
struct RandomConditionTests {
    /// The values of a mission or an astronaut by the keys of the data files.
    private typealias Fact = [String: Any]
    private typealias Question = (text: String, holds: (Fact) -> Bool)

    private static func json(_ name: String) throws -> Any {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folder = tests.deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Sources/Moonshot/Data/\(name)")
        return try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    }

    /// The missions, each with its facts, and the astronauts.
    private static func facts() throws -> (missions: [Fact], astronauts: [Fact]) {
        let facts = try #require(try json("facts.json") as? [String: Any])
        let known = try #require(facts["missions"] as? [Fact])
        let missions = try #require(try json("en.lproj/missions.json") as? [Fact]).map { mission in
            let own = known.first { $0["id"] as? Int == mission["id"] as? Int } ?? [:]
            return mission.merging(own) { first, _ in first }
        }
        let persons = try #require(facts["astronauts"] as? [String: Fact])
        let astronauts = try #require(try json("en.lproj/astronauts.json") as? [String: Fact]).values.map {
            person in
            var fact = person.merging(persons[person["id"] as? String ?? ""] ?? [:]) { first, _ in first }
            let flown = missions.filter { seats(of: $0).contains { $0.name == person["id"] as? String } }
            fact["numbers"] = flown.compactMap { $0["id"] as? Int }
            return fact
        }
        return (missions, astronauts.sorted { text($0, "id") < text($1, "id") })
    }

    private static func seats(of mission: Fact) -> [(name: String, role: String)] {
        (mission["crew"] as? [[String: String]] ?? []).map { ($0["name"] ?? "", $0["role"] ?? "") }
    }

    private static func text(_ fact: Fact, _ key: String) -> String { fact[key] as? String ?? "" }
    private static func number(_ fact: Fact, _ key: String) -> Double? {
        (fact[key] as? NSNumber)?.doubleValue
    }
    private static func year(_ fact: Fact, _ key: String) -> Int? { Int(text(fact, key).prefix(4)) }

    /// Joins random questions to a condition with its meaning.
    private func random(
        _ generator: inout SeededGenerator, depth: Int, _ question: (inout SeededGenerator) -> Question
    ) -> Question {
        if depth > 0, Int.random(in: 0..<3, using: &generator) > 0 {
            let left = random(&generator, depth: depth - 1, question)
            let right = random(&generator, depth: depth - 1, question)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: return ("(\(left.text) or \(right.text))", { left.holds($0) || right.holds($0) })
            case 1: return ("-(\(left.text) \(right.text))", { !(left.holds($0) && right.holds($0)) })
            case 2: return ("(not \(left.text))", { !left.holds($0) })
            default: return ("(\(left.text) and \(right.text))", { left.holds($0) && right.holds($0) })
            }
        }
        return question(&generator)
    }

    private static func ofMission(_ generator: inout SeededGenerator) -> Question {
        let count = Int.random(in: 0...4, using: &generator)
        let kilograms = Int.random(in: 20...110, using: &generator)
        let year = Int.random(in: 1967...1973, using: &generator)
        let person = ["lovell", "scott", "young", "armstrong"].randomElement(using: &generator) ?? ""
        switch Int.random(in: 0..<16, using: &generator) {
        case 0: return ("samples:>\(kilograms)", { number($0, "samples") ?? 0 > Double(kilograms) })
        case 1: return ("samples:none", { number($0, "samples") == nil })
        case 2:
            return (
                "samples:30..\(kilograms + 20)",
                { (30...Double(kilograms + 20)).contains(number($0, "samples") ?? 0) }
            )
        case 3: return ("moonwalks:\(count)", { number($0, "moonwalks") == Double(count) })
        case 4:
            return ("moonwalks:>=\(count)", { number($0, "moonwalks").map { $0 >= Double(count) } ?? false })
        case 5: return ("year:\(year)", { Self.year($0, "launchDate") == year })
        case 6: return ("launch:<\(year)", { Self.year($0, "launchDate").map { $0 < year } ?? false })
        case 7:
            return (
                "launch:\(year)..1971",
                { (year...max(year, 1971)).contains(Self.year($0, "launchDate") ?? 0) && year <= 1971 }
            )
        case 8: return ("crew:\(person)", { seats(of: $0).contains { $0.name == person } })
        case 9: return ("backup:\(person)", { ($0["backupCrew"] as? [String] ?? []).contains(person) })
        case 10: return ("role:senior", { seats(of: $0).contains { $0.role == "Senior Pilot" } })
        case 11: return ("is:landed", { $0["landingDate"] != nil })
        case 12: return ("lunar-module:any", { $0["lunarModule"] != nil })
        case 13: return ("rocket:sa-50", { text($0, "rocket").contains("SA-50") })
        case 14: return ("site:ocean", { text($0, "landingSite").contains("Ocean") })
        default: return ("recovery-ship:hornet", { text($0, "recoveryShip").contains("Hornet") })
        }
    }

    private static func ofAstronaut(_ generator: inout SeededGenerator) -> Question {
        let count = Int.random(in: 0...6, using: &generator)
        let year = Int.random(in: 1923...1936, using: &generator)
        let death = Int.random(in: 1967...2024, using: &generator)
        let mission = [1, 8, 11, 13, 17].randomElement(using: &generator) ?? 1
        func flights(_ fact: Fact) -> Int { (fact["spaceflights"] as? [String] ?? []).count }
        func missions(_ fact: Fact) -> [Int] { fact["numbers"] as? [Int] ?? [] }
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return ("born:<\(year)", { Self.year($0, "born").map { $0 < year } ?? false })
        case 1: return ("born:\(year)", { Self.year($0, "born") == year })
        case 2: return ("died:none", { $0["died"] == nil })
        case 3: return ("died:>=\(death)", { Self.year($0, "died").map { $0 >= death } ?? false })
        case 4: return ("spaceflights:\(count)", { flights($0) == count })
        case 5: return ("spaceflights:>\(count)", { flights($0) > count })
        case 6: return ("missions:\(mission)", { missions($0).contains(mission) })
        case 7: return ("flights:2", { missions($0).count == 2 })
        default:
            return (
                "walked:any",
                { fact in
                    // The second of the three stayed in orbit.
                    missions(fact).contains { number in
                        [11, 12, 14, 15, 16, 17].contains(number) && !orbiters.contains(text(fact, "id"))
                    }
                }
            )
        }
    }

    /// Those who stayed in orbit around the Moon while the others walked there.
    private static let orbiters = ["collins", "gordon", "roosa", "worden", "mattingly", "evans"]

    @Test func `A list of missions shows those for which a condition holds: 300 random ones`() async throws {
        let moon = try await TestMoon()
        let facts = try Self.facts().missions
        var generator = SeededGenerator()
        for _ in 0..<300 {
            let (text, holds) = random(&generator, depth: 4, Self.ofMission)
            // A range that ends before it starts is refused.
            if text.contains("launch:1972..") || text.contains("launch:1973..") { continue }
            let shown = try await moon.csv("missions \(text) --columns number").dropFirst().compactMap {
                Int($0)
            }
            let expected = facts.filter(holds).compactMap { $0["id"] as? Int }
            #expect(shown.sorted() == expected.sorted(), "\(text)")
        }
    }

    @Test func `A list of astronauts shows those for whom a condition holds: 300 random ones`() async throws {
        let moon = try await TestMoon()
        let facts = try Self.facts().astronauts
        #expect(facts.count == 32)
        var generator = SeededGenerator()
        for _ in 0..<300 {
            let (text, holds) = random(&generator, depth: 4, Self.ofAstronaut)
            let shown = try await moon.csv("astronauts \(text) --columns id").dropFirst().map { String($0) }
            #expect(shown == facts.filter(holds).map { Self.text($0, "id") }, "\(text)")
        }
    }
}
