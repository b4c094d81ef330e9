import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Collator")
struct CollatorTests {
    private static let titles = [
        "Solaris", "Lalka", "Łódź", "Lód", "Ład", "Mleko", "Ćma", "Cma", "Czas", "Źródło", "Zorza", "Żaba",
        "Zima", "Święto", "Swięto", "Świt", "Sąd", "Sad", "Ósmy", "Osm", "Ołów", "Ogród", "Ęsi", "Ewa", "Ńa",
        "Nić",
        "Pan Tadeusz", "Pan Wołodyjowski", "pan tadeusz", "PAN TADEUSZ", "Quo vadis", "Ferdydurke",
        "Cyberiada",
        "Az ember tragédiája", "A Pál utcai fiúk", "Egri csillagok", "Légy jó mindhalálig",
        "Csongor és Tünde",
        "Cukor", "Csak", "Czuczor", "Dzsungel könyve", "Dzéta", "Duna", "Gyula", "Gomb", "Lyuk", "Luk",
        "Nyár",
        "Nagy", "Sztár", "Szív", "Süt", "Tyúk", "Tűz", "Zsír", "Zár", "Öreg", "Ős", "Orr", "Ügyes", "Űr",
        "Ujj",
        "Üveg", "Ötven", "Őszi", "asszony", "aszal", "loccsan", "locsol", "meggy", "megy", "könnyű", "könyv",
        "The Left Hand of Darkness", "The Handmaid's Tale", "The Handmaid’s Tale", "1984",
        "2001: A Space Odyssey",
        "Café Müller", "Cafe Muller", "résumé", "resumé", "Résumé", "naïve", "naive", "Œuvres", "Oeuvres",
        "Encyclopædia", "Encyclopaedia", "Straße", "Strasse", "Þór", "Zoë", "Ærø", "Åland", "Aland", "Đorđe",
        "Dorde", "Ħal", "Hal", "İstanbul", "Istanbul", "ılık", "illik", "Ŋaa", "Naa", "Oz", "co-op", "coop",
        "co op",
        "[sic]", "(untitled)", "“Quoted”", "\"Quoted\"", "¿Qué?", "Que", "$100", "€100", "£5", "#1",
        "½ czasu",
        "№ 44", "x²", "x2", "Война и мир", "Идиот", "Йога", "Иод", "Ёлка", "Елка", "Ελλάδα", "Ευρώπη",
        "Οδύσσεια", "שלום", "ספר", "كتاب", "ألف", "こころ", "ノルウェイの森", "", " ", "a", "A", "á", "Á",
    ]

    @Test(arguments: Language.finished)
    func `The order of real titles matches ICU`(language: Language) throws {
        let collator = Collator(language)
        let platform = try PlatformICU.Collation(language.code)
        let titles = Self.titles.map { (text: $0, key: collator.key(for: $0)) }
        for left in titles {
            for right in titles where left.text != right.text {
                let expected = platform.order(left.text, right.text)
                let order = order(left.key, right.key)
                #expect(order == expected, "\(left.text) and \(right.text) in \(language.code)")
            }
        }
    }

    /// Returns random strings, made of parts that are difficult to order: special letters, their doubled
    /// forms, accents, capitals and symbols.
    private static func strings(_ parts: [String], count: Int, _ generator: inout SeededGenerator) -> [String]
    {
        (0..<count).map { _ in
            (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }.joined()
        }
    }

    private static let common = [
        "a", "b", "c", "d", "e", "g", "l", "n", "o", "s", "t", "u", "y", "z", "A", "C", "D", "L", "O", "S",
        "Z", " ",
        "-", "'", "1", "9", ".", ",", "é", "É", "ö", "Ö", "ü", "ñ", "č", "Ř", "å", "ø", "đ", "ß",
    ]

