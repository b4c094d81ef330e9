import TestSupport
import Testing

@Suite("Words in the options of itour", .level(.default))
struct LocalizedWordTests {
    @Test func `An invalid value is answered with the choices in the user's language`() throws {
        let traveller = try Traveller()
        let polish = try traveller.itour("add", "Rzym", "--priority", "zzz", "--language", "pl").stderr
        #expect(polish.contains("Do wyboru: "), "\(polish)")
        #expect(!polish.contains("maybe"), "\(polish)")
        #expect(
            try traveller.itour("add", "Rome", "--priority", "zzz").stderr.contains("meh, maybe or must"))
    }

    @Test func `Future days can be given as words of the language`() throws {
        for (language, word) in [("en", "tomorrow"), ("pl", "jutro"), ("hu", "holnap")] {
            let traveller = try Traveller()
            try traveller.itour("add", "Oslo", "--date", word, "--language", language)
            let days = try traveller.itour(
                "plan", "--from", word, "--to", word, "--language", language, "--json"
            ).objects
            #expect(days.map { $0["daysLeft"] as? Int } == [1], "\(word)")
        }
        let wrong = try Traveller().itour("plan", "--from", "soon", "--language", "pl").stderr
        #expect(wrong.contains("„piątek”"), "\(wrong)")
    }

    @Test(arguments: [("en", "date"), ("pl", "data"), ("hu", "dátum")])
    func `Orders have the names of the fields`(language: String, word: String) throws {
        let traveller = try Traveller()
        #expect(try traveller.itour("list", "--sort", word, "--language", language).stderr == "")
    }
}
