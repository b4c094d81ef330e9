import Testing

@testable import Localization

@Suite("Edit distance")
struct EditDistanceTests {
    @Test(arguments: [
        ("list", "list", 0), ("lsit", "list", 1), ("lst", "list", 1), ("lists", "list", 1),
        ("lost", "list", 1),
        ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("Łódź", "LODZ", 0), ("ca", "abc", 3),
        ("a cat", "an act", 2),
    ])
    func `The distance counts insertions, deletions, substitutions and transpositions`(
        left: String, right: String, distance: Int
    ) {
        #expect(EditDistance.between(left, right) == distance)
        #expect(EditDistance.between(right, left) == distance)
        #expect(EditDistance.between(left, right, limit: distance) == distance)
        if distance > 0 { #expect(EditDistance.between(left, right, limit: distance - 1) == nil) }
    }

    @Test func `Similar candidates are found`() {
        let commands = [
            "add", "list", "show", "edit", "start", "finish", "shelve", "status", "delete", "undo",
        ]
        #expect(nearest(to: "lsit", in: commands) == ["list"])
        #expect(nearest(to: "stauts", in: commands).first == "status")
        #expect(nearest(to: "DELET", in: commands) == ["delete"])
        #expect(nearest(to: "sta", in: commands) == ["start", "status"])
        #expect(nearest(to: "xyzzy", in: commands) == [])
        #expect(nearest(to: "", in: commands) == [])
        #expect(nearest(to: "二", in: ["三", "二月"]) == ["二月"])
        #expect(nearest(to: "edit", in: commands, limit: 0) == [])
    }

    @Test func `A word that is near by chance isn't suggested`() {
        #expect(nearest(to: "weight", in: ["time of flight"]) == [])
        #expect(nearest(to: "oś", in: ["ls", "rm"]) == [])
        #expect(nearest(to: "sl", in: ["ls"]) == ["ls"])
        #expect(nearest(to: "lz", in: ["ls"]) == ["ls"])
        #expect(nearest(to: "京京", in: ["東京"]) == ["東京"])
    }

    @Test func `One word in two cases is suggested once`() {
        #expect(nearest(to: "-samples", in: ["samples", "Samples"]) == ["samples"])
    }

    @Test func `Titles are found by one of their words`() {
        let titles = ["Solaris", "The Left Hand of Darkness", "Głos Pana", "Pan Tadeusz", "Łódź Podwodna"]
        #expect(nearest(to: "solarsi", in: titles) == ["Solaris"])
        #expect(nearest(to: "darknes", in: titles) == ["The Left Hand of Darkness"])
        #expect(nearest(to: "lodz", in: titles) == ["Łódź Podwodna"])
        #expect(nearest(to: "tadeuzs", in: titles) == ["Pan Tadeusz"])
    }

    @Test func `Each candidate is returned once`() {
        let titles = ["Pantheon", "Colosseum", "Pantheon", "Pantheon", "Panthéon"]
        #expect(nearest(to: "panteon", in: titles) == ["Pantheon", "Panthéon"])
        #expect(nearest(to: "panteon", in: titles, limit: 1) == ["Pantheon"])
    }
}