    @Test(arguments: [
        ("en", ["æ", "Œ", "þ", "ı", "ŋ", "ð", "ŧ", "ſ", "ā", "ǎ", "ế", "ơ", "!", "?", "(", "€", "—", "…"]),
        ("pl", ["ą", "Ą", "ć", "ę", "ł", "Ł", "ń", "ó", "Ó", "ś", "Ś", "ź", "ż", "Ż", "Ź", "„", "”", "–"]),
        (
            "hu",
            [
                "cs", "Cs", "CS", "ccs", "dz", "Dz", "dzs", "ddz", "ddzs", "gy", "ggy", "ly", "lly", "ny",
                "nny", "sz",
                "ssz", "Ssz", "SSZ", "ty", "tty", "zs", "zzs", "á", "Á", "í", "ó", "ő", "Ő", "ú", "ű", "Ű",
            ]
        ),
    ])
    func `The order of generated strings matches ICU`(code: String, special: [String]) throws {
        let language = try #require(Language(matching: code))
        let collator = Collator(language)
        let platform = try PlatformICU.Collation(code)
        var generator = SeededGenerator(seed: 2024)
        let strings = Self.strings(Self.common + special + special, count: 3000, &generator)
        var different = 0
        for (left, right) in zip(strings, strings.dropFirst()) {
            // Nearly equal strings are the most difficult to order, so compare variants of each string.
            let near = left.uppercased()
            for (left, right) in [
                (left, right), (left, near), (left + right, near + right), (left, left + "s"),
            ]
            where left != right {
                let expected = platform.order(left, right)
                let order = order(collator, left, right)
                if order != expected { different += 1 }
                #expect(order == expected || different > 20, "“\(left)” and “\(right)” in \(code)")
            }
        }
        #expect(different == 0)
    }

    @Test(arguments: [
        "абвгґдђѓеёєжзѕиіїйјклљмнњоќпрстћуўфхцчџшщъыьэюяАБВГҐДЂЃЕЁЄЖЗЅИІЇЙЈКЛЉМНЊОЌПРСТЋУЎФХЦЧЏШЩЪЫЬЭЮЯ",
        "αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώΑΆΒΓΔΕΈΖΗΉΘΙΊΪΚΛΜΝΞΟΌΠΡΣΤΥΎΫΦΧΨΩΏ",
        "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
    ])
    func `The order of letters of other scripts matches ICU`(letters: String) throws {
        let collator = Collator(.english)
        let platform = try PlatformICU.Collation("en")
        var wrong: [String] = []
        let beginning = letters.first.map(String.init) ?? ""
        for left in letters {
            for right in letters where left != right {
                for (left, right) in [
                    ("\(left)", "\(right)"), (beginning + "\(left)\(right)", "\(right)\(left)"),
                ] {
                    if order(collator, left, right) != platform.order(left, right) {
                        wrong.append(left + right)
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(10))")
    }

    @Test(arguments: ["&[before 1]b<a", "&a<*bc", "&a='b'", "&a|b<c"])
    func `Rules beyond the subset of CLDR's syntax are refused`(source: String) {
        #expect(CollationRules(source) == nil)
    }

    @Test func `Letters with accents don't form a contraction`() throws {
        let hungarian = Collator(try #require(Language(matching: "hu")))
        #expect(
            hungarian.sorted(["dzéta", "Džamonja", "duna", "dob"]) == ["dob", "duna", "Džamonja", "dzéta"])
        // An ellipsis after a prefix doesn't change the order.
        #expect(hungarian.sorted(["dzé…", "Dža…", "du…", "do…"]) == ["do…", "du…", "Dža…", "dzé…"])
        #expect(hungarian.sorted(["dzéta", "Dz\u{30C}amonja"]) == ["Dz\u{30C}amonja", "dzéta"])
    }

    @Test(arguments: Language.available)
    func `The fast path and the general path make the same key`(language: Language) {
        let collator = Collator(language)
        for value in UInt32(0)...0x17F {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // A directional mark doesn't change the key, but the collator then uses its general algorithm
            // instead of the fast path.
            for text in ["\(scalar)", "c\(scalar)", "d\(scalar)s", "\(scalar)z", "x\(scalar)x"] {
                #expect(collator.key(for: text) == collator.key(for: text + "\u{200E}"), "\(text)")
            }
        }
    }

    @Test func `Sorting is stable and works with a text of each element`() {
        let collator = Collator(.english)
        let sorted = collator.sorted([(2, "b"), (1, "a"), (0, "b"), (3, "")], by: \.1)
        #expect(sorted.map(\.0) == [3, 1, 2, 0])
        #expect(collator.sorted([String]()) == [])
    }

    @Test func `Keys are compared beyond their first bytes`() {
        let collator = Collator(.english)
        let long = String(repeating: "same beginning ", count: 5)
        #expect(collator.key(for: long + "a") < collator.key(for: long + "b"))
        #expect(collator.key(for: long) < collator.key(for: long + "a"))
        #expect(!(collator.key(for: long) < collator.key(for: long)))
        #expect(collator.key(for: "a") == collator.key(for: "a\u{200D}"))
    }

    private func order(_ collator: Collator, _ left: String, _ right: String) -> ComparisonResult {
        order(collator.key(for: left), collator.key(for: right))
    }

    private func order(_ left: CollationKey, _ right: CollationKey) -> ComparisonResult {
        left < right ? .orderedAscending : right < left ? .orderedDescending : .orderedSame
    }
}
