import Foundation
import Testing

@testable import Localization

@Suite("Language")
struct LanguageTests {
    @Test func `Each folder of tables makes a language available`() throws {
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
    func `A language is found by POSIX locale names and BCP 47 tags`(name: String, code: String) {
        #expect(Language(matching: name)?.code == code)
    }

    @Test(arguments: ["", "xx", "xx_XX.UTF-8", "polish", "p", "pll", "_", "-pl", ".UTF-8", "english"])
    func `An unknown name finds no language`(name: String) {
        #expect(Language(matching: name) == nil)
    }

    @Test(arguments: [
        ("polski", "pl"), ("Polish", "pl"), ("MAGYAR", "hu"), ("hungarian", "hu"), ("English", "en"),
    ])
    func `A language is found by its name in that language and in English`(name: String, code: String) {
        #expect(Language(named: name)?.code == code)
        for other in ["pl", "", "Klingon"] { #expect(Language(named: other) == nil) }
    }

    @Test func `The language is resolved from the option, the setting and then the environment`() {
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
        environment["LANGUAGE"] = "xx:hu:pl"
        #expect(resolved() == "hu")
    }

    @Test func `The language defaults to English if none is requested or available`() {
        func resolved(_ environment: [String: String]) -> String {
            Language.resolve(option: nil, setting: nil, environment: environment).code
        }
        #expect(resolved([:]) == "en")
        #expect(resolved(["LANG": ""]) == "en")
        #expect(resolved(["LANG": "C"]) == "en")
        #expect(resolved(["LC_ALL": "C", "LANG": "pl_PL.UTF-8"]) == "en")
        #expect(resolved(["LC_ALL": "", "LANG": "pl_PL.UTF-8"]) == "pl")
        #expect(resolved(["LC_ALL": "xx_XX.UTF-8", "LANG": "pl_PL.UTF-8"]) == "en")
    }

    @Test func `A language falls back from its region to the language and to English`() {
        #expect(Language(code: "pt-BR").fallbacks.map(\.code) == ["pt-BR", "pt", "en"])
        #expect(Language(code: "zh-Hant-TW").fallbacks.map(\.code) == ["zh-Hant-TW", "zh-Hant", "zh", "en"])
        #expect(Language.english.fallbacks.map(\.code) == ["en"])
        #expect(Localizer(Language(code: "pl-PL")).list(["a", "b"]) == "a i b")
    }

    @Test func `A language has its own name`() {
        for (code, name) in ["en": "English", "hu": "magyar", "pl": "polski"] {
            #expect(Language(matching: code)?.name == name)
        }
        #expect(Language.available.allSatisfy { !$0.name.isEmpty })
    }

    @Test func `UTF-8 support of the terminal is detected from the environment`() {
        #expect(Language.isUTF8(environment: ["LANG": "pl_PL.UTF-8"]))
        #expect(Language.isUTF8(environment: ["LANG": "C", "LC_CTYPE": "en_US.utf8"]))
        #expect(!Language.isUTF8(environment: ["LC_ALL": "C", "LANG": "pl_PL.UTF-8"]))
        #expect(!Language.isUTF8(environment: ["LANG": "pl_PL.ISO-8859-2"]))
        #expect(!Language.isUTF8(environment: [:]))
    }
}
