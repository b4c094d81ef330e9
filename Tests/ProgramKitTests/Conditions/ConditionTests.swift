import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import Shell
@testable import ProgramKit

@MainActor
@Suite("Conditions of lists")
struct ConditionTests {
    private let session: ShelfSession
    private let vocabulary = ConditionVocabulary(
        Parcel.fields,
        keys: [
            .number, ConditionKey("text-or-note", anyOf: ["title", "senderNote"], in: Parcel.fields),
            ConditionKey(
                name: "label", known: { ["Fragile", "To send"] },
                predicate: { name in
                    guard let name else { return #Predicate<Parcel> { $0.note == "" } }
                    return #Predicate<Parcel> { $0.note == name }
                }),
        ],
        flags: [ConditionFlag("heavy") { _ in ConditionTest { $0.weight ?? 0 > 50 } }], hashKey: "label"
    ) { text in ConditionTest(#Predicate<Parcel> { $0.title.localizedStandardContains(text) }) }

    init() async throws {
        session = try await ShelfSession()
        let words = ["Box", "Crate of pears", "do not disturb", "a:b", "Łódź"]
        for index in 0..<40 {
            let parcel = Parcel(
                title: words[index % words.count], note: ["", "Fragile", "To send"][index % 3],
                weight: index % 4 == 0 ? nil : index * 2, size: index % 2 == 0 ? .small : .large)
            session.context.insert(parcel)
        }
        try session.context.save()
    }

    /// Returns the numbers of the parcels that meet conditions.
    private func numbers(_ arguments: String...) throws -> [Int] {
        try session.records(meeting: session.condition(arguments, vocabulary))
            .compactMap { $0.persistentModelID.recordNumber.map { Int($0) } }.sorted()
    }

    /// Returns the numbers of the parcels for which a closure is true.
    private func numbers(where fits: (Parcel) -> Bool) throws -> [Int] {
        try session.context.fetch(FetchDescriptor<Parcel>()).filter(fits)
            .compactMap { $0.persistentModelID.recordNumber.map { Int($0) } }.sorted()
    }

    @Test("find texts, values, comparisons, ranges, flags and names")
    func meanings() throws {
        #expect(try numbers() == numbers { _ in true })
        #expect(try numbers("lodz") == numbers { $0.title == "Łódź" })
        #expect(try numbers("weight:>=60") == numbers { $0.weight ?? 0 >= 60 })
        #expect(try numbers("weight:<60") == numbers { $0.weight.map { $0 < 60 } ?? false })
        #expect(try numbers("weight:10..20") == numbers { (10...20).contains($0.weight ?? -1) })
        #expect(try numbers("weight:..20") == numbers { (0...20).contains($0.weight ?? -1) })
        #expect(try numbers("weight:none") == numbers { $0.weight == nil })
        #expect(try numbers("weight:any") == numbers { $0.weight != nil })
        #expect(try numbers("size:large") == numbers { $0.size == .large })
        #expect(try numbers("is:heavy") == numbers { $0.weight ?? 0 > 50 })
        #expect(try numbers("#fragile") == numbers { $0.note == "Fragile" })
        #expect(try numbers("#\"to send\"") == numbers { $0.note == "To send" })
        #expect(try numbers("label:none") == numbers { $0.note == "" })
        #expect(try numbers("-label:any") == numbers { $0.note == "" })
        #expect(try numbers("number:3..5") == [3, 4, 5])
        #expect(try numbers("text-or-note:frag") == numbers { $0.note == "Fragile" })
    }

    @Test("are combined with AND, and with “or” where it stands")
    func combinations() throws {
        #expect(
            try numbers("size:large", "weight:<20")
                == numbers { $0.size == .large && $0.weight.map { $0 < 20 } ?? false })
        #expect(
            try numbers("size:large", "or", "weight:<20")
                == numbers { $0.size == .large || $0.weight.map { $0 < 20 } ?? false })
        #expect(
            try numbers("-(is:heavy", "or", "size:small)")
                == numbers { !($0.weight ?? 0 > 50 || $0.size == .small) })
    }

