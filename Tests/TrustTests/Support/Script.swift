import Foundation
import TestSupport
import Testing

/// Commands that change a program's data, and the files that these commands read.
struct Script: Hashable, Sendable, CustomTestStringConvertible {
    let program: String
    let lines: [String]
    /// Files in the working directory, by name.
    var files: [String: String] = [:]

    var testDescription: String { program }

    /// A script for each of the four programs, or for the program in `TRUST_PROGRAM`.
    static let all = [books, trips, moon, issues].filter { script in
        let chosen = ProcessInfo.processInfo.environment["TRUST_PROGRAM"]
        return chosen == nil || chosen == script.program
    }

    /// Creates the files in a home.
    func prepare(_ home: TemporaryDirectory) throws {
        for (name, text) in files { try home.write(text, to: name) }
    }
}

extension Script {
    static let books = Script(
        program: "mybooks",
        lines: """
            add Solaris "Stanisław Lem"
            add Eden "Stanisław Lem" --rating 4
            start solaris
            rate solaris 5
            finish solaris
            shelf add solaris eden "space travel"
            quote add solaris "We need mirrors." --page 72
            quote add solaris "We have no need of others."
            quote move 2 1
            undo
            redo
            add Lalka "Bolesław Prus" --status completed
            shelf add lalka classics
            shelf rename classics "the classics"
            edit lalka --title "The Doll"
            import books.json
            undo
            redo
            rate "title:The Doll" 3
            shelve eden
            quote edit 1 --text "We want mirrors."
            shelf remove eden "space travel"
            delete eden --yes
            undo
            quote delete 2 --yes
            shelf delete "the classics" --yes
            edit solaris --summary "On an ocean that thinks."
            add Fiasko "Stanisław Lem"
            delete solaris --yes
            undo
            add "Głos Pana" "Stanisław Lem"
            status fiasko in-progress
            """.lines,
        files: [
            "books.json": """
            [
              {"title": "Ferdydurke", "author": "Witold Gombrowicz", "status": "completed", "rating": 5,
               "identifier": "0B9B7A44-3A6C-4A4F-9E0D-0A4E27C9D8E1", "shelves": ["polish", "novels"],
               "quotes": [{"identifier": "C0B0E0C5-7DE0-46F7-9F1C-5B4E0B7A55AA", "text": "Pupa."}]},
              {"title": "Kosmos", "author": "Witold Gombrowicz", "status": "on-shelf", "shelves": ["polish"]},
              {"title": "Emma", "author": "Jane Austen", "status": "in-progress"}
            ]
            """
        ])

    static let trips = Script(
        program: "itour",
        lines: """
            add Rome --date 2026-04-02 --end 2026-04-09 --priority must
            add Kyoto
            sight add Colosseum --in rome --at 41.8902,12.4922
            sight add "Trevi Fountain" --in rome
            sight add Pantheon --in rome --note "Early in the morning"
            open rome
            sight move pantheon first
            undo
            redo
            edit kyoto --date "2027-05-01 18:30"
            edit rome --details "Trains leave from Termini."
            sight visited colosseum
            sight visited colosseum --not
            add Naples --priority maybe
            sight add Vesuvius --in naples
            sight move vesuvius --to rome
            open rome
            import trips.geojson --into kyoto
            undo
            redo
            delete naples --yes
            undo
            open rome
            edit naples --priority must
            sight edit colosseum --address "Piazza del Colosseo"
            sight delete pantheon --yes
            undo
            add Gdańsk
            sight add Neptun --in gdańsk
            delete rome --yes
            undo
            open gdańsk
            edit gdańsk --date 2026-07-01
            sight visited neptun
            edit kyoto --date none
            poi import points.json
            poi to-sight arashiyama kyoto
            poi favourite uffizi
            add Pécs
            """.lines,
        files: [
            "trips.geojson": """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "properties": {"name": "Kinkaku-ji"},
               "geometry": {"type": "Point", "coordinates": [135.7292, 35.0394]}},
              {"type": "Feature", "properties": {"name": "Nijō-jō"},
               "geometry": {"type": "Point", "coordinates": [135.7481, 35.0142]}}
            ]}
            """,
            "points.json": """
            [
              {"identifier": "0A6F2C3E-58D1-4B7B-9A53-0F1E5D3C7B21", "name": "Arashiyama", "city": "Kyoto",
               "category": {"name": "Parks"}, "latitude": 35.0094, "longitude": 135.6668},
              {"identifier": "0A6F2C3E-58D1-4B7B-9A53-0F1E5D3C7B22", "name": "Uffizi", "city": "Florence",
               "category": {"name": "Museums"}, "latitude": 43.7687, "longitude": 11.2559}
            ]
            """,
        ])

    static let moon = Script(
        program: "moonshot",
        lines: (7...17).flatMap { number -> [String] in
            number == 13
                ? ["note 13 \"They came back.\"", "undo", "redo"]
                : ["favourite \(number)", "note \(number) \"Number \(number).\""]
        } + [
            "unfavourite 11", "undo", "note 11 \"The first.\"", "note 12 --delete --yes", "undo",
            "favourite armstrong",
            "unfavourite armstrong", "undo",
        ])

    static let issues = Script(
        program: "portfolio",
        lines: """
            tag new work
            tag new home
            new Fix the login page --priority high --tag work
            content 1 --text "Since Monday."
            new Prune the apple tree
            tag home 2
            priority medium 2
            close 1
            reopen 1
            undo
            redo
            title #2 Prune the pear tree
            tag rename home garden
            new Write the report
            tag work 3
            untag work 3
            import issues.json
            undo
            redo
            close 2 3
            undo
            delete 1 --yes
            undo
            tag delete garden --yes
            undo
            samples --seed 7
            undo
            redo
            content 3 --text "In March."
            priority high 3
            reset --yes
            undo
            close 3
            """.lines,
        files: [
            "issues.json": """
            [
              {"title": "Call Ada", "status": "open", "priority": "high", "tags": ["people", "work"],
               "identifier": "7F5B2B1C-6F0C-4C57-8E65-0B6D0B0C3C11", "content": "About the engine.",
               "created": "2026-01-02T03:04:05Z", "modified": "2026-01-02T03:04:05Z"},
              {"title": "Call Charles", "status": "open", "priority": "low", "tags": ["people"],
               "identifier": "7F5B2B1C-6F0C-4C57-8E65-0B6D0B0C3C12",
               "created": "2026-01-02T03:04:05Z", "modified": "2026-01-02T03:04:05Z"}
            ]
            """
        ])
}

extension String {
    /// The lines of a text, without empty lines.
    fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
