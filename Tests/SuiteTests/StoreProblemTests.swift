import Localization
import ModelData
import Testing

@testable import Suite

@Suite("Errors of the store, in people's words")
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

    @Test(
        "Each names its thing, says what to do, and has its exit code, in every language", arguments: errors)
    func words(error: ModelDataError, code: Int32) throws {
        let problem = try #require(SuiteErrors.describe(error))
        #expect(problem.failure.rawValue == code)
        var seen: Set<String> = []
        for language in Language.available {
            let localizer = Localizer(language)
            #expect(localizer.knows(problem.problem), "\(language.code)")
            let remedy = try #require(problem.remedy)
            #expect(localizer.knows(remedy), "\(language.code)")
            seen.insert(localizer.string(problem.problem))
        }
        #expect(seen.count == Language.available.count)
    }

    @Test("Models and properties are called what the program calls them")
    func names() throws {
        let names = ModelNames(["Book": .verbatim("Könyv")], properties: ["status": .verbatim("állapot")])
        let error = ModelDataError.unreadableValue(
            model: "Book", property: "status", record: 3,
            problem: .unreadable(content: "lost", type: "Status"))
        let named = try #require(SuiteErrors.describe(error, names))
        #expect(
            Localizer(.english).string(named.problem)
                == "Könyv number 3 can't be read: its value of “állapot” is broken (it can't be “lost”).")
        let plain = try #require(SuiteErrors.describe(error))
        #expect(Localizer(.english).string(plain.problem).hasPrefix("Book number 3"))
    }

    @Test(
        "What replaced the data meanwhile is the subject of the sentence that tells of it",
        arguments: [
            ("en", "A backup or a repair replaced the data in “p” meanwhile: nothing was changed."),
            ("pl", "Kopia zapasowa albo naprawa zastąpiła tymczasem dane w „p”: nic nie zostało zmienione."),
            (
                "hu",
                "Közben egy visszaállítás vagy javítás lecserélte az adatokat itt: „p”; semmi sem változott."
            ),
        ])
    func replaced(language: String, sentence: String) throws {
        let problem = try #require(SuiteErrors.describe(ModelDataError.contentReplaced(path: "p")))
        let localizer = Localizer(try #require(Language(matching: language)))
        #expect(localizer.string(problem.problem) == sentence)
    }

    @Test("What the suite has no words for is left to the shell")
    func unknown() {
        struct Other: Error {}
        #expect(SuiteErrors.describe(Other()) == nil)
    }
}
