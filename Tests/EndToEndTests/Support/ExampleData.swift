/// Lines that add the records which the examples in the help of each program name.
enum ExampleData {
    static let lines = ["mybooks": books, "itour": trips, "moonshot": marks, "portfolio": issues]

    private static let books: [String] =
        (["Solaris", "Dune"] + (3...12).map { "Book \($0)" } + ["The Left Hand"])
        .map { "add \"\($0)\" Somebody --added 2024-01-01" }
        + ["finish solaris --on 2024-01-05", "lend 5 Bob"]
        + ["favourites", "dnf", "did-not-finish", "\"to lend\""].map { "shelf add 3 \($0)" }
        + ["shelf add solaris favourites"] + (1...4).map { "quote add 4 \"Quote \($0)\"" }
        + ["quote add 4 \"We need mirrors.\""]
        + [
            "add \"Golem XIV\" \"Stanisław Lem\" --added 2024-01-01 --status abandoned --completed 2014 --rating 4",
            "view save urgent is:abandoned",
        ]

    private static let trips: [String] =
        ["add Rome --date 2025-05-01", "back", "add Florence", "back", "add Naples", "back"]
        + (4...12).flatMap { ["add \"Place \($0)\"", "back"] }
        + ["sight add rome Colosseum --at 41.89,12.49", "sight add rome Trevi --at 41.9,12.48"]
        + (3...9).map { "sight add rome \"Sight \($0)\"" } + ["export trips.json"]
        + ["poi add Colosseum --category museum --at 41.89,12.49"]
        + (2...12).map { "poi add \"Point \($0)\"" }
        + [
            "trip add Japan --date 2027-04-01 --end 2027-04-21", "add Kyoto", "back", "add Tokyo",
            "back", "leg add train Kyoto Tokyo --depart 2027-04-08",
            "stay add Ryokan --check-in 2027-04-05", "expense add 900 Ramen",
            "checklist add Passport Umbrella", "back", "trip add Italy", "checklist add Sunglasses",
            "stay add Hotel --check-in 2025-05-01 --at 41.9,12.49",
            "back", "view save urgent priority:must",
        ]

    private static let marks: [String] = ["favourite 11", "note 8 Earthrise"]

    private static let issues: [String] =
        ["tag new work", "tag new later"]
        + (1...13).flatMap {
            ["new \"\($0 == 5 ? "The login" : "Issue \($0)")\" --tag work", "back"]
        }
        + ["note #12 Called", "export issues.json", "export todo.txt", "view save urgent is:open"]
}