    @Test("read one argument with spaces as a text, unless it has a condition")
    func oneArgument() throws {
        #expect(try numbers("do not disturb") == numbers { $0.title == "do not disturb" })
        #expect(
            try numbers("box size:large") == numbers { $0.title == "Box" && $0.size == .large })
        #expect(try numbers("\"a:b\"") == numbers { $0.title == "a:b" })
        #expect(try numbers("text:a:b") == numbers { $0.title == "a:b" })
        #expect(try numbers("-\"do not disturb\"") == numbers { $0.title != "do not disturb" })
        #expect(
            try numbers("text:\"not disturb\" size:small")
                == numbers {
                    $0.title == "do not disturb" && $0.size == .small
                })
    }

    @Test("have no keys and operators in quotation marks")
    func quoted() throws {
        #expect(!vocabulary.isMeant(by: "\"weight:3 #x\"", session.localizer))
        #expect(vocabulary.isMeant(by: "\"box\" weight:3", session.localizer))
        #expect(vocabulary.isMeant(by: "title:\"a b\"", session.localizer, besideReferences: false))
        #expect(try numbers("\"weight:3\"").isEmpty)
        #expect(try numbers("title:\"none\"").isEmpty)
        #expect(try numbers("title:\"pears or\"").isEmpty)
        let context = session.fieldContext
        #expect(vocabulary.split(["\"-a (b\"", "#\"to send\""], context).references == ["-a (b"])
        #expect(QuotedText.unquoted(#"#"to \"send"x"#) == "#to \"sendx")
        #expect(QuotedText.unquoted("5\"") == "5\"")
        #expect(QuotedText.begins("„a” b"))
        #expect(!QuotedText.begins("\"a"))
    }

    @Test(
        "name a mistake, its place and what to write",
        arguments: [
            ("wieght:3", 1, "weight:"), ("foo:bar", 1, "size:"), ("weight:abc", 8, "number"),
            ("weight:", 1, "help list"),
            ("size:huge", 6, "large"), ("box (weight:3", 5, "help list"), ("box )", 5, "help list"),
            ("weight:5..3", 8, "3..5"), ("weight:..", 8, "3..5"), ("title:<b", 7, "title:"),
            ("is:light", 4, "heavy"), ("#fragil", 2, "Fragile"), ("\"box", 1, "help list"),
            ("size:large or", 14, "help list"), ("not", 4, "help list"),
            (String(repeating: "(", count: 60) + "a", 51, "help list"),
        ])
    func mistakes(line: String, place: Int, hint: String) throws {
        let error = #expect(throws: ConditionError.self) { try numbers(line) }
        let problem = session.localizer.string(error?.problem ?? .verbatim(""))
        let remedy = session.localizer.string(error?.remedy ?? .verbatim(""))
        #expect(problem.contains(" \(place):"), "\(problem)")
        #expect(remedy.contains(hint), "\(remedy)")
    }

    @Test(
        "of other programs are refused with the condition that they mean",
        arguments: [
            ("weight>50", "weight:>50"), ("weight > 50", "weight:>50"), ("weight >= 50", "weight:>=50"),
            ("weight=50", "weight:50"), ("weight!=50", "-weight:50"), ("is=heavy", "is:heavy"),
            ("title=\"a b\"", "title:\"a b\""), ("!is:heavy", "-is:heavy"), ("!#fragile", "-#fragile"),
            ("!large", "size:large"), ("!box", "-box"), ("- is:heavy", "-is:heavy"),
            ("is:heavy | box", "or"), ("is:heavy || box", "or"), ("is:heavy && box", "and"),
            ("is:heavy & box", "and"), ("weight:>=3 or <2", "weight:<2"),
            ("title = \"a b\"", "title:\"a b\""), ("(weight > 50)", "weight:>50"),
            ("size:large,small", "size:large or size:small"),
            ("box size:large,small", "(size:large or size:small)"),
            ("-size:large,small", "(size:large or size:small)"),
        ])
    func foreign(line: String, instead: String) throws {
        let error = #expect(throws: ConditionError.self) { try session.condition(parsing: line, vocabulary) }
        let remedy = session.localizer.string(error?.remedy ?? .verbatim(""))
        #expect(remedy.contains("“\(instead)”"), "\(remedy)")
    }

    @Test(
        "are texts if they are no conditions of other programs",
        arguments: ["box & pears", "box - pears", "<3", "a=b", "!!", "5>4", "\"!box\"", "text:weight>50"])
    func notForeign(line: String) throws {
        #expect(throws: Never.self) { try session.condition(parsing: line, vocabulary) }
    }

    @Test("of 100 KB are read")
    func long() throws {
        let line = Array(repeating: "weight:>1", count: 10_000).joined(separator: " ")
        #expect(try numbers(line) == numbers { $0.weight ?? 0 > 1 })
    }

    @Test("in a changing command narrow what plain words name")
    func references() throws {
        let arguments = ["box", "size:large", "or", "weight:none"]
        let (conditions, words) = vocabulary.split(arguments, session.fieldContext)
        #expect(conditions == ["size:large", "or", "weight:none"])
        #expect(words == ["box"])
        #expect(vocabulary.split(["-(a", "b)", "12"], session.fieldContext).references == ["12"])
    }

    /// The vocabulary's answer to the arguments of a changing command, or the remedy of its mistake.
    private func split(_ line: String, _ language: String = "en") throws -> String {
        let localizer = Localizer(Language(matching: language) ?? .english)
        let arguments = line.split(separator: " ").map(String.init)
        do {
            let (conditions, references) = try vocabulary.splitReferences(arguments, FieldContext(localizer))
            return "\(references.joined(separator: ",")) if \(conditions.joined(separator: " "))"
        } catch let error as ReferenceWordError {
            return Localizer(.english).string(error.remedy ?? .verbatim(""))
        }
    }

    @Test(
        "in a changing command have operators only between conditions",
        arguments: [
            ("1 or 2", "en", "one after another: 1 2."), ("1 and 2", "en", "one after another: 1 2."),
            ("box or pears", "en", "Put a title in quotation marks: \"box or pears\"."),
            ("or", "en", "Put a title in quotation marks: \"or\"."),
            ("1 or #fragile", "en", "number:1 or #fragile"), ("#fragile or 1", "en", "#fragile or number:1"),
            ("1 and #fragile", "en", "“number:1 #fragile” for entries that meet both"),
            ("1 and #fragile", "en", "“number:1 or #fragile” for entries that meet one"),
            ("not 1", "en", "-number:1"), ("not box", "en", "-text:box"),
            ("1 lub 2", "pl", "one after another: 1 2."), ("1 i 2", "pl", "one after another: 1 2."),
            ("1 vagy 2", "hu", "one after another: 1 2."), ("1 or 2", "hu", "one after another: 1 2."),
            ("nie 1", "pl", "-number:1"), ("nem #fragile", "hu", " if nem #fragile"),
            ("1 lub 2", "en", "1,lub,2 if "), ("\"or\" 2", "en", "or,2 if "),
            ("title:or 2", "en", "title:or,2 if "), ("#fragile or not is:heavy", "en", " if #fragile or not"),
            ("1 not #fragile", "en", "1 if not #fragile"),
            ("#fragile or 1 2", "en", "#fragile or (number:1 or number:2)"),
            ("1 or 2 or #fragile", "en", "(number:1 or number:2) or #fragile"),
            ("1 2 and #fragile", "en", "“(number:1 or number:2) #fragile” for entries that meet both"),
            ("not 1 2", "en", "-(number:1 or number:2)"),
            ("-1", "en", "“-number:1” for all others"), ("-#1", "en", "“-number:1” for all others"),
            ("-1,2", "en", "“-(number:1 or number:2)” for all others"),
            ("(1 or 2)", "en", "In conditions, write “number:1”."), ("-box", "en", " if -box"),
        ])
    func operatorsBesideReferences(line: String, language: String, answer: String) throws {
        #expect(try split(line, language).contains(answer))
    }

    @Test(
        "have operators of the user's language",
        arguments: [
            ("pl", "size:large lub weight:none"), ("pl", "size:large albo weight:none"),
            ("pl", "nie (size:small i weight:any)"), ("hu", "size:large vagy weight:none"),
            ("hu", "nem (size:small és weight:any)"), ("hu", "nem size:small or weight:none"),
            ("pl", "-NIE size:large or weight:none"),
        ])
    func localizedOperators(language: String, line: String) throws {
        let localizer = Localizer(try #require(Language(matching: language)))
        let english = ConditionOperators(localizer).inEnglish(line)
        #expect(try numbers(english) == numbers { $0.size == .large || $0.weight == nil })
    }

    @Test("keep the words of operators in quotation marks")
    func quotedOperators() throws {
        let operators = ConditionOperators(Localizer(try #require(Language(matching: "pl"))))
        #expect(operators.inEnglish(#"a lub "b lub c" title:"nie""#) == #"a or "b lub c" title:"nie""#)
        #expect(operators.inEnglish("-lub") == "-lub")
        #expect(operators.inEnglish("f(i)") == "f(i)")
        #expect(operators.inEnglish("nie(a lub b)") == "not(a or b)")
        #expect(operators.inEnglish("-nie(a lub b)") == "-not(a or b)")
        #expect(operators.inEnglish("5\" lub 7") == "5\" or 7")
        #expect(operators["\"lub\""] == nil)
        #expect(operators["Lub"] == .or)
        #expect(operators.areIn(["a", "lub", "b"]))
        #expect(!operators.areIn(["nie"]))
        #expect(ConditionOperators(Localizer(.english))["lub"] == nil)
    }

    @Test("are offered by Tab: operators of the user's language, and English ones")
    func offeredOperators() throws {
        let polish = Localizer(try #require(Language(matching: "pl")))
        #expect(Set(vocabulary.candidates(for: "", polish)).isSuperset(of: ["lub", "nie", "or", "not"]))
        #expect(!vocabulary.candidates(for: "").contains("lub"))
    }

    @Test("are offered by Tab: keys, values and names")
    func completion() {
        #expect(vocabulary.candidates(for: "").contains("weight:"))
        #expect(vocabulary.candidates(for: "(size:").contains("(size:large"))
        #expect(vocabulary.candidates(for: "#", names: ["To send"]) == ["#\"To send\""])
        #expect(vocabulary.candidates(for: "-is:h").contains("-is:heavy"))
    }

    /// A random condition with its meaning.
    private func random(
        _ generator: inout SeededGenerator, depth: Int
    ) -> (text: String, holds: (Parcel) -> Bool) {
        if depth > 0, Int.random(in: 0..<3, using: &generator) > 0 {
            let left = random(&generator, depth: depth - 1), right = random(&generator, depth: depth - 1)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: return ("(\(left.text) or \(right.text))", { left.holds($0) || right.holds($0) })
            case 1: return ("-(\(left.text) \(right.text))", { !(left.holds($0) && right.holds($0)) })
            case 2: return ("(not \(left.text))", { !left.holds($0) })
            default: return ("(\(left.text) and \(right.text))", { left.holds($0) && right.holds($0) })
            }
        }
        let bound = Int.random(in: 0...90, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return ("weight:>\(bound)", { $0.weight.map { $0 > bound } ?? false })
        case 1: return ("weight:<=\(bound)", { $0.weight.map { $0 <= bound } ?? false })
        case 2: return ("weight:\(bound)..\(bound + 9)", { (bound...bound + 9).contains($0.weight ?? -1) })
        case 3: return ("weight:none", { $0.weight == nil })
        case 4: return ("size:small", { $0.size == .small })
        case 5: return ("crate", { $0.title.hasPrefix("Crate") })
        case 6: return ("is:heavy", { $0.weight ?? 0 > 50 })
        case 7: return ("sender-note:any", { $0.note != "" })
        case 8: return ("#fragile", { $0.note == "Fragile" })
        default: return ("title:pears", { $0.title.contains("pears") })
        }
    }

    @Test("mean in the store what they mean in memory: 300 random ones")
    func randomConditions() throws {
        var generator = SeededGenerator()
        for _ in 0..<300 {
            let (text, holds) = random(&generator, depth: 4)
            #expect(try numbers(text) == numbers(where: holds), "\(text)")
        }
    }
}
