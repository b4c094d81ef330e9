import Localization

/// A line that doesn't fit the grammar: what was wrong with it, and how to write it.
public enum UsageError: Error, Hashable {
    /// No command has this name; the nearest names follow.
    case unknownCommand(String, nearest: [String])
    /// A family of commands, such as `shelf`, has no such command; all it has and the nearest follow.
    case unknownMember(String, members: [String], nearest: [String])
    /// Only the first word of a family of commands is there; all its commands follow.
    case incompleteCommand(String, members: [String])
    /// The command has no such option; the nearest options follow.
    case unknownOption(String, command: String, nearest: [String])
    /// The program has no such option on its command line; the nearest options follow.
    case unknownLaunchOption(String, nearest: [String])
    /// An option stands without the value it needs.
    case missingValue(option: String, placeholder: String)
    /// A flag has a value.
    case unexpectedValue(flag: String)
    /// An argument is missing and nobody can be asked for it.
    case missingArgument(String, usage: String)
    /// There is one word more than the command takes.
    case tooManyArguments(String, usage: String)
    /// There is a word behind a command that takes none, or no more of them however they are written.
    case unwantedArgument(String, usage: String)
    /// An option that counts once stands twice.
    case repeatedOption(String)
    /// Two output formats are asked for.
    case conflictingFormats
    /// Lines from `-c` and a command stand side by side.
    case linesAndCommand(String)
    /// A file from `-f` and something else to run stand side by side.
    case fileAndOther(String, String)
    /// A value doesn't fit its argument; the name is that of the argument or option.
    case invalidValue(name: String, ValueError)
    /// A question would have to be asked where nobody is there to answer it.
    case nobodyToAsk(question: LocalizedText)
    /// A confirmation is needed where nobody is there to give it.
    case nobodyToConfirm(question: LocalizedText)
    /// An editor would have to be opened where nobody is there to use it.
    case nobodyToEdit
}

extension UsageError: PresentableError {
    /// Names the word, the option or the argument.
    public var problem: LocalizedText {
        switch self {
        case .unknownCommand(let name, _), .unknownMember(let name, _, _):
            text("There is no command “%@”.", name)
        case .incompleteCommand(let name, _):
            text("“%@” needs one more word.", name)
        case .unknownOption(let option, let command, _):
            text("“%1$@” has no option %2$@.", command, option)
        case .unknownLaunchOption(let option, _):
            text("There is no option %@.", option)
        case .missingValue(let option, let placeholder):
            text("The option %1$@ needs a value: %1$@ %2$@.", option, placeholder)
        case .unexpectedValue(let flag):
            text("The option %@ takes no value.", flag)
        case .missingArgument(let name, _):
            text("The argument %@ is missing.", name)
        case .tooManyArguments(let word, _), .unwantedArgument(let word, _):
            text("“%@” is one argument too many.", word)
        case .repeatedOption(let option):
            text("The option %@ is given more than once.", option)
        case .conflictingFormats:
            text("Only one output format can be chosen.")
        case .linesAndCommand(let word):
            text("“%@” stands beside -c: give either lines with -c or one command.", word)
        case .fileAndOther(let path, let other):
            text("“%1$@” stands beside -f %2$@: give either a file or something else to run.", other, path)
        case .invalidValue(let name, let error):
            text("%1$@: %2$@", name, error.problem)
        case .nobodyToAsk(let question):
            text("There is nobody to answer the question “%@”.", question)
        case .nobodyToConfirm(let question):
            text("There is nobody to confirm: %@", question)
        case .nobodyToEdit:
            text("An editor can only be opened at a terminal.")
        }
    }

    /// How to write the line instead.
    public var remedy: LocalizedText? {
        switch self {
        case .unknownCommand(_, let nearest):
            Suggestion.didYouMean(nearest) ?? text("“help” lists all commands.")
        case .unknownMember(_, let members, let nearest):
            Suggestion.didYouMean(nearest) ?? Suggestion.choose(members)
        case .incompleteCommand(_, let members):
            Suggestion.choose(members)
        case .unknownOption(_, let command, let nearest):
            Suggestion.didYouMean(nearest)
                ?? text("“help %@” lists its options. A text that begins with - goes after --.", command)
        case .unknownLaunchOption(_, let nearest):
            Suggestion.didYouMean(nearest) ?? text("--help lists all options.")
        case .missingValue(let option, _):
            text("A value that begins with -- is written as %@=VALUE.", option)
        case .tooManyArguments(_, let usage):
            text("A text of several words goes in quotes. Usage: %@", usage)
        case .missingArgument(_, let usage), .unwantedArgument(_, let usage):
            text("Usage: %@", usage)
        case .invalidValue(_, let error):
            error.remedy
        case .nobodyToAsk:
            text("Give the answer as an argument.")
        case .nobodyToConfirm:
            text("Add --yes to do it without a question.")
        case .nobodyToEdit:
            text("Give the text as an argument.")
        case .unexpectedValue, .repeatedOption, .conflictingFormats, .linesAndCommand, .fileAndOther:
            nil
        }
    }

    /// Always a matter of usage.
    public var failure: FailureKind { .usage }
}

/// Sentences that propose what a person may have meant.
enum Suggestion {
    /// “Did you mean …?”, or `nil` where nothing is near.
    static func didYouMean(_ names: [String]) -> LocalizedText? {
        switch names.count {
        case 0: nil
        case 1: text("Did you mean “%@”?", names[0])
        default: text("Did you mean one of these: %@?", TextArgument.choice(names.map { .string($0) }))
        }
    }

    /// “Choose one of: …”.
    static func choose(_ names: [String]) -> LocalizedText {
        text("Choose one of: %@.", TextArgument.choice(names.map { .string($0) }))
    }
}
