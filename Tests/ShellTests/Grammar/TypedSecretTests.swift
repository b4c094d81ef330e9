import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Secrets in a line")
struct TypedSecretTests {
    private let grammar: Grammar

    init() {
        let secrets = TypedSecrets(
            { $0.hasPrefix("secret") || $0.contains("=secret") },
            remedy: { plain("login \($0.joined(separator: " "))") })
        let group = CommandGroup(plain("Server"))
        grammar = Grammar(commands: [
            CommandDeclaration(
                "login", group: group, summary: plain("Logs in."),
                parameters: [
                    Parameter.required("server", .nonBlank, help: plain("The server.")).declaration,
                    Parameter.option("file", .text, help: plain("A file.")).declaration,
                ]
            )
            .refusing(secrets, orExtraWords: true),
            CommandDeclaration("logout", group: group, summary: plain("Logs out.")).refusing(secrets),
            CommandDeclaration(
                "find", group: group, summary: plain("Finds."),
                parameters: [Parameter.rest("term", .text, help: plain("Terms.")).declaration]),
        ])
    }

    @Test(arguments: [
        ["login", "here", "secret1"], ["login", "here", "--file", "secret1"],
        ["login", "here", "--file=secret1"],
        ["login", "secret1", "here"],
    ])
    func `A command that declares secrets refuses them without repeating them`(words: [String]) {
        let error = #expect(throws: UsageError.self) { try grammar.parse(words) }
        let texts = [error?.problem, error?.remedy].compactMap(\.self).map { english.string($0) }
        #expect(texts.first == "A secret isn't given on the line, where others could see it.")
        #expect(texts.last?.hasPrefix("login here") == true)
        #expect(!texts.joined().contains("secret1"))
    }

    @Test func `A word too many is not repeated if it may be a secret`() {
        #expect(throws: UsageError.secretInLine(remedy: plain("login here word"))) {
            try grammar.parse(["login", "here", "word"])
        }
        let error = #expect(throws: UsageError.self) { try grammar.parse(["logout", "word"]) }
        #expect(error.map { english.string($0.problem) } == "“word” is one argument too many.")
    }

    @Test(arguments: [["secret1"], ["lgoin", "here", "secret1"]])
    func `A secret without a known command is refused without repeating it`(words: [String]) {
        let error = #expect(throws: UsageError.self) { try grammar.parse(words) }
        #expect(error.map { english.string($0.problem) }?.hasPrefix("A secret isn't given") == true)
        #expect(error?.remedy.map { english.string($0) }?.contains("secret1") == false)
    }

    @Test func `A secret with spaces is refused, and the history doesn't keep it`() {
        #expect(throws: UsageError.secretInLine(remedy: plain("login "))) {
            try grammar.parse(["logout", "sec", "ret1"])
        }
        #expect(grammar.hasSecret("logout sec ret1"))
    }

    @Test(arguments: [
        ("login here secret1", true), ("logout secret1", true), ("login here word", true),
        ("lgoin here secret1", true), ("find secret1", true), ("login \"secret1", true),
        ("login here", false), ("login", false), ("find word", false), ("logout word", false), ("", false),
    ])
    func `The history keeps no line with a secret`(line: String, hasSecret: Bool) {
        #expect(grammar.hasSecret(line) == hasSecret)
    }

    @Test func `The message exists in every language`() {
        let problem = UsageError.secretInLine(remedy: plain("")).problem
        for localizer in [polish, hungarian] { #expect(localizer.hasEntry(for: problem)) }
    }
}
