import Localization
import ModelData
import Testing

@testable import ProgramKit

@Suite("Store errors")
struct StoreProblemTests {
    static let errors: [(ModelDataError, Int32)] = [
        (.notAStore(path: "p", reason: .notADatabase), 65),
        (.notAStore(path: "p", reason: .truncated(expectedBytes: 10_000, foundBytes: 5)), 65),
        (.notAStore(path: "p", reason: .foreignDatabase(applicationID: 7)), 65),
        (.notAStore(path: "p", reason: .isDirectory), 66),
        (.notAStore(path: "p", reason: .notAFile), 65),
        (.damaged(path: "p", detail: "page 3"), 65),
        (.storeIsNewer(path: "p", storeVersion: "2", ownVersion: "1"), 65),
        (.cannotMigrate(path: "p", model: "Book", property: "title", reason: .noDefault), 65),
        (.cannotOpen(path: "p", code: SQLiteCode(code: 14, message: "unable to open")), 74),
        (.noPermission(path: "p"), 74),
        (.readOnly(path: "p"), 74),
        (.diskFull(path: "p"), 74),
        (.locked(path: "p", seconds: 20), 1),
        (.inputOutput(path: "p", code: SQLiteCode(code: 10, message: "disk I/O error")), 74),
        (.outOfMemory(path: "p"), 1),
        (.contentReplaced(path: "p"), 1),
        (.unreadableValue(model: "Book", property: "status", record: 3, problem: .missing), 65),
        (.notUnique(model: "Book", properties: ["source"], values: [.text("x")]), 1),
        (.conflict(model: "Book", record: 3, properties: ["title"]), 1),
        (.transactionOpen, 1),
    ]

    @Test(arguments: errors)
    func `Each error has a problem, a remedy and an exit code in every language`(
        error: ModelDataError, code: Int32
    ) throws {
        let problem = try #require(SuiteErrors.describe(error))
        #expect(problem.failure.rawValue == code)
        var seen: Set<String> = []
        let languages = Language.available.filter { $0.unfinished == nil }
        for language in languages {
            let localizer = Localizer(language)
            #expect(localizer.hasEntry(for: problem.problem), "\(language.code)")
            let remedy = try #require(problem.remedy)
            #expect(localizer.hasEntry(for: remedy), "\(language.code)")
            seen.insert(localizer.string(problem.problem))
        }
        #expect(seen.count == languages.count)
    }

    @Test func `Models and properties have the program's names for them`() throws {
        let names = ModelNames(["Book": .verbatim("Könyv")], properties: ["status": .verbatim("állapot")])
        let error = ModelDataError.unreadableValue(
            model: "Book", property: "status", record: 3,
            problem: .unreadable(content: "lost", type: "Status"))
        let named = try #require(SuiteErrors.describe(error, names))
        #expect(
            Localizer(.english).string(named.problem)
                == "Könyv number 3 can't be read: the value of “állapot” is invalid (it can't be “lost”).")
        let plain = try #require(SuiteErrors.describe(error))
        #expect(Localizer(.english).string(plain.problem).hasPrefix("Book number 3"))
    }

    @Test(arguments: [
        (
            "en",
            "The data in “p” was replaced by “restore” or “repair” in the meantime. This command changed nothing."
        ),
        (
            "pl",
            "W międzyczasie „restore” lub „repair” zastąpiło dane w „p”. To polecenie niczego nie zmieniło."
        ),
        (
            "hu",
            "Közben a „restore” vagy a „repair” lecserélte a „p” adatait. Ez a parancs semmit sem módosított."
        ),
    ])
    func `The error about replaced data names the command that replaced it`(
        language: String, sentence: String
    ) throws {
        let problem = try #require(SuiteErrors.describe(ModelDataError.contentReplaced(path: "p")))
        let localizer = Localizer(try #require(Language(matching: language)))
        #expect(localizer.string(problem.problem) == sentence)
    }

    @Test func `Other errors are left to the shell`() {
        struct Other: Error {}
        #expect(SuiteErrors.describe(Other()) == nil)
    }
}
