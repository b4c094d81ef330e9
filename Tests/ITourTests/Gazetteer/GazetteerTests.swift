import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour

@Suite("Gazetteer")
struct GazetteerTests {
    let gazetteer = Gazetteer.builtIn

    private func one(_ name: String) -> KnownPlace? {
        if case .one(let place) = gazetteer.match(name) { place } else { nil }
    }

    @Test func `Every place is complete, and places are found by their main names`() {
        let places = gazetteer.all
        #expect(places.count > 69_000)
        #expect(places.enumerated().allSatisfy { Int($1.number, radix: 36) == $0 })
        // The script folds names as the program does. Accents are the difficult part, so they are tested more often.
        let tested = places.enumerated()
            .filter { $0 % ($1.name.utf8.allSatisfy { $0 < 0x80 } ? 40 : 5) == 0 }.map(\.element)
        let missing = tested.filter { !gazetteer.places(named: $0.name).contains($0) }.map(\.name)
        #expect(tested.count > 1500, "\(missing.prefix(20))")
        #expect(missing.isEmpty, "\(missing.prefix(20))")
    }

    @Test func `Every time zone and every country is known`() {
        let places = gazetteer.all
        let zones = Set(places.map(\.timeZone))
        #expect(zones.count > 300)
        #expect(zones.allSatisfy { TimeZone(identifier: $0) != nil })
        for country in Set(places.map(\.country)) {
            #expect(Countries.builtIn.name(of: country, in: .english) != country, "\(country)")
        }
        let states = Set(places.compactMap(\.state))
        #expect(states.count > 10)
        for state in states {
            #expect(Countries.builtIn.state(state) != nil, "\(state)")
        }
    }

    @Test(arguments: [
        ("Rome", "Rome, Italy"), ("Rzym", "Rome, Italy"), ("Róma", "Rome, Italy"), ("Roma", "Rome, Italy"),
        ("rOMA ", "Rome, Italy"), ("Kyoto", "Kyoto, Japan"), ("Kiotó", "Kyoto, Japan"),
        ("京都", "Kyoto, Japan"),
        ("Bécs", "Vienna, Austria"), ("Wiedeń", "Vienna, Austria"), ("Москва", "Moscow, Russia"),
        ("서울", "Seoul, South Korea"), ("Αθήνα", "Athens, Greece"), ("القاهرة", "Cairo, Egypt"),
        ("Lodz", "Łódź, Poland"), ("Xian", "Xi’an, China"), ("Aix en Provence", "Aix-en-Provence, France"),
        ("Venice", "Venice, Italy"), ("Barcelona", "Barcelona, Spain"), ("London", "London, United Kingdom"),
        ("Nowy Jork", "New York City, New York"), ("Singapore", "Singapore"),
    ])
    func `A well-known name means the well-known place, in any language`(name: String, expected: String) {
        #expect(one(name)?.description(in: .english) == expected)
    }

    @Test(arguments: [
        ("pl", "Wiedeń", "Wiedeń, Austria"), ("hu", "Bécs", "Bécs, Ausztria"),
        ("hu", "Venice", "Velence, Olaszország"),
        ("pl", "New York City", "Nowy Jork, New York"), ("pl", "Singapore", "Singapur"),
        ("en", "Wiedeń", "Vienna, Austria"), ("pl", "Łódź", "Łódź, Polska"),
    ])
    func `A place is shown in the user's language`(language: String, typed: String, shown: String) throws {
        let language = try #require(Language(matching: language))
        #expect(one(typed)?.description(in: language) == shown)
    }

