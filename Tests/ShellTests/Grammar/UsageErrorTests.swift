import Localization
import Testing

@testable import Shell

@Suite("Errors of usage")
struct UsageErrorTests {
    private func texts(_ error: any PresentableError, _ localizer: Localizer = english) -> [String] {
        [error.problem, error.remedy].compactMap { $0 }.map { localizer.string($0) }
    }

    private static let all: [UsageError] = [
        .unknownCommand("x", nearest: []), .unknownOption("--x", command: "add", nearest: ["--y"]),
        .unknownMember("tag x", members: ["tag add"], nearest: []),
        .incompleteCommand("tag", members: ["tag add"]), .unknownLaunchOption("--x", nearest: []),
        .missingValue(option: "--x", placeholder: "N"),
        .unexpectedValue(flag: "--x"), .missingArgument("TITLE", usage: "add TITLE"),
        .tooManyArguments("x", usage: "list"), .unwantedArgument("x", usage: "quit"),
        .repeatedOption("--x"), .conflictingFormats,
        .linesAndCommand("x"), .invalidValue(name: "--x", .notANumber("y")),
        .nobodyToAsk(question: plain("Title?")), .nobodyToConfirm(question: plain("Delete?")), .nobodyToEdit,
    ]

    @Test("Every error of usage ends a script with exit code 64", arguments: all)
    func exitCode(_ error: UsageError) {
        #expect(error.failure.rawValue == 64)
    }

    @Test("Every error of usage is told in every language", arguments: all)
    func languages(_ error: UsageError) {
        for localizer in [polish, hungarian] {
            #expect(localizer.string(error.problem) != english.string(error.problem) || error.isOnlyNames)
            #expect(localizer.knows(error.problem))
            if let remedy = error.remedy { #expect(localizer.knows(remedy)) }
        }
    }

    @Test("An unknown command says what may have been meant")
    func unknownCommand() {
        #expect(
            texts(UsageError.unknownCommand("lst", nearest: ["list"])) == [
                "There is no command “lst”.", "Did you mean “list”?",
            ])
        #expect(
            texts(UsageError.unknownCommand("lst", nearest: ["list", "last"]))[1]
                == "Did you mean one of these: list or last?")
        #expect(texts(UsageError.unknownCommand("q", nearest: []))[1] == "“help” lists all commands.")
    }

    @Test("A wrong value is named with its argument, and with what it should be")
    func invalidValue() {
        #expect(
            texts(UsageError.invalidValue(name: "--rating", .outOfRange("6", 1...5))) == [
                "--rating: “6” is not a number from 1 to 5."
            ])
        #expect(
            texts(UsageError.invalidValue(name: "--added", .impossibleDay("2023-02-30")), polish)[0]
                == "--added: W kalendarzu nie ma dnia „2023-02-30”.")
    }

    @Test("What a person typed can't bring escape sequences to the terminal")
    func escapes() {
        let problem = english.string(UsageError.unknownCommand("\u{1B}[2J", nearest: []).problem)
        #expect(!problem.unicodeScalars.contains("\u{1B}"))
    }

    @Test("Where nobody is there to confirm, --yes is named")
    func confirmation() {
        #expect(texts(UsageError.nobodyToConfirm(question: plain("Delete?")))[1].contains("--yes"))
    }
}

extension UsageError {
    /// Whether the text is names and punctuation, the same in every language.
    fileprivate var isOnlyNames: Bool {
        if case .invalidValue = self { true } else { false }
    }
}
