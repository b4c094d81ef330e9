import Localization
import Testing

@testable import Shell

@Suite("Value types")
struct ValueTypeTests {
    private func context(_ localizer: Localizer = english, home: String? = nil) throws -> ParseContext {
        let today = try #require(CivilDate(year: 2024, month: 3, day: 1))
        return ParseContext(localizer: localizer, today: today, home: home)
    }

    private func value<Value>(
        _ type: ValueType<Value>, _ text: String, _ localizer: Localizer = english
    ) throws -> Value {
        try type.parse(text, context(localizer))
    }

    @Test func `A text that must not be blank is trimmed`() throws {
        #expect(try value(.nonBlank, " \u{A0}War and Peace\t") == "War and Peace")
        #expect(throws: ValueError.blank) { try value(.nonBlank, "") }
        #expect(throws: ValueError.blank) { try value(.nonBlank, " \u{2003}\n") }
        #expect(try value(.text, " x ") == " x ")
    }

    @Test func `A number must be within its range`() throws {
        #expect(try value(.integer(in: 1...5), "3") == 3)
        #expect(try value(.integer(), "-12") == -12)
        for text in ["0", "6", "x", "", "3.5", "99999999999999999999"] {
            #expect(throws: ValueError.outOfRange(text, 1...5)) { try value(.integer(in: 1...5), text) }
        }
        #expect(throws: ValueError.notANumber("x")) { try value(.integer(), "x") }
        #expect(throws: ValueError.outOfRange("0", 1...Int.max)) { try value(.integer(in: 1...Int.max), "0") }
    }

    @Test(arguments: [
        ("3..5", 3...5), ("3", 3...3), ("3..", 3...5), ("..4", 1...4), ("2...3", 2...3), ("2…3", 2...3),
        (" 1 .. 2 ", 1...2),
    ])
    func `A range is a number, two numbers or one with an open end`(
        _ text: String, _ expected: ClosedRange<Int>
    ) throws {
        #expect(try value(.integerRange(in: 1...5), text) == expected)
    }

