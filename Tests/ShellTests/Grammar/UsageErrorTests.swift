import Localization
import Testing

@testable import Shell

@Suite("Usage errors")
struct UsageErrorTests {
    private func texts(_ error: any PresentableError, _ localizer: Localizer = english) -> [String] {
        [error.problem, error.remedy].compactMap { $0 }.map { localizer.string($0) }
    }

    private static let all: [UsageError] = [
        .unknownCommand("x", nearest: []), .unknownOption("--x", command: "add", nearest: ["--y"]),
        .unknownMember("tag x", members: ["tag add"], nearest: []),
        .incompleteCommand("tag", members: ["tag add"]), .unknownLaunchOption("--x", nearest: []),
        .missingValue(option: "--x", placeholder: plain("N")), .unexpectedValue(flag: "--x"),
        .missingArgument(plain("TITLE"), usage: plain("add TITLE")),
        .tooManyArguments("x", usage: plain("list")), .unwantedArgument("x", usage: plain("quit")),
        .repeatedOption("--x"), .conflictingFormats,
        .unclearText("a b", option: "--x", argument: plain("NAME"), examples: ["\"c a b\"", "\"d a b\""]),
        .linesAndCommand("x"), .invalidValue(name: plain("--x"), .notANumber("y")),
        .cannotAsk(question: plain("Title?")), .cannotConfirm(question: plain("Delete?")), .cannotEdit,
    ]

    @Test(arguments: all)
    func `Every usage error ends a script with exit code 64`(_ error: UsageError) {
        #expect(error.failure.rawValue == 64)
    }

    @Test(arguments: all)
    func `Every usage error is written in every language`(_ error: UsageError) {
        for localizer in [polish, hungarian] {
            #expect(localizer.string(error.problem) != english.string(error.problem) || error.isOnlyNames)
            #expect(localizer.hasEntry(for: error.problem))
            if let remedy = error.remedy { #expect(localizer.hasEntry(for: remedy)) }
        }
    }

    @Test func `An unknown command suggests similar ones`() {
        #expect(
            texts(UsageError.unknownCommand("lst", nearest: ["list"])) == [
                "There is no command “lst”.", "Did you mean “list”?",
            ])
        #expect(
            texts(UsageError.unknownCommand("lst", nearest: ["list", "last"]))[1]
                == "Did you mean one of these: list or last?")
        #expect(texts(UsageError.unknownCommand("q", nearest: []))[1] == "“help” lists all commands.")
    }

    @Test func `A wrong value is named with its argument and the expected form`() {
        #expect(
            texts(UsageError.invalidValue(name: plain("--rating"), .outOfRange("6", 1...5))) == [
                "--rating: “6” is not a number from 1 to 5."
            ])
        #expect(
            texts(UsageError.invalidValue(name: plain("--added"), .impossibleDay("2023-02-30")), polish)[0]
                == "--added: W kalendarzu nie ma dnia „2023-02-30”.")
    }

    @Test func `Typed text can't write escape sequences to the terminal`() {
        let problem = english.string(UsageError.unknownCommand("\u{1B}[2J", nearest: []).problem)
        #expect(!problem.unicodeScalars.contains("\u{1B}"))
    }
}

extension UsageError {
    /// Whether the error's text contains only names and punctuation, which are the same in every language.
    fileprivate var isOnlyNames: Bool {
        if case .invalidValue = self { true } else { false }
    }
}
