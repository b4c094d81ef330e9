import Localization

/// An error in a line: an unknown name, a wrong number of arguments, or an invalid value.
public enum UsageError: Error, Hashable {
    /// No command has this name. `nearest` has similar names.
    case unknownCommand(String, nearest: [String])
    /// A family of commands, such as `shelf`, has no command with this second word. `members` has all
    /// commands of the family.
    case unknownMember(String, members: [String], nearest: [String])
    /// The line has only the first word of a family. `members` has all commands of the family.
    case incompleteCommand(String, members: [String])
    /// The command has no such option. `nearest` has similar options.
    case unknownOption(String, command: String, nearest: [String])
    /// The program's command line has no such option. `nearest` has similar options.
    case unknownLaunchOption(String, nearest: [String])
    /// An option lacks its value.
    case missingValue(option: String, placeholder: LocalizedText)
    /// A flag has a value.
    case unexpectedValue(flag: String)
    /// An argument is missing, and there is no user to ask.
    case missingArgument(LocalizedText, usage: LocalizedText)
    /// An argument is missing, and a word was read as a value, because it has a colon.
    case claimedArgument(LocalizedText, by: String)
    /// The line has one word more than the command accepts.
    case tooManyArguments(String, usage: LocalizedText)
    /// The line has a word that the command can't accept, even in quotes.
    case unwantedArgument(String, usage: LocalizedText)
    /// The line has a secret, or a word too many that may be one. The history doesn't keep the line.
    case secretInLine(remedy: LocalizedText)
    /// It is unclear whether words after an option belong to its value or to an argument. `examples` are the lines to
    /// type instead.
    case unclearText(String, option: String, argument: LocalizedText, examples: [String])
    /// An option that can be given once is given twice.
    case repeatedOption(String)
    /// Two output formats are given.
    case conflictingFormats
    /// Both `-c` and a command are given.
    case linesAndCommand(String)
    /// Both `-f` and another source of commands (`-c` or a command) are given.
    case fileAndOther(String, String)
    /// The value of the named argument or option is invalid.
    case invalidValue(name: LocalizedText, ValueError)
    /// The command needs an answer, and there is no terminal.
    case cannotAsk(question: LocalizedText)
    /// The command needs a confirmation, and there is no terminal.
    case cannotConfirm(question: LocalizedText)
    /// The command needs an editor, and there is no terminal.
    case cannotEdit
}

extension UsageError: PresentableError {
    /// A sentence that names the problem and the affected word, option or argument.
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
        case .missingArgument(let name, _), .claimedArgument(let name, _):
            text("The argument %@ is missing.", name)
        case .tooManyArguments(let word, _), .unwantedArgument(let word, _):
            text("“%@” is one argument too many.", word)
        case .secretInLine:
            text("A secret isn't given on the line, where others could see it.")
        case .unclearText(let words, let option, let argument, _):
            text("It is unclear whether “%1$@” belongs to %2$@ or to %3$@.", words, option, argument)
        case .repeatedOption(let option):
            text("The option %@ is given more than once.", option)
        case .conflictingFormats:
            text("Only one output format can be chosen.")
        case .linesAndCommand(let word):
            text("-c and the command “%@” can't be combined. Give either lines with -c or one command.", word)
        case .fileAndOther(let path, let other):
            text(
                "-f %2$@ and “%1$@” can't be combined. Give either a file or something else to run.", other,
                path)
        case .invalidValue(let name, let error):
            text("%1$@: %2$@", name, error.problem)
        case .cannotAsk(let question):
            text("The question “%@” can only be answered at a terminal.", question)
        case .cannotConfirm(let question):
            text("This must be confirmed at a terminal: %@", question)
        case .cannotEdit:
            text("An editor can only be opened at a terminal.")
        }
    }

    /// Advice on how to correct the line, such as similar names or the usage.
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
                ?? text("“help %@” lists its options. Put a text that begins with - after --.", command)
        case .unknownLaunchOption(_, let nearest):
            Suggestion.didYouMean(nearest) ?? text("--help lists all options.")
        case .missingValue(let option, _):
            text("Write a value that begins with -- as %@=VALUE.", option)
        case .tooManyArguments(_, let usage):
            text("Put a text of several words in quotes. Usage: %@", usage)
        case .secretInLine(let remedy): remedy
        case .unclearText(_, _, _, let examples):
            text("Write %@.", TextArgument.choice(examples.map { .text(text("“%@”", $0)) }))
        case .claimedArgument(_, let word):
            text("“%@” was read as a value. Put “text:” before a text with a colon.", word)
        case .missingArgument(_, let usage), .unwantedArgument(_, let usage):
            text("Usage: %@", usage)
        case .invalidValue(_, let error):
            error.remedy
        case .cannotAsk:
            text("Give the answer as an argument.")
        case .cannotConfirm:
            text("Add --yes to confirm it.")
        case .cannotEdit:
            text("Give the text as an argument.")
        case .unexpectedValue, .repeatedOption, .conflictingFormats, .linesAndCommand, .fileAndOther:
            nil
        }
    }

    /// The kind of failure, which is always a usage error.
    public var failure: FailureKind { .usage }
}

/// Sentences that suggest names.
enum Suggestion {
    /// Returns “Did you mean …?”; `nil` without names.
    static func didYouMean(_ names: [String]) -> LocalizedText? {
        switch names.count {
        case 0: nil
        case 1: text("Did you mean “%@”?", names[0])
        default: text("Did you mean one of these: %@?", TextArgument.choice(names.map { .string($0) }))
        }
    }

    /// Returns “Choose one of: …”.
    static func choose(_ names: [String]) -> LocalizedText {
        text("Choose one of: %@.", TextArgument.choice(names.map { .string($0) }))
    }
}