    @Test(arguments: Language.available)
    func `A name of a language belongs to a place, and finds no other one`(language: Language) {
        let lines = SortedLines(EmbeddedFiles.contents("\(language.code).lproj/places.tsv") ?? "").all
        #expect(
            lines.map { $0[0] }.elementsEqual(
                lines.map { $0[0] }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }))
        for line in lines {
            let parts = line[0].split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
            let meant = gazetteer.places(named: parts[0]).first {
                $0.name == parts[0] && $0.country == parts[1]
            }
            #expect(meant != nil, "\(line[0])")
            let found = gazetteer.places(named: line[1])
            #expect(found.contains { $0 == meant }, "\(line[1])")
        }
    }

    @Test func `A country or a state after a comma chooses among places of the same name`() {
        guard case .several(let places) = gazetteer.match("Springfield") else {
            Issue.record("“Springfield” isn't ambiguous")
            return
        }
        #expect(places.count > 5)
        #expect(Set(places.prefix(6).map(\.name)) == ["Springfield"])
        for (name, state) in [
            ("Springfield, Illinois", "IL"), ("springfield,il", "IL"), ("Springfield, Massachusetts", "MA"),
        ] {
            #expect(one(name)?.state == state, "\(name)")
        }
        #expect(one("Valencia, Spain")?.country == "ES")
        #expect(one("Valencia, Hiszpania")?.country == "ES")
        #expect(one("Valencia, Venezuela")?.country == "VE")
        #expect(one("Valencia, ve")?.country == "VE")
        #expect(one("Cambridge, UK")?.country == "GB")
        #expect(one("Cambridge, Anglia")?.country == "GB")
        #expect(one("Róma, Olaszország")?.country == "IT")
        #expect(gazetteer.match("Rome, Narnia") == .none)
        #expect(gazetteer.match("Rome, Japan") == .none)
    }

    @Test(arguments: [
        "", " ", ",", "Honeymoon in the mountains", "\u{0}", "\t", "Rome\nParis", "…", "0", "zzzz",
    ])
    func `Other texts mean no place`(text: String) {
        #expect(gazetteer.match(text) == .none)
    }

    @Test func `Names complete in the order of importance`() {
        #expect(gazetteer.names(beginningWith: "kyo", limit: 3).first == "Kyoto")
        #expect(gazetteer.names(beginningWith: "São P", limit: 1) == ["São Paulo"])
        #expect(gazetteer.names(beginningWith: "", limit: 3).isEmpty)
        #expect(gazetteer.names(beginningWith: "b", limit: 7).count == 7)
    }

    @Test(arguments: [
        ("Zermatt", "Zermatt, Switzerland"), ("Hakone", "Hakone, Japan"), ("箱根", "Hakone, Japan"),
        ("Miyajima", "Miyajima, Japan"), ("Itsukushima", "Miyajima, Japan"), ("Mount Koya", "Kōya, Japan"),
        ("Hallstatt", "Hallstatt, Austria"), ("Santorini", "Santorini, Greece"),
        ("Białowieża", "Białowieża, Poland"),
        ("Mont Saint Michel", "Mont-Saint-Michel, France"), ("Machu Picchu", "Machupicchu, Peru"),
    ])
    func `Small places that many people visit are known`(name: String, expected: String) {
        #expect(one(name)?.description(in: .english) == expected)
    }

    @Test func `The data take at most 8 MB`() throws {
        let sizes = EmbeddedFiles.paths.compactMap { EmbeddedFiles.contents($0)?.utf8CodeUnitCount }
        #expect(sizes.count == EmbeddedFiles.paths.count)
        #expect(sizes.reduce(0, +) <= 8_000_000)
    }

    @Test func `Lines are found by their keys, also the first and the last`() {
        let lines = SortedLines("a\t1\nab\t2\nb\t3\nzé\t4\n")
        #expect(lines.fields(of: "a") == ["a", "1"])
        #expect(lines.fields(of: "ab") == ["ab", "2"])
        #expect(lines.fields(of: "zé") == ["zé", "4"])
        #expect(lines.fields(of: "b") == ["b", "3"])
        for missing in ["", "aa", "A", "c", "zéa", "\u{10FFFF}"] {
            #expect(lines.fields(of: missing) == nil, "\(missing)")
        }
        #expect(lines.lines(beginningWith: "a", limit: 5).map { $0[1] } == ["1", "2"])
        #expect(lines.lines(beginningWith: "a", limit: 1).count == 1)
        #expect(SortedLines("").all.isEmpty)
    }
}
