import Foundation
import Testing

@testable import Localization

@Suite("A language")
struct LanguageTests {
    @Test func `is available for each folder of tables`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: TableFiles.folder)
            .filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
        #expect(Language.available.map(\.code) == folders.sorted())
        #expect(Language.available.contains(.english))
    }

    @Test(arguments: [
        ("pl", "pl"), ("pl_PL", "pl"), ("pl_PL.UTF-8", "pl"), ("pl-PL", "pl"), ("PL_pl", "pl"),
        ("hu@formal", "hu"),
        ("hu_HU.ISO8859-2@euro", "hu"), ("en_GB", "en"), ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"),
    ])
    func `is found by the names that the environment and BCP 47 give it`(name: String, code: String) {
        #expect(Language(matching: name)?.code == code)
    }

    @Test(arguments: ["", "xx", "de_DE.UTF-8", "polish", "p", "pll", "_", "-pl", ".UTF-8", "english"])
    func `is not found by a name that means none`(name: String) {
        #expect(Language(matching: name) == nil)
    }

    @Test func `is resolved from the option, the setting, and then the environment`() {
        var environment = ["LANG": "pl_PL.UTF-8"]
        func resolved(option: String? = nil, setting: String? = nil) -> String {
            Language.resolve(option: option, setting: setting, environment: environment).code
        }
        #expect(resolved(option: "hu", setting: "en") == "hu")
        #expect(resolved(setting: "hu") == "hu")
        #expect(resolved(option: "xx", setting: "hu") == "hu")
        #expect(resolved() == "pl")
        environment["LC_MESSAGES"] = "hu_HU.UTF-8"
        #expect(resolved() == "hu")
        environment["LC_ALL"] = "pl_PL.UTF-8"
        #expect(resolved() == "pl")
        environment["LANGUAGE"] = "de:hu:pl"
        #expect(resolved() == "hu")
    }

    @Test func `is English where nothing else is said, or nothing that is available`() {
        func resolved(_ environment: [String: String]) -> String {
            Language.resolve(option: nil, setting: nil, environment: environment).code
        }
        #expect(resolved([:]) == "en")
        #expect(resolved(["LANG": ""]) == "en")
        #expect(resolved(["LANG": "C"]) == "en")
        #expect(resolved(["LC_ALL": "C", "LANG": "pl_PL.UTF-8"]) == "en")
        #expect(resolved(["LC_ALL": "", "LANG": "pl_PL.UTF-8"]) == "pl")
        #expect(resolved(["LC_ALL": "ja_JP.UTF-8", "LANG": "pl_PL.UTF-8"]) == "en")
    }

    @Test func `falls back from a region to the language and to English`() {
        #expect(Language(code: "pt-BR").fallbacks.map(\.code) == ["pt-BR", "pt", "en"])
        #expect(Language(code: "zh-Hant-TW").fallbacks.map(\.code) == ["zh-Hant-TW", "zh-Hant", "zh", "en"])
        #expect(Language.english.fallbacks.map(\.code) == ["en"])
        #expect(Localizer(Language(code: "pl-PL")).list(["a", "b"]) == "a i b")
    }

    @Test func `knows its own name`() {
        #expect(Language.available.map(\.name) == ["English", "magyar", "polski"])
    }

    @Test func `sees whether the terminal shows UTF-8`() {
        #expect(Language.isUTF8(environment: ["LANG": "pl_PL.UTF-8"]))
        #expect(Language.isUTF8(environment: ["LANG": "C", "LC_CTYPE": "en_US.utf8"]))
        #expect(!Language.isUTF8(environment: ["LC_ALL": "C", "LANG": "pl_PL.UTF-8"]))
        #expect(!Language.isUTF8(environment: ["LANG": "pl_PL.ISO-8859-2"]))
        #expect(!Language.isUTF8(environment: [:]))
    }
}