    @Test func `A malformed, reversed or excessive range is refused`() {
        for text in ["..", "x", "", "1..x", "1-2", "1..2..3"] {
            #expect(throws: ValueError.notARange(text), "\(text)") {
                try value(.integerRange(in: 1...5), text)
            }
        }
        #expect(throws: ValueError.backwardRange("5..3")) { try value(.integerRange(in: 1...5), "5..3") }
        #expect(throws: ValueError.outOfRange("9", 1...5)) { try value(.integerRange(in: 1...5), "2..9") }
    }

    @Test func `A day is an ISO date or a word of the language`() throws {
        #expect(try value(.day, "2024-02-29") == CivilDate(year: 2024, month: 2, day: 29))
        #expect(try value(.day, "yesterday") == CivilDate(year: 2024, month: 2, day: 29))
        #expect(try value(.day, "wczoraj", polish) == CivilDate(year: 2024, month: 2, day: 29))
        #expect(try value(.day, "ma", hungarian) == CivilDate(year: 2024, month: 3, day: 1))
    }

    @Test func `A weekday is the latest one, or the next one for a day in the future`() throws {
        #expect(try value(.day, "thursday") == CivilDate("2024-02-29"))
        #expect(try value(.comingDay, "thursday") == CivilDate("2024-03-07"))
        #expect(try value(.comingDay, "in two weeks") == CivilDate("2024-03-15"))
    }

    @Test func `A day that the calendar lacks has a different error than a malformed day`() throws {
        for text in ["2023-02-30", "2024-13-01", "2023/2/30", "2/30/2023", "13/32/2023", "June 31, 2024"] {
            #expect(throws: ValueError.impossibleDay(text), "\(text)") { try value(.day, text) }
        }
        #expect(throws: ValueError.impossibleDay("30.2.2023")) { try value(.day, "30.2.2023", polish) }
        #expect(throws: ValueError.impossibleDay("30.2.2023")) { try value(.day, "30.2.2023") }
        for text in ["soon", "", "2024", "12-12", "14.30", "5.5.31", "next friday"] {
            #expect(throws: ValueError.notADay(text), "\(text)") { try value(.day, text) }
        }
        #expect(try value(.day, "12/31/2031", polish) == CivilDate("2031-12-31"))
        #expect(try value(.day, "31/12/2031") == CivilDate("2031-12-31"))
    }

    @Test func `An ambiguous day is refused with both readings`() throws {
        let canadian = Localizer(
            .english, dayStyle: .medium, territory: Territory(environment: ["LANG": "en_CA.UTF-8"]))
        let days = [CivilDate(year: 2024, month: 3, day: 4), CivilDate(year: 2024, month: 4, day: 3)]
        let error = ValueError.unclearDay("3/4/2024", days.compactMap { $0 })
        #expect(throws: error) { try value(.day, "3/4/2024", canadian) }
        #expect(english.string(error.problem) == "“3/4/2024” can be read as 2024-03-04 or 2024-04-03.")
        #expect(english.string(try #require(error.remedy)).contains("2024-12-31"))
        for text in ["31/12/2024", "12/31/2024"] {
            #expect(try value(.day, text, canadian) == CivilDate(year: 2024, month: 12, day: 31))
        }
        #expect(throws: ValueError.impossibleDay("30/2/2024")) { try value(.day, "30/2/2024", canadian) }
    }

    @Test func `A day with the year first may have slashes and no zeros in every language`() throws {
        for text in ["2024-1-2", "2024/01/02", "2024/1/2", "2024-01-02"] {
            for localizer in [english, polish, hungarian] {
                #expect(
                    try value(.day, text, localizer) == CivilDate(year: 2024, month: 1, day: 2), "\(text)")
            }
        }
    }

    private enum Order { case title, dateAdded }
    private let orders = ValueType.choice([
        Choice("title", Order.title, plain("tytuł")),
        Choice("date-added", Order.dateAdded, plain("data dodania")),
    ])

    @Test func `A choice is given by its name or a localized name in any case`() throws {
        #expect(try value(orders, "title") == .title)
        #expect(try value(orders, "TYTUŁ") == .title)
        #expect(try value(orders, "Date Added") == .dateAdded)
        #expect(try value(orders, "data dodania") == .dateAdded)
        #expect(english.string(orders.placeholder) == "title|date-added")
        #expect(
            orders.completion
                == .words([
                    .localized("title", [plain("tytuł")]), .localized("date-added", [plain("data dodania")]),
                ]))
    }

    @Test func `A wrong choice suggests the nearest one, or lists all`() {
        let names = ["title", "date-added"]
        #expect(throws: ValueError.unknownChoice("titel", choices: names, nearest: ["title"])) {
            try value(orders, "titel")
        }
        let unlike = ValueError.unknownChoice("q", choices: names, nearest: [])
        #expect(unlike.remedy.map(english.string) == "Choose one of: title or date-added.")
    }

    @Test func `The word for no value exists in every language and differs from a missing option`() throws {
        let type = ValueType.integer(in: 1...5).orNone
        #expect(try value(type, "none") == .none)
        #expect(try value(type, "brak", polish) == .none)
        #expect(try value(type, "NINCS", hungarian) == .none)
        #expect(try value(type, "4") == .some(4))
        #expect(throws: ValueError.outOfRange("x", 1...5)) { try value(type, "x") }
        let parameter = Parameter.option("rating", type, help: plain("The rating."))
        let missing = try Invocation(command: "rate")[parameter]
        let given = try Invocation(command: "rate", values: ["rating": [Assignment<Int>.none]])[parameter]
        #expect(missing == nil)
        #expect(given == .some(.none))
    }

    @Test func `A missing optional value is nil, even if its type is optional too`() throws {
        let type = ValueType<Int?>(placeholder: plain("N")) { text, _ in Int(text) }
        let parameter = Parameter.option("n", type, help: plain("A number."))
        #expect(try Invocation(command: "x")[parameter] == Int??.none)
        #expect(try Invocation(command: "x", values: ["n": [Int?.none]])[parameter] == Int??.some(.none))
    }

    @Test func `A path may start in the home directory`() throws {
        let home = try context(home: "/home/ada")
        #expect(try ValueType.path.parse("~/books.csv", home) == "/home/ada/books.csv")
        #expect(try ValueType.path.parse("~", home) == "/home/ada")
        #expect(try ValueType.path.parse("a~/b", home) == "a~/b")
        #expect(try ValueType.path.parse("~other/b", home) == "~other/b")
    }

    @Test func `Reading an undeclared parameter is an error that names it`() {
        let parameter = Parameter.required("title", .text, help: plain("The title."))
        #expect(throws: UndeclaredParameter.self) { try Invocation(command: "add")[parameter] }
    }
}
