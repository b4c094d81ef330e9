import Localization

/// The completion scripts of the operating system's shells.
///
/// The script asks the program for the completions of each line. Therefore it is never outdated, and it also
/// completes titles and other data.
enum ShellCompletion: String, CaseIterable, Sendable {
    case bash
    case fish
    case zsh

    static let choices: [Choice<ShellCompletion>] = allCases.map { Choice($0.rawValue, $0) }

    /// Returns the script for a program.
    func script(for program: String) -> String {
        let function = "_" + program.map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return switch self {
        case .bash:
            """
            # Completion of \(program) for bash: source this file, or put it where bash-completion finds it:
            #   \(program) completions bash > ~/.local/share/bash-completion/completions/\(program)
            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} before plain candidate
                COMPREPLY=()
                # Bash ends words at = and :, the program doesn't.
                before=${COMP_LINE:0:COMP_POINT}
                before=${before%"${word#[=:]}"}
                # A blank behind a backslash ends no word.
                plain=${before//\\\\?/__}
                plain=${plain##*[[:space:]]}
                before=${before:${#before}-${#plain}}
                [[ $before == *[=:] ]] || before=
                # Candidates have no backslashes.
                IFS= read before <<< "$before"
                while IFS= read -r candidate; do
                    COMPREPLY+=("${candidate#"$before"}")
                done < <("${COMP_WORDS[0]}" completions bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
                [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace
            }
            complete -o filenames -F \(function) \(program)

            """
        case .fish:
            """
            # Completion of \(program) for fish:
            #   \(program) completions fish > ~/.config/fish/completions/\(program).fish
            complete -c \(program) -f -a '(\(program) completions fish (commandline -cp) 2>/dev/null)'

            """
        case .zsh:
            """
            #compdef \(program)
            # Completion of \(program) for zsh: put this file into a directory of $fpath:
            #   \(program) completions zsh > ~/.zfunc/_\(program)
            \(function)() {
                local -a candidates folders
                # An open quote is before the prefix.
                local line="${(j: :)words[1,CURRENT-1]} ${QIPREFIX}${PREFIX}"
                candidates=("${(@f)$(\(program) completions zsh "$line" 2>/dev/null)}")
                candidates=(${candidates:#})
                folders=(${(M)candidates:#*/})
                candidates=(${candidates:#*/})
                (( ${#candidates} )) && compadd -U -- "${candidates[@]}"
                (( ${#folders} )) && compadd -U -S '' -- "${folders[@]}"
            }
            [[ $funcstack[1] == \(function) ]] && \(function) "$@" || compdef \(function) \(program)

            """
        }
    }
}

extension Completer {
    /// Returns the completions of the last word of a command line that begins with the program's name.
    ///
    /// - Parameters:
    ///   - line: The line up to the cursor.
    ///   - options: The options of the command line. Default: those that all programs share.
    /// - Returns: The words without quotes. The operating system's shell adds quotes.
    func words(
        ofCommandLine line: String, options: [ParameterDeclaration] = LaunchArguments.parameters
    ) -> [String] {
        let partial = Tokenizer.partialWords(of: line, upTo: line.utf8.count)
        var words = partial.words.map(\.text)[...]
        if words.popFirst() == nil { return [] }
        while let word = words.first, Grammar.looksLikeOption(word), word != "--" {
            words.removeFirst()
            guard !word.contains("="), let name = Grammar.optionName(word),
                let option = options.first(where: { $0.name == name }), option.kind != .flag
            else { continue }
            if words.popFirst() == nil {
                return followingValues(of: option, typed: partial.word).map(\.text)
            }
        }
        if words.isEmpty, partial.word.hasPrefix("-") {
            return matching(options.map(Usage.name(of:)), typed: partial.word).map(\.text)
        }
        return candidates(after: Array(words), typed: partial.word).map { $0.written ?? $0.text }
    }
}
