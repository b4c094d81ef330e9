import TestSupport
import Testing

@Suite("Suggestions for misspelled names in every program", .level(.default))
struct SuggestionTests {
    private static let mistakes: [(program: String, line: String, meant: String)] = [
        ("mybooks", "lits", "list"), ("mybooks", "list --sort tilte", "title"),
        ("mybooks", "list --stauts completed", "--status"), ("mybooks", "status 1 complted", "completed"),
        ("mybooks", "shelf ad 1 x", "shelf add"), ("mybooks", "set colr never", "color"),
        ("mybooks", "set color nevr", "never"), ("mybooks", "set dates lnog", "long"),
        ("mybooks", "set sort ratign", "rating"), ("mybooks", "set language plo", "pl"),
        ("mybooks", "list --tags sf", "“#sf”"), ("mybooks", "list --isbn=9780", "“isbn:9780”"),
        ("mybooks", "quote 三体 x", "“quote add”"), ("mybooks", "1 rate 5", "“rate 1 5”"),
        ("portfolio", "1 close", "“close 1”"), ("portfolio", "list --project work", "“#work”"),
        ("mybooks", "show 三三", "三体"), ("mybooks", "completions bsh", "bash"),
        ("itour", "plna", "plan"), ("itour", "list --sort priorty", "priority"),
        ("itour", "edit 1 --priority mist", "must"), ("itour", "set show futre", "future"),
        ("itour", "set priority mst", "must"), ("itour", "sight mov 1 1", "sight move"),
        ("itour", "edit 1 --zone Europe/Roma", "Europe/Rome"), ("itour", "show 京京", "東京"),
        ("moonshot", "misions", "missions"), ("moonshot", "missions --sort lanch", "launch"),
        ("moonshot", "layout gird", "grid"), ("moonshot", "set layout lits", "list"),
        ("moonshot", "astronaut armstong", "Neil A. Armstrong"), ("moonshot", "mission 18", "Apollo 17"),
        ("moonshot", "missions --yaer 1969", "--year"),
        ("moonshot", "missions --rocket Saturn", "“rocket:Saturn”"),
        ("moonshot", "astronauts --born 1930", "“born:1930”"),
        ("itour", "sight list --cost 12", "“cost:12”"), ("itour", "list --country jp", "“country:jp”"),
        ("portfolio", "agneda", "agenda"), ("portfolio", "list --status opne", "open"),
        ("portfolio", "list --priority hihg", "high"), ("portfolio", "sort modifed", "modified"),
        ("portfolio", "sort created oldst", "oldest"), ("portfolio", "set order newst", "newest"),
        ("portfolio", "tag wrok 1", "work"), ("portfolio", "award First Stesp", "First Steps"),
        ("portfolio", "show Lgoin", "Login"), ("portfolio", "tag renam work x", "tag rename"),
        ("syncserver", "sevre", "serve"), ("syncserver", "account ad x", "account add"),
        ("syncserver", "device lits", "device list"), ("syncserver", "serve --prot 1", "--port"),
        ("syncserver", "set dates lnog", "long"), ("syncserver", "account delete x --yse", "--yes"),
    ]

    private static let data = [
        "mybooks": ["add 三体 刘慈欣"], "itour": ["add 東京", "back"], "moonshot": [],
        "portfolio": ["tag new work", "new Login", "back"],
    ]

    @Test func `Nothing is suggested if nothing is near`() throws {
        for (program, line) in [
            ("mybooks", "shelf xyz"), ("mybooks", "list --xyzzy 1"), ("portfolio", "tag nowy 1"),
            ("itour", "xyzzy"), ("moonshot", "12 xyzzy"),
        ] {
            let result = try Person(program).run("-c", line)
            #expect(!result.stderr.contains("Did you mean"), "\(line): \(result.stderr)")
        }
        let unknown = try Person("portfolio").run("-c", "new A", "-c", "tag nowy 1")
        #expect(unknown.stderr.contains("Add --yes to create it."), "\(unknown.stderr)")
    }

    @Test(arguments: Transcript.all)
    func `A misspelled command, option, setting or value is answered with the correct name`(program: String)
        throws
    {
        let mistakes = Self.mistakes.filter { $0.program == program }
        #expect(mistakes.count > 5)
        let setup = Self.data[program] ?? []
        let screens = try Person(program).screens(setup + mistakes.map(\.line)).dropFirst(setup.count)
        for (mistake, screen) in zip(mistakes, screens) {
            let answer = screen.lines.last ?? ""
            #expect(answer.contains("Did you mean"), "\(mistake.line): \(screen.text)")
            #expect(answer.contains(mistake.meant), "\(mistake.line): \(screen.text)")
        }
    }
}
