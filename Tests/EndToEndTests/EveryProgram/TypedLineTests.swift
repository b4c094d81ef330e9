import Foundation
import TestSupport
import Testing

/// The rule: a line that a new user types does what its author meant, or says what is wrong, at the prompt and in a script.
@Suite("Lines as new users type them, at the prompt and in a script", .level(.default))
struct TypedLineTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let program: String
        /// Lines of an earlier session, the common ones first.
        var base: [String] = []
        var before: [String] = []
        /// Lines of the same session.
        var first: [String] = []
        let typed: String
        /// What the answer contains.
        let says: [String]
        /// The question at the prompt, if a script gets an error instead.
        var asks: String?
        /// The answer to the question.
        var answer = "n"
        /// A line, and what it shows afterwards.
        var shown: (line: String, has: [String])?
        /// What the line doesn't show afterwards.
        var lacks: [String] = []

        var testDescription: String { "\(program): \(typed)" }
    }

    private static let issues = ["new Alpha #done --yes", "new Beta #done", "new Gamma", "close 2"]
    private static let books = [
        "add Emma Austen", "add \"The Dark Tower\" King", "add \"Ender's Game\" Card",
    ]

    /// Bulk changes, names and texts in portfolio.
    private static let portfolio: [Line] = [
        // Lists and changes combine conditions alike.
        Line(
            program: "portfolio", before: issues, typed: "close #done is:open --yes", says: ["“Alpha”"],
            shown: ("list", ["Gamma"]), lacks: ["Alpha", "Beta"]),
        Line(
            program: "portfolio", before: issues, typed: "delete #done is:closed --yes", says: ["“Beta”"],
            shown: ("list --all", ["Alpha", "Gamma"]), lacks: ["Beta"]),
        Line(
            program: "portfolio", before: issues, typed: "edit --where \"#done is:open\" !high",
            says: ["Changed 1 entry: priority."], shown: ("list priority:high", ["Alpha"]), lacks: ["Gamma"]),
        Line(
            program: "portfolio", before: issues, typed: "close '#done' is:open --yes",
            says: ["“#done” is in quotation marks", "Without the quotation marks, it is a condition."],
            shown: ("list", ["Alpha", "Gamma"])),
        // Names are whole.
        Line(
            program: "portfolio", before: ["new Essay #homework --yes"], typed: "close #work --yes",
            says: ["homework"], asks: "Do you mean “homework”?", shown: ("list", ["Essay"])),
        Line(
            program: "portfolio", before: ["new Essay #homework --yes"], typed: "new Maths --tag work",
            says: ["homework"], asks: "Do you mean “homework”?", shown: ("list", ["Essay"]), lacks: ["Maths"]),
        Line(
            program: "portfolio", before: ["new Essay #homework --yes"], typed: "tag delete ome --yes",
            says: ["There is no tag “ome”"], asks: "Do you mean “homework”?", shown: ("tags", ["homework"])),
        // Changes aren't titles.
        Line(
            program: "portfolio", before: ["new Alpha #work due:2030-01-01 --yes"],
            typed: "edit 1 due: -work",
            says: ["Edited “Alpha”"], shown: ("list due:none -#work", ["Alpha"])),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "edit 1 foo:bar",
            says: ["Nothing can be set by “foo:” here.", "due:", "estimate:"], shown: ("list", ["Alpha"])),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "edit 1 priority:x",
            says: ["“x” can't follow “priority:”", "medium"], shown: ("list", ["Alpha"])),
        Line(
            program: "portfolio", typed: "new Alpha foo:bar",
            says: ["Nothing can be set by “foo:” here.", "due:"], shown: ("list --all", [])),
        Line(
            program: "portfolio", typed: "new Alpha \"foo:bar\" text:re:invent",
            says: ["Alpha foo:bar re:invent"]),
        // A value of several words isn't a title.
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "edit 1 estimate:2 hours",
            says: ["Edited “Alpha”"], shown: ("list --csv", ["Alpha", ",120,"])),
        Line(
            program: "portfolio", typed: "new Paint estimate:1 h 30 min", says: ["Created “Paint”"],
            shown: ("list --csv", [",90,"])),
        Line(
            program: "portfolio", typed: "new Pay due:2030-01-04 at 14:00", says: ["Created “Pay”"],
            shown: ("list due:2030-01-04 --csv", ["14:00"])),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "edit 1 content:hello world",
            says: ["“world” belongs to content:", "content:\"hello world\""], shown: ("list", ["Alpha"])),
        Line(
            program: "portfolio", before: ["new Alpha due:2030-01-04"], typed: "edit 1 due: friday",
            says: ["no space after “due:”", "due:friday"], shown: ("list due:2030-01-04", ["Alpha"])),
        // An option can stand before values and plain words.
        Line(
            program: "portfolio", typed: "new --due 2030-01-04 Buy milk #work !high --yes",
            says: ["Created “Buy milk”"],
            shown: ("list #work due:2030-01-04 priority:high", ["Buy milk"])),
        Line(
            program: "portfolio", before: ["new Alpha"],
            typed: "edit --where alpha due:2030-01-04 !high #work --yes",
            says: ["Changed 1 entry: priority, due and tags."],
            shown: ("list #work due:2030-01-04", ["Alpha"])),
        Line(
            program: "portfolio", typed: "new Call --due \"2030-01-04 14:00\"", says: ["Created “Call”"],
            shown: ("list due:2030-01-04 --csv", ["14:00"])),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "note --issue alpha two words",
            says: ["“two words” belongs to --issue", "note two words --issue alpha"],
            shown: ("show 1", ["Alpha"]), lacks: ["words"]),
        // The number first.
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "priority 1 high", says: ["“Alpha”"],
            shown: ("list priority:high", ["Alpha"])),
        Line(
            program: "portfolio", before: ["tag new work", "new Alpha"], typed: "tag 1 work",
            says: ["There is no tag “1”.", "“tag work 1”"], shown: ("list not #work", ["Alpha"])),
        // “text:” marks a text.
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "note 1 text:hello",
            says: ["Added a note to “Alpha”"], shown: ("show 1", ["hello"]), lacks: ["text:hello"]),
        Line(
            program: "moonshot", typed: "note 11 text:hello", says: ["Wrote a note"],
            shown: ("note 11", ["hello"]), lacks: ["text:hello"]),
        // A key before a tag isn't a part of its name.
        Line(
            program: "portfolio", before: ["tag new home", "new Alpha"], typed: "tag tag:home 1",
            says: ["has the tag “home”"], shown: ("list #home", ["Alpha"])),
        Line(
            program: "portfolio", typed: "tag new name:foo", says: ["Created the tag “foo”."],
            shown: ("tags", ["foo"])),
        // The open issue takes all words of a text.
        Line(
            program: "portfolio", before: ["new Alpha", "new Beta", "new Gamma"], first: ["open 1"],
            typed: "note 3 apples needed", says: ["“Alpha”"], shown: ("show 1", ["3 apples needed"])),
        Line(
            program: "portfolio", before: ["new Alpha", "new Beta", "new Gamma"], first: ["open 1"],
            typed: "note #3 apples needed", says: ["“Gamma”"], shown: ("show 3", ["apples needed"])),
        Line(
            program: "portfolio", before: ["tag new family"],
            typed: "new Call mum #family due:2030-01-04 !high",
            says: ["Created “Call mum”"], shown: ("list #family due:2030-01-04 priority:high", ["Call mum"])),
        // Keys of lists are those of “new”.
        Line(
            program: "portfolio", before: ["new Weekly every:weekly", "new Once"], typed: "list rec:any",
            says: ["Weekly"]),
        Line(
            program: "portfolio", before: ["new Weekly every:weekly", "new Once"], typed: "list every:weekly",
            says: ["Weekly"]),
        Line(program: "portfolio", before: ["new One", "new Two"], typed: "list number:2", says: ["Two"]),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "list foo:bar",
            says: ["“foo:” is unknown", "The keys are", "priority:"]),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "close foo:bar",
            says: ["“foo:” is unknown", "The keys are", "priority:"], shown: ("list", ["Alpha"])),
        Line(
            program: "portfolio", before: ["new \"Do not disturb\"", "new Disturb"],
            typed: "list \"do not disturb\"", says: ["Do not disturb"]),
        // Dates on either side.
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "due 1 20 nov 2030", says: ["Alpha"],
            shown: ("list due:2030-11-20", ["Alpha"])),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "due nov 20 2030 1", says: ["Alpha"],
            shown: ("list due:2030-11-20", ["Alpha"])),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "due 1 fridya",
            says: ["There is no date in “fridya”."],
            shown: ("list due:none", ["Alpha"])),
        // Suggestions.
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "tag nowy 1", says: ["nowy"],
            asks: "Create it?", shown: ("tags", []), lacks: ["nowy"]),
        Line(program: "portfolio", before: ["new Alpha"], typed: "1 done", says: ["done 1"], asks: "done 1"),
    ]

    /// Dates, conditions and apostrophes in mybooks.
    private static let finished: [Line] =
        [
            ("25.11.2025", "2025-11-25"), ("31/12/2025", "2025-12-31"), ("20 nov 2025", "2025-11-20"),
            ("nov 25 2025", "2025-11-25"), ("2025.11.25", "2025-11-25"), ("may 2016", "2016-05"),
        ].map { date, stored in
            Line(
                program: "mybooks", before: books, typed: "finish emma \(date)",
                says: ["“Emma” is now completed"],
                shown: ("show emma --json", ["\"\(stored)\""]))
        }

    /// Other lines of mybooks.
    private static let mybooks: [Line] = [
        // A text with a colon isn't taken away without a word.
        Line(
            program: "mybooks", typed: "add Re:Zero Nagatsuki",
            says: ["AUTHOR is missing", "“Re:Zero” was read as a value", "“text:”"], shown: ("list", [])),
        Line(
            program: "mybooks", typed: "add text:Re:Zero Nagatsuki pages:204",
            says: ["“Re:Zero” by Nagatsuki"],
            shown: ("list pages:204", ["Re:Zero"])),
        // A word with a known key is a value in every language, so only the missing argument is asked for.
        Line(
            program: "mybooks", typed: "add Eden language:pl", says: ["AUTHOR is missing"], asks: "Author"),
        Line(
            program: "mybooks", typed: "add Eden Pages:204", says: ["AUTHOR is missing"], asks: "Author"),
        Line(
            program: "mybooks", typed: "add Eden shelf:sf", says: ["AUTHOR is missing"], asks: "Author"),
        // A field with the name “text” has its key.
        Line(
            program: "mybooks", base: books, before: ["quote add emma \"We want mirrors.\""],
            typed: "quote edit 1 text:Glass note:x", says: ["Changed “We want mirrors.”"],
            shown: ("quote list", ["Glass"]), lacks: ["mirrors"]),
        // Keys of a new quote aren't a part of its text.
        Line(
            program: "mybooks", before: books,
            typed: "quote add emma \"Quote: a text\" page:12 note:funny",
            says: ["Added a quote from “Emma”"],
            shown: ("quote list --json", ["\"Quote: a text\"", "\"12\"", "\"funny\""])),
        Line(
            program: "mybooks", before: books, typed: "quote add emma page:12 \"We: mirrors\"",
            says: ["Added a quote from “Emma”"],
            shown: ("quote list --json", ["\"We: mirrors\"", "\"12\""]), lacks: ["page:12"]),
        // Keys aren't a part of a borrower's name.
        Line(
            program: "mybooks", before: books, typed: "lend emma to:\"Anna Nowak\" yesterday",
            says: ["Lent “Emma” to Anna Nowak."], shown: ("loans", ["Anna Nowak"]), lacks: ["to:Anna"]),
        Line(
            program: "mybooks", before: books, typed: "lend emma by:Anna",
            says: ["Nothing can be set by “by:” here.", "to:", "text:"], shown: ("loans", []),
            lacks: ["Anna"]),
        Line(
            program: "mybooks", typed: "goal 52 2026",
            says: ["“52” is not a year.", "Write the year first: goal 2026 52."], shown: ("goal", []),
            lacks: ["2,026"]),
        // Keys name the arguments of everyday commands.
        Line(
            program: "mybooks", before: books, typed: "rate emma rating:5", says: ["Rated “Emma”"],
            shown: ("list rating:5", ["Emma"])),
        Line(
            program: "mybooks", before: books, typed: "finish book:emma date:2024-03-08",
            says: ["“Emma” is now completed"], shown: ("show emma --json", ["\"2024-03-08\""])),
        Line(
            program: "mybooks", before: books, typed: "shelf add shelf:gift emma",
            says: ["“emma” is not a shelf, but a book.", "shelf add emma gift"], shown: ("shelves", []),
            lacks: ["emma"]),
        // A value of several words needs quotation marks.
        Line(
            program: "mybooks", before: books, typed: "edit emma author:Lem, Stanislaw",
            says: ["“Stanislaw” belongs to author:", "author:\"Lem, Stanislaw\""],
            shown: ("show emma", ["Austen"])),
        // A condition isn't the name of a view.
        Line(
            program: "mybooks", before: books, typed: "view save pages:>2 y",
            says: ["“pages:>2” is a condition", "view save NAME pages:>2"], shown: ("views", []),
            lacks: ["pages"]),
        Line(
            program: "mybooks", before: books, typed: "view save name:long pages:>2",
            says: ["Saved the view “long”."], shown: ("views", ["long", "pages:>2"]), lacks: ["name:"]),
        // Keys aren't shelves.
        Line(
            program: "mybooks", before: books, typed: "edit emma shelf:none",
            says: ["“none” is not a shelf", "“edit BOOK -NAME”"], shown: ("shelves", []), lacks: ["none"]),
        Line(
            program: "mybooks", before: books, typed: "shelf add emma rating:5",
            says: ["“rating:5” is not a shelf", "“shelf:rating:5”"], shown: ("shelves", []),
            lacks: ["rating"]),
        Line(
            program: "mybooks", base: books, before: ["shelf add emma classics"],
            typed: "shelf rename classics name:old", says: ["“classics” is now called “old”"],
            shown: ("shelves", ["old"]), lacks: ["name:"]),
        Line(
            program: "mybooks", before: books, typed: "finish emma friday",
            says: ["“Emma” is now completed"]),
        Line(
            program: "mybooks", before: books, typed: "finish emma fridya",
            says: ["“fridya” is not a date"],
            shown: ("list is:completed", []), lacks: ["Emma"]),
        Line(
            program: "mybooks", base: books, before: ["edit emma pages:300", "start emma"],
            typed: "progress emma page 20", says: ["20"], shown: ("reading progress emma", ["20"])),
        Line(
            program: "mybooks",
            base: books, before: ["edit emma pages:300", "start emma", "progress emma 120"],
            typed: "progress emma +20", says: ["140"], shown: ("reading progress emma", ["140"])),
        Line(
            program: "mybooks", before: books, typed: "finish ender's game",
            says: ["“Ender's Game” is now"]),
        Line(
            program: "mybooks", before: books, typed: "finish “Ender's Game”",
            says: ["“Ender's Game” is now"]),
        Line(
            program: "mybooks", before: books, typed: "show dark tower", says: ["The Dark Tower", "King"]),
        Line(
            program: "mybooks", before: books, typed: "list \"do not disturb\"", says: ["No book matches"]
        ),
        Line(
            program: "mybooks", base: books, before: ["finish emma"], typed: "list --status read",
            says: ["Emma"]),
        Line(program: "mybooks", before: books, typed: "list --tags sf", says: ["“#sf”"]),
        Line(
            program: "mybooks", before: books, typed: "quote emma \"x\"", says: ["quote add"],
            asks: "quote add"),
        Line(
            program: "mybooks", before: books, typed: "edit emma foo:bar",
            says: ["Nothing can be set by “foo:” here.", "pages:", "publisher:"]),
        Line(
            program: "mybooks", before: books, typed: "add Eden Lem foo:bar",
            says: ["Nothing can be set by “foo:” here.", "pages:"], shown: ("list", ["Emma"]),
            lacks: ["Eden"]),
        Line(
            program: "mybooks", base: books, before: ["finish emma 2024"],
            typed: "reading edit emma 1 rating:4 review:", says: ["Changed reading 1"],
            shown: ("list rating:4", ["Emma"])),
        Line(
            program: "mybooks", base: books, before: ["finish emma 2024"],
            typed: "reading edit emma 1 foo:bar",
            says: ["Nothing can be set by “foo:” here.", "started:"]),
        Line(
            program: "mybooks", base: books, before: ["shelf add emma sf --yes"],
            typed: "list (author:austen or shelf:sf) -is:completed", says: ["Emma"]),
        Line(
            program: "mybooks", before: books, typed: "list foo:bar",
            says: ["“foo:” is unknown", "The keys are", "publisher:"]),
        Line(
            program: "mybooks", before: books, typed: "edit --where author:austen pages:5 publisher:Dent",
            says: ["Changed 1 book: "], shown: ("list publisher:dent pages:5", ["Emma"])),
        Line(
            program: "mybooks", before: ["add Solaris Lem rating:4", "add Eden Lem"],
            typed: "edit --where author:lem rating:5 #best --yes",
            says: ["Changed 2 books: rating and shelves."],
            shown: ("list rating:5 #best", ["Solaris", "Eden"])),
    ]

    private static let trip = ["trip add Japan 2027-04-01 2027-04-21", "trip open japan"]

    /// Dates and money in itour.
    private static let itour: [Line] = [
        Line(
            program: "itour", typed: "trip add Japan 2027-04-01 2027-04-21", says: ["“Japan”"],
            shown: ("trip show japan --json", ["2027-04-01", "2027-04-21"])),
        Line(
            program: "itour", typed: "trip add Japan 1 April 2027 21 April 2027", says: ["“Japan”"],
            shown: ("trip show japan --json", ["2027-04-01", "2027-04-21"])),
        Line(
            program: "itour", typed: "add Kyoto --date 2027-04-05 2027-04-08", says: ["“Kyoto”"],
            shown: ("list --json", ["2027-04-05", "2027-04-08"])),
        Line(
            program: "itour", typed: "add Kyoto 5 April 2027 8 April 2027", says: ["“Kyoto”"],
            shown: ("list --json", ["2027-04-05", "2027-04-08"])),
        Line(
            program: "itour", first: trip, typed: "stay add Ryokan 5.4.2027 8.4.2027", says: ["“Ryokan”"],
            shown: ("stay list japan --json", ["2027-04-05", "2027-04-08"])),
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple"],
            typed: "sight schedule temple nov 20 2030",
            says: ["Temple"], shown: ("sight list day:2030-11-20", ["Temple"])),
        Line(
            program: "itour", first: trip, typed: "expense add 1250 JPY Ramen yesterday", says: ["“Ramen”"],
            shown: ("expense list japan --json", ["1250", "JPY"])),
        Line(
            program: "itour", first: trip, typed: "expense add €12.50 Bus", says: ["“Bus”"],
            shown: ("expense list japan --json", ["12.5", "EUR"])),
        Line(
            program: "itour", first: trip, typed: "expense add 1 250 Ft Tram", says: ["“Tram”"],
            shown: ("expense list japan --json", ["1250", "HUF"])),
        Line(
            program: "itour", first: trip, typed: "expense add 12 Bus", says: ["“Bus”"],
            shown: ("expense list japan --json", ["EUR"])),
        // A word with a key can stand anywhere, and what it gives isn't taken for another argument.
        Line(
            program: "itour", first: trip, typed: "expense add 9 name:Ramen 2027-04-05",
            says: ["Added “Ramen”"],
            shown: ("expense list japan --json", ["2027-04-05"])),
        Line(
            program: "itour", first: trip, typed: "expense add name:Sushi category:food 12 EUR 2027-04-06",
            says: ["Added “Sushi”"], shown: ("expense list japan --json", ["2027-04-06", "food"])),
        Line(
            program: "itour", first: trip, typed: "expense add 9 --on 2027-04-05 name:Ramen category:food",
            says: ["Added “Ramen”"], shown: ("expense list japan --json", ["2027-04-05", "food"])),
        Line(
            program: "itour", first: trip, typed: "expense add name:Ramen category:food",
            says: ["AMOUNT is missing"], asks: "Amount", answer: "9"),
        Line(
            program: "itour", first: trip, typed: "leg add train Kyoto departure:2027-04-08",
            says: ["TO is missing"], asks: "To"),
        // A value with a key has the words that it has as an option.
        Line(
            program: "itour", before: ["add Kyoto 2027-04-05 2027-04-08"],
            typed: "sight add Wawel date:2027-04-06 10:00 in:kyoto", says: ["Added “Wawel”"],
            shown: ("sight list kyoto --json", ["2027-04-06", "10:00"])),
        Line(
            program: "itour", before: ["add Kyoto 2027-04-05 2027-04-08"],
            typed: "sight add Tower for:1h 30min in:kyoto", says: ["Added “Tower”"],
            shown: ("sight list kyoto --json", ["90"])),
        Line(
            program: "itour", before: ["add Kyoto 2027-04-05 2027-04-08"],
            typed: "sight add Tower --for 1h 30min --in kyoto", says: ["Added “Tower”"],
            shown: ("sight list kyoto --json", ["90"])),
        Line(
            program: "itour", before: ["add Kyoto"], typed: "edit kyoto date:2027-04-05 18:30",
            says: ["Changed “Kyoto”"], shown: ("list --json", ["2027-04-05", "18:30"])),
        Line(
            program: "itour", before: trip + ["leg add train Kyoto Tokyo 2027-04-08"],
            first: ["trip open japan"],
            typed: "leg edit kyoto departure:2027-04-08 09:12", says: ["Changed"],
            shown: ("leg list japan --json", ["09:12"])),
        Line(
            program: "itour", before: trip + ["expense add 9 Ramen"], first: ["trip open japan"],
            typed: "expense edit ramen amount:1250 JPY", says: ["Changed “Ramen”"],
            shown: ("expense list japan --json", ["1250", "JPY"])),
        Line(
            program: "itour", first: trip,
            typed: "expense add Dinner for two amount:85.50 USD on:2027-04-06 category:food",
            says: ["Added “Dinner for two”"], shown: ("expense list japan --json", ["85.5", "USD"])),
        // A value with a key isn't cut where it could go on.
        Line(
            program: "itour", before: ["add Kyoto"], typed: "sight add Temple for:2 hours in:kyoto",
            says: ["“Temple”"], shown: ("sight list kyoto --json", ["Temple", "120"]), lacks: ["Temple hours"]
        ),
        Line(
            program: "itour", before: ["add Kyoto"], typed: "sight add Temple for:1h 30 min in:kyoto",
            says: ["belongs to for:"], shown: ("sight list kyoto", []), lacks: ["Temple"]),
        Line(
            program: "itour", before: ["add Kyoto"], typed: "sight add Temple cost:1 250 JPY in:kyoto",
            says: ["belongs to cost:"], shown: ("sight list kyoto", []), lacks: ["Temple"]),
        Line(
            program: "itour", typed: "poi add Metropolitan Museum city:New York --at 40.8,-74",
            says: ["“York” belongs to city:", "city:\"New York\""], shown: ("poi list", []), lacks: ["Museum"]
        ),
        // The words of a date belong together.
        Line(
            program: "itour", first: trip, typed: "expense add 12 EUR Bus on:tuesday 6 April 2027",
            says: ["Added “Bus”"], shown: ("expense list japan --json", ["2027-04-06"])),
        Line(
            program: "itour", first: trip, typed: "leg add train Kyoto Osaka depart:friday 9 April 2027",
            says: ["Added “Kyoto – Osaka”"], shown: ("leg list japan --json", ["2027-04-09"])),
        Line(
            program: "itour", before: ["add Kyoto"], typed: "sight add Temple date:5 May 2027 9:30 in:kyoto",
            says: ["Added “Temple”"], shown: ("sight list kyoto --json", ["2027-05-05", "09:30"])),
        Line(
            program: "itour", typed: "add Kyoto date:5 May 2027", says: ["Added “Kyoto”"],
            shown: ("list --json", ["2027-05-05"])),
        Line(
            program: "itour", typed: "trip add Korea --date 5 May 2027 --end 12 May 2027",
            says: ["“Korea”"], shown: ("trip list --json", ["2027-05-05", "2027-05-12"])),
        Line(
            program: "itour", first: trip, typed: "checklist add Passport due:5 May 2027 Visa",
            says: ["“Passport” and “Visa”"], shown: ("checklist japan --json", ["2027-05-05"])),
        Line(
            program: "itour", before: trip + ["stay add Inn 2027-04-05"],
            typed: "stay edit inn pay-by:5 May 2027", says: ["Changed “Inn”"],
            shown: ("stay show inn --json", ["2027-05-05"])),
        Line(
            program: "itour", first: trip, typed: "expense add 12 EUR Bus on:tuesday 6 tickets",
            says: ["“tuesday 6” can't follow “on:”."], shown: ("expense list japan", []), lacks: ["Bus"]),
        Line(
            program: "itour", first: trip, typed: "expense add 12 EUR Bus category:transport ticket",
            says: ["Added “Bus ticket”"], shown: ("expense list japan --json", ["transport"])),
        Line(
            program: "itour", first: trip,
            typed: "stay add Inn note:quiet 2027-04-08 2027-04-12",
            says: ["Added “Inn”"], shown: ("stay list japan --json", ["2027-04-08", "2027-04-12", "quiet"])),
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple --in kyoto"],
            typed: "sight edit temple note:a nice view",
            says: ["“nice view” belongs to note:", "note:\"a nice view\""],
            shown: ("sight list kyoto --json", ["Temple"]), lacks: ["nice"]),
        // Words with keys can follow an option.
        Line(
            program: "itour", typed: "add Oslo --date 2027-06-01 priority:must", says: ["Added “Oslo”"],
            shown: ("list --json", ["2027-06-01", "must"])),
        // A field is given once.
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple --in kyoto"],
            typed: "edit kyoto priority:must priority:maybe", says: ["--priority", "more than once"]),
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple --in kyoto"],
            typed: "edit kyoto priority:must --priority maybe", says: ["--priority", "more than once"]),
        Line(
            program: "itour", first: trip, typed: "leg add train from:Kyoto to:Tokyo from:Osaka",
            says: ["--from", "more than once"], shown: ("leg list japan", []), lacks: ["Tokyo"]),
        Line(
            program: "itour", first: trip, typed: "expense add amount:9 amount:10 Tea",
            says: ["--amount", "more than once"], shown: ("expense list japan", []), lacks: ["Tea"]),
        // A word after a place with a key may belong to it.
        Line(
            program: "itour", first: trip, typed: "leg add train from:New York",
            says: ["“York” belongs to from:", "“from:\"New York\"” or “from:New to:York”"],
            shown: ("leg list japan", []), lacks: ["New"]),
        Line(
            program: "itour", first: trip, typed: "leg add train from:New York Tokyo 2027-04-08",
            says: ["“York Tokyo” belongs to from:"], shown: ("leg list japan", []), lacks: ["New"]),
        Line(
            program: "itour", first: trip, typed: "leg add train Kyoto to:New York 2027-04-08",
            says: ["“York” belongs to to:", "to:\"New York\""], shown: ("leg list japan", []), lacks: ["New"]),
        Line(
            program: "itour", first: trip, typed: "leg add train from:\"New York\" to:Boston 2027-04-08",
            says: ["“New York – Boston”"], shown: ("leg list japan --json", ["New York", "2027-04-08"])),
        Line(
            program: "itour", first: trip, typed: "leg add train to:Boston from:Kyoto 8 April 2027 9:12",
            says: ["“Kyoto – Boston”"], shown: ("leg list japan --json", ["Boston", "2027-04-08", "09:12"])),
        Line(
            program: "itour", first: trip, typed: "leg add train from:Kyoto to:Tokyo on tuesday",
            says: ["“Kyoto – Tokyo”"], shown: ("leg list japan --json", ["Tokyo"])),
        // A key that nothing has isn't a place.
        Line(
            program: "itour", first: trip, typed: "leg add train origin:Kyoto destination:Osaka 2027-04-09",
            says: ["“origin:Kyoto”"], shown: ("leg list japan", []), lacks: ["Osaka"]),
        Line(
            program: "itour", first: trip, typed: "expense add 12 QQQ Bus", says: ["“QQQ” is not a currency"]),
        Line(program: "itour", first: trip, typed: "budget set food 300 zł", says: ["PLN"]),
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple"],
            typed: "sight edit temple --cost 1250 JPY",
            says: ["Changed “Temple”"], shown: ("sight list cost:1250JPY", ["Temple"])),
        Line(
            program: "itour", before: ["add Kyoto"], typed: "edit kyoto foo:bar",
            says: ["Nothing can be set by “foo:” here.", "priority:"]),
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple"], typed: "sight edit temple foo:bar",
            says: ["Nothing can be set by “foo:” here.", "cost:"]),
        Line(
            program: "itour", before: trip, typed: "trip edit japan foo:bar",
            says: ["Nothing can be set by “foo:” here.", "details:"]),
        Line(
            program: "itour", typed: "add Rome foo:bar",
            says: ["Nothing can be set by “foo:” here.", "priority:"],
            shown: ("list", []), lacks: ["Rome"]),
        Line(
            program: "itour", typed: "poi add Museum city:Rome foo:bar --at 41.9,12.5",
            says: ["Nothing can be set by “foo:” here.", "city:"]),
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple"], typed: "sight list foo:bar",
            says: ["“foo:” is unknown", "The keys are", "cost:"]),
        Line(
            program: "itour", before: ["trip add Old 2020-01-01 2020-01-05", "trip add New"],
            typed: "trip delete is:past --yes", says: ["“Old”"], shown: ("trip list", ["New"]),
            lacks: ["Old"]),
        Line(
            program: "itour", before: ["add Rome 2020-01-01", "add Oslo"], typed: "delete is:past --yes",
            says: ["“Rome”"], shown: ("list", ["Oslo"]), lacks: ["Rome"]),
        Line(
            program: "itour",
            before: ["add Kyoto", "sight add Temple", "sight add Garden", "sight visited temple"],
            typed: "sight delete is:visited --yes", says: ["“Temple”"],
            shown: ("sight list kyoto", ["Garden"]),
            lacks: ["Temple"]),
        Line(
            program: "itour", before: ["add Kyoto", "sight add Temple", "sight add Garden"],
            typed: "sight edit --where name:temple cost:10", says: ["Changed 1 entry: "],
            shown: ("sight list cost:10", ["Temple"]), lacks: ["Garden"]),
        Line(
            program: "itour",
            before: ["trip add Japan 2027-04-01 2027-04-21", "leg add train Tokyo Kyoto 2027-04-02 10:00"],
            typed: "leg edit --where seat:none note:\"a window seat\"", says: ["Changed 1 entry: "],
            shown: ("leg show 1", ["a window seat"])),
        Line(
            program: "itour", before: ["add Rome", "back", "add Oslo"],
            typed: "edit --where country:it priority:must", says: ["Changed “Rome”: priority."],
            shown: ("list priority:must", ["Rome"]), lacks: ["Oslo"]),
        Line(
            program: "itour", base: trip, before: ["expense add 5 Bus", "expense add 9 Ramen category:food"],
            typed: "expense delete category:food --yes", says: ["“Ramen”"],
            shown: ("expense list japan", ["Bus"]), lacks: ["Ramen"]),
        Line(
            program: "itour", base: trip,
            before: ["stay add Ryokan 2027-04-05 cost:90", "expense add 95 Kimono"],
            typed: "search cost:>80", says: ["Ryokan"]),
        Line(
            program: "itour", base: trip,
            before: ["stay add Ryokan 2027-04-05", "stay add Hostel 2027-04-06"],
            typed: "stay list text:ryokan", says: ["Ryokan"]),
        Line(
            program: "itour", base: trip, before: ["expense add 5 Bus", "expense add 9 Ramen"],
            typed: "expense list text:ramen", says: ["Ramen"]),
        Line(
            program: "itour", before: ["add Rome priority:must", "back", "add Oslo"],
            typed: "stats priority:must",
            says: ["1 destination"]),
        Line(
            program: "itour", before: ["add Rome", "back", "add Oslo"], typed: "search rome or oslo",
            says: ["Rome", "Oslo"]),
    ]

    /// Conditions in moonshot.
    private static let moonshot: [Line] = [
        Line(program: "moonshot", typed: "astronauts --sort", says: ["--sort FIELD"]),
        Line(
            program: "moonshot", typed: "missions foo:bar",
            says: ["“foo:” is unknown", "The keys are", "rocket:"]),
        Line(
            program: "moonshot", typed: "astronauts foo:bar",
            says: ["“foo:” is unknown", "The keys are", "born:"]),
        Line(program: "moonshot", typed: "search year:1969 -crew:collins", says: ["Apollo 12"]),
        Line(program: "moonshot", typed: "search born:..1924", says: ["Schirra"]),
        Line(
            program: "moonshot", typed: "search foo:bar", says: ["“foo:” is unknown", "The keys are"]),
        Line(
            program: "moonshot", typed: "export landings.json is:landed", says: ["6 missions"]),
        Line(
            program: "moonshot", typed: "export deck.csv --deck is:landed",
            says: ["--deck and conditions can't be given together."]),
        Line(program: "moonshot", typed: "missions \"year:1969 -role:backup\"", says: ["No mission matches"]),
    ]

    /// Mistakes beside records, and what the answers contain.
    private static let mistakes: [(typed: String, says: [String])] = [
        ("delete 1 or 2 --yes", ["“or” is an operator of conditions, not an entry.", "1 2"]),
        ("delete 2 and 1 --yes", ["“and” is an operator of conditions", "2 1"]),
        ("delete not 1 --yes", ["Write it as conditions: -number:1."]),
        ("delete 1 or number:2 --yes", ["Write it as conditions: number:1 or number:2."]),
        ("delete -1 --yes", ["“-1” isn't the number of an entry.", "“-number:1” for all others"]),
        ("delete (1 or 2) --yes", ["In conditions, write “number:1”."]),
    ]

    /// Returns lines with operators and numbers beside records, which would otherwise be parts of titles and texts.
    private static func besideRecords(
        _ program: String, _ before: [String], titles: [String]
    ) -> [Line] {
        mistakes.map { mistake in
            Line(
                program: program, before: before, typed: mistake.typed, says: mistake.says,
                shown: ("list", titles))
        }
    }

    private static let beside: [Line] = [
        besideRecords(
            "portfolio", ["new Report", "new Rent", "new Milk"], titles: ["Report", "Rent", "Milk"]),
        besideRecords("mybooks", ["add Orlando Woolf", "add Emma Austen"], titles: ["Orlando", "Emma"]),
        besideRecords("itour", ["add Rome", "back", "add York", "back"], titles: ["Rome", "York"]),
        ["close 1 or 2", "due 1 or 2 friday", "priority high 1 or 2", "untag work 1 or 2", "start 1 or 2"]
            .map { line in
                Line(
                    program: "portfolio", before: ["tag new work", "new Report #work", "new Rent #work"],
                    typed: line, says: ["“or” is an operator of conditions", "1 2"],
                    shown: ("list #work due:none priority:low -is:started", ["Report", "Rent"]))
            },
    ].flatMap(\.self)

    /// Conditions and operators of other programs.
    private static let foreign: [Line] = [
        Line(program: "moonshot", typed: "missions !is:landed", says: ["Write “-is:landed”"]),
        Line(program: "moonshot", typed: "missions - is:landed", says: ["Write “-is:landed”"]),
        Line(program: "moonshot", typed: "missions samples>50", says: ["Write “samples:>50”"]),
        Line(program: "moonshot", typed: "missions samples > 50", says: ["Write “samples:>50”"]),
        Line(program: "moonshot", typed: "missions year:1969 || year:1970", says: ["Write “or”"]),
        Line(program: "moonshot", typed: "missions moonwalks:>=3 or <2", says: ["Write “moonwalks:<2”"]),
        Line(
            program: "portfolio", before: ["new Alpha !high"], typed: "list !high",
            says: ["Write “priority:high”"]),
        Line(
            program: "portfolio", before: ["new Alpha !high"], typed: "edit --where !high !low",
            says: ["Write “priority:high”"], shown: ("list priority:high", ["Alpha"])),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "list due<friday",
            says: ["Write “due:<friday”"]),
        Line(program: "mybooks", before: books, typed: "list rating>3", says: ["Write “rating:>3”"]),
        Line(
            program: "mybooks", before: ["add \"Simon & Co\" King"], typed: "list simon & co", says: ["Simon"]
        ),
    ]

    /// Words that are only inside a title, several numbers, and records that don't meet the conditions.
    private static let inside: [Line] = [
        Line(
            program: "portfolio", before: ["new Call mum"], typed: "close all --yes",
            says: ["No entry has the title “all”.", "“number:1..”"], shown: ("list", ["Call mum"])),
        Line(
            program: "portfolio", before: ["new Call mum"], typed: "edit --where all !high --yes",
            says: ["No entry has the title “all”."], shown: ("list priority:low", ["Call mum"])),
        Line(
            program: "itour", before: ["add \"All Saints\"", "back"], typed: "delete all --yes",
            says: ["No entry has the title “all”.", "“--where number:1..”"], shown: ("list", ["All Saints"])),
        Line(
            program: "itour", before: ["add Oslo", "sight add \"All Saints\"", "back"],
            typed: "sight delete all --in oslo --yes", says: ["No entry has the title “all”."],
            shown: ("sight list oslo", ["All Saints"])),
        Line(
            program: "mybooks", before: ["add All Zola"], typed: "delete all --yes", says: ["Deleted"],
            shown: ("list", []), lacks: ["Zola"]),
        Line(
            program: "mybooks", before: books, typed: "delete \"er\" --yes",
            says: ["Nothing here matches “er”.", "Did you mean"], shown: ("list", ["Dark Tower"])),
        Line(
            program: "mybooks", before: books, typed: "edit 1..3 language:pl",
            says: ["“number:1..3”", "“--where number:1..3”"]),
        Line(
            program: "itour", before: ["add Rome", "back", "add Oslo", "back"], typed: "delete 1,2 --yes",
            says: ["“number:1 or number:2”"], shown: ("list", ["Rome", "Oslo"])),
        Line(
            program: "mybooks", before: books, typed: "edit --where '1 2' language:pl",
            says: ["“--where \"number:1 or number:2\"”"]),
        Line(
            program: "mybooks", before: books, typed: "edit --where 'emma or ender' language:pl",
            says: ["“text:emma or text:ender”"]),
        Line(
            program: "mybooks", before: books, typed: "edit 1 or 2 language:pl",
            says: ["“number:1 or number:2”"], shown: ("list language:none", ["Emma", "Dark Tower"])),
        Line(
            program: "portfolio", before: ["tag new home", "new Alpha"], typed: "delete 1 #home --yes",
            says: ["The conditions don't hold for “Alpha”."], shown: ("list", ["Alpha"])),
        Line(
            program: "mybooks", before: books, typed: "delete 1 author:king --yes",
            says: ["The conditions don't hold for “Emma”."], shown: ("list", ["Emma"])),
        Line(
            program: "itour", before: ["add Rome", "back"], typed: "delete 1 country:norway --yes",
            says: ["The conditions don't hold for “Rome”."], shown: ("list", ["Rome"])),
    ]

    private static let dated = [
        "new Alpha due:2030-05-05", "new Beta due:2030-05-09", "new Maypole",
    ]

    /// Values of several words, and numbers with separators.
    private static let values: [Line] = [
        Line(program: "moonshot", typed: "missions launch:july 1969", says: ["Apollo 11"]),
        Line(program: "moonshot", typed: "missions launch:jul 16 1969 armstrong", says: ["Apollo 11"]),
        Line(program: "moonshot", typed: "missions launch:16 july 1969", says: ["Apollo 11"]),
        Line(program: "moonshot", typed: "missions launch:>july 1972", says: ["Apollo 17"]),
        Line(
            program: "moonshot", typed: "missions (launch:..may 1969 or number:17)", says: ["Apollo 8", "17"]),
        Line(
            program: "moonshot", typed: "missions launch:july 1969..may 1970 -is:landed", says: ["Apollo 13"]),
        Line(
            program: "mybooks", base: books, before: ["finish emma 2024-05-03"], typed: "list read:may 2024",
            says: ["Emma"]),
        Line(
            program: "itour", before: ["add Kyoto 2027-05-04", "back"], typed: "list date:may 2027",
            says: ["Kyoto"]),
        Line(
            program: "portfolio", before: dated, typed: "close due:5 may 2030 --yes", says: [],
            shown: ("list", ["Beta", "Maypole"]), lacks: ["Alpha"]),
        Line(
            program: "portfolio", before: dated, typed: "delete (due:5 may 2030 or due:may 9 2030) --yes",
            says: [], shown: ("list", ["Maypole"]), lacks: ["Alpha", "Beta"]),
        Line(
            program: "portfolio", before: dated, typed: "close may due:friday --yes",
            says: ["The conditions don't hold for “Maypole”."],
            shown: ("list", ["Alpha", "Beta", "Maypole"])),
        Line(program: "mybooks", before: books, typed: "list title:4 emma", says: ["No book matches"]),
        Line(program: "moonshot", typed: "missions number:11,12", says: ["“number:11 or number:12”"]),
        Line(program: "moonshot", typed: "missions number:11.5", says: ["“11.5” can't follow “number:”"]),
        Line(program: "moonshot", typed: "missions samples:>1,000", says: ["Write 1000 or 1.0000."]),
        Line(program: "moonshot", typed: "missions samples:>96.5", says: ["Apollo 17"]),
        Line(
            program: "portfolio", before: ["new Alpha !high"], typed: "list priority:high,low",
            says: ["“priority:high or priority:low”"]),
    ]

    static let lines = [portfolio, finished, mybooks, itour, moonshot, beside, foreign, inside, values]
        .flatMap(
            \.self)

    /// Checks what a line shows after the tried one.
    private func check(_ tried: Line, _ person: Person) throws {
        guard let shown = tried.shown else { return }
        let result = try person.screens([shown.line])[0].text
        for text in shown.has { #expect(result.contains(text), "\(shown.line): \(result)") }
        for text in tried.lacks { #expect(!result.contains(text), "\(shown.line): \(result)") }
    }

    @Test(arguments: lines.indices)
    func `A script does what its author meant, or says what is wrong`(index: Int) throws {
        let tried = Self.lines[index]
        let person = try Person(tried.program)
        let before = tried.base + tried.before
        if !before.isEmpty { _ = try person.screens(before) }
        let screen = try #require(try person.screens(tried.first + [tried.typed]).last)
        for text in tried.says { #expect(screen.text.contains(text), "\(tried.typed): \(screen.text)") }
        try check(tried, person)
    }

    @Test(arguments: lines.indices)
    func `The prompt does the same, and asks where a script gets an error`(index: Int) throws {
        let tried = Self.lines[index]
        let person = try Person(tried.program)
        let before = tried.base + tried.before
        if !before.isEmpty { _ = try person.screens(before) }
        // Long lists would be shown by pages.
        let terminal = try person.terminal(columns: 160, rows: 200)
        for line in tried.first {
            try terminal.sendLine(line)
            try terminal.expectPrompt()
        }
        try terminal.sendLine(tried.typed)
        if let question = tried.asks {
            try terminal.expect(question)
            try terminal.sendLine(tried.answer)
            try terminal.expectPrompt()
        } else {
            let answer = try terminal.expectPrompt().split(whereSeparator: \.isWhitespace)
            let text = answer.joined(separator: " ")
            for wanted in tried.says { #expect(text.contains(wanted), "\(tried.typed): \(text)") }
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        try check(tried, person)
    }

    /// A line of the operating system's shell, which has removed the quotation marks, and what another line shows then.
    private static let arguments:
        [(program: String, before: [String], line: [String], shown: String, has: String)] = [
            (
                "portfolio", ["tag new family"], ["new", "Call mum #family due:2030-01-04 !high"],
                "list #family due:2030-01-04 priority:high", "Call mum"
            ),
            (
                "portfolio", ["new Alpha #done --yes", "new Gamma"], ["close", "#done is:open", "--yes"],
                "list is:closed", "Alpha"
            ),
            ("portfolio", ["new Alpha"], ["edit", "1", "due:2030-01-04"], "list due:2030-01-04", "Alpha"),
            ("portfolio", ["new Alpha"], ["note", "1", "do not disturb"], "show 1", "do not disturb"),
            (
                "mybooks", ["add Emma Austen"], ["edit", "--where", "author:austen is:on-shelf", "pages:5"],
                "list pages:5", "Emma"
            ),
            (
                "mybooks", ["add \"Do not disturb\" A"], ["shelf", "add", "do not disturb", "sf", "--yes"],
                "list #sf", "Do not"
            ),
            (
                "itour", ["add Kyoto"], ["sight", "add", "kyoto", "Temple: the golden one"],
                "sight list kyoto", "golden"
            ),
            (
                "itour", ["add \"Bed and breakfast\""], ["edit", "bed and breakfast", "priority:must"],
                "list priority:must", "Bed"
            ),
        ]

    @Test(arguments: arguments.indices)
    func `One argument with spaces is read as its author meant it`(index: Int) throws {
        let tried = Self.arguments[index]
        let person = try Person(tried.program)
        _ = try person.screens(tried.before)
        let result = try TestSupport.run(
            person.path, tried.line, stdin: "", environment: person.environment,
            workingDirectory: person.home.path)
        #expect(result.status == .exited(0), "\(tried.line): \(result.stderr)")
        let text = try person.screens([tried.shown])[0].text
        #expect(text.contains(tried.has), "\(tried.line): \(text)")
    }

    @Test(arguments: [
        ("portfolio", ["new", "Alpha", "foo:b c"]), ("portfolio", ["edit", "1", "foo:b c"]),
        ("mybooks", ["add", "Eden", "Lem", "foo:b c"]), ("mybooks", ["edit", "1", "foo:b c"]),
        ("mybooks", ["edit", "--where", "author:austen", "foo:b c"]),
        ("itour", ["add", "Bergen", "foo:b c"]),
        ("itour", ["edit", "1", "foo:b c"]), ("itour", ["edit", "--where", "name:kyoto", "foo:b c"]),
    ])
    func `An unknown key is a mistake, also before a value with spaces`(
        program: String, line: [String]
    ) throws {
        let person = try Person(program)
        _ = try person.screens([
            ["portfolio": "new Beta", "mybooks": "add Emma Austen", "itour": "add Kyoto"][program] ?? ""
        ])
        let result = try TestSupport.run(
            person.path, line, stdin: "", environment: person.environment,
            workingDirectory: person.home.path)
        #expect(result.status == .exited(64))
        #expect(result.stderr.contains("Nothing can be set by “foo:” here."), "\(line): \(result.stderr)")
    }

    @Test(arguments: [
        ("pl_PL.UTF-8", "list #dom lub #praca", ["Alpha", "Beta"]),
        ("pl_PL.UTF-8", "list nie #dom", ["Beta", "Gamma"]),
        ("hu_HU.UTF-8", "list #dom vagy #praca", ["Alpha", "Beta"]),
        ("hu_HU.UTF-8", "list nem #dom", ["Beta", "Gamma"]), ("pl_PL.UTF-8", "list \"lub\"", []),
    ])
    func `Operators are words of the user's language, too`(
        locale: String, line: String, titles: [String]
    ) throws {
        let person = try Person("portfolio", locale: locale)
        let lines = ["tag new dom", "tag new praca", "new Alpha #dom", "new Beta #praca", "new Gamma", line]
        let text = try person.screens(lines).last?.text ?? ""
        #expect(["Alpha", "Beta", "Gamma"].filter { text.contains($0) } == titles, "\(text)")
    }

    @Test(arguments: [
        ("pl_PL.UTF-8", "delete nie #dom --yes"), ("hu_HU.UTF-8", "delete nem #dom --yes"),
    ])
    func `“not” of the user's language never means the opposite`(locale: String, line: String) throws {
        let person = try Person("portfolio", locale: locale)
        let lines = ["tag new dom", "new \"Anna nie nem\" #dom", "new Gamma", line, "list"]
        let text = try person.screens(lines).last?.text ?? ""
        #expect(text.contains("Anna"), "\(text)")
        #expect(!text.contains("Gamma"), "\(text)")
    }

    @Test(arguments: [
        ("pl_PL.UTF-8", "missions rok:1969 lub rok:1970"), ("hu_HU.UTF-8", "missions év:1969 vagy év:1970"),
        ("pl_PL.UTF-8", "search year:1969 lub year:1970"),
    ])
    func `Missions are found by operators of the user's language`(locale: String, line: String) throws {
        // Hungarian has a dash: Apollo–11.
        let screen = try Person("moonshot", locale: locale).screens([line])[0]
        let text = screen.text.replacing("–", with: " ")
        #expect(text.contains("Apollo 11"), "\(text)")
        #expect(text.contains("Apollo 13"), "\(text)")
        #expect(!text.contains("Apollo 17"), "\(text)")
    }

    @Test func `A view with operators of one language means the same in another one`() throws {
        let polish = try Person("portfolio", locale: "pl_PL.UTF-8")
        _ = try polish.screens([
            "tag new dom", "tag new praca", "new Alpha #dom", "new Beta #praca",
            "view save moje #dom lub #praca",
        ])
        let text = try Person("portfolio", home: polish.home).screens(["view moje"])[0].text
        #expect(text.contains("Alpha"), "\(text)")
        #expect(text.contains("Beta"), "\(text)")
    }

    @Test(arguments: [
        ("en_US.UTF-8", "search do not disturb"), ("en_US.UTF-8", "search not"),
        ("pl_PL.UTF-8", "search nie ma"), ("pl_PL.UTF-8", "search nie"), ("hu_HU.UTF-8", "search nem"),
        ("en_US.UTF-8", "search disturb or solaris"), ("pl_PL.UTF-8", "search nie emma"),
    ])
    func `A search finds a text with the word of an operator before conditions`(
        locale: String, line: String
    ) throws {
        let person = try Person("mybooks", locale: locale)
        let lines = ["add \"Do not disturb, nie ma, nem\" Abe", "add Emma Austen", line]
        let text = try person.screens(lines).last?.text ?? ""
        #expect(text.contains("Do not disturb"), "\(text)")
        #expect(!text.contains("Emma"), "\(text)")
    }

    @Test(arguments: ["nie", "i robot"])
    func `A view with a text that is an operator of another language means the same in that language`(
        text: String
    ) throws {
        let english = try Person("portfolio")
        _ = try english.screens(["new \"Nie, robot i my\"", "new Gamma", "view save mine \(text)"])
        let screen = try Person("portfolio", home: english.home, locale: "pl_PL.UTF-8")
            .screens(["view mine"])[0].text
        #expect(screen.contains("Nie, robot"), "\(screen)")
        #expect(!screen.contains("Gamma"), "\(screen)")
    }

    @Test(arguments: [
        ("portfolio", "new Alpha"), ("mybooks", "add Alpha King"), ("itour", "add Alpha"),
    ])
    func `A record that doesn't meet the conditions is a failure for scripts`(
        program: String, line: String
    ) throws {
        let person = try Person(program)
        _ = try person.screens([line])
        let result = try person.run("delete", "1", "-number:1", "--yes")
        #expect(result.status == .exited(1))
        #expect(result.stderr.contains("The conditions don't hold for “Alpha”."), "\(result.stderr)")
    }

    @Test func `Changes without a book are answered with the line for all books`() throws {
        let result = try Person("mybooks").run("edit", "author:lem", "language:pl")
        #expect(result.stderr.contains("“edit --where author:lem language:pl”"), "\(result.stderr)")
    }

    @Test(arguments: ["list \"do not disturb\"", "list do not disturb"])
    func `Only outside of quotation marks, “not” is an operator`(line: String) throws {
        let text = try Person("portfolio").screens(["new \"Do not disturb\"", "new Do it", line])[2].text
        #expect(text.contains("Do not disturb") == line.contains("\""), "\(text)")
        #expect(text.contains("Do it") != line.contains("\""), "\(text)")
    }
}
