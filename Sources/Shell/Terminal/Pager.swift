import Dispatch
import Foundation
import Localization

/// The person's pager, for what is longer than the screen.
struct Pager: Hashable {
    /// The commands to try, each as words; none where the person wants no pager.
    let commands: [[String]]
    /// Whether the person chose it.
    let isChosen: Bool
    /// What surrounds it.
    let environment: [String: String]

    /// Finds the pager: `$PAGER`, or else `less` or `more`. An empty `$PAGER` and `cat` mean none, as elsewhere.
    init(environment: [String: String]) {
        var environment = environment
        if let line = environment["PAGER"] {
            let words = (try? Tokenizer.words(of: line))?.map(\.text) ?? []
            commands = words.isEmpty || words == ["cat"] ? [] : [words]
            isChosen = true
        } else {
            commands = [["less"], ["more"]]
            isChosen = false
        }
        // Colours are shown, what fits is not held up, and what was read stays on the screen, unless the person has a
        // liking of their own.
        if environment["LESS"] == nil { environment["LESS"] = "FRX" }
        // Without the locale's data, less wouldn't know that the letters are UTF-8.
        if environment["LESSCHARSET"] == nil, Language.isUTF8(environment: environment) {
            environment["LESSCHARSET"] = "utf-8"
        }
        self.environment = environment
    }

    /// Shows bytes until the person has seen enough; whether there is a pager. One that quits early is no error.
    ///
    /// Throws ``PagerError`` where the pager that the person chose can't be started.
    func show(_ bytes: [UInt8]) async throws -> Bool {
        var ends: [Int32] = [-1, -1]
        guard !commands.isEmpty, pipe(&ends) == 0 else { return false }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        for words in commands {
            switch ForegroundProcess.start(words, environment: environment, input: reading) {
            case .success(let process):
                close(reading)
                DispatchQueue.global().async {
                    // Whoever quits early has seen enough.
                    try? Descriptors.write(bytes, to: writing)
                    close(writing)
                }
                _ = await process.waitForExit()
                return true
            case .failure(let failure):
                guard isChosen else { continue }
                close(reading)
                close(writing)
                throw PagerError.notStarted(words[0], failure)
            }
        }
        close(reading)
        close(writing)
        return false
    }
}

/// What can go wrong with the person's pager.
enum PagerError: PresentableError, Hashable {
    /// The pager can't be started, for the system's reason.
    case notStarted(String, SystemFailure)

    var problem: LocalizedText {
        switch self {
        case .notStarted(let name, let failure):
            text("The pager %1$@ could not be started: %2$@.", name, failure.reason)
        }
    }

    var remedy: LocalizedText? {
        text("The environment variable PAGER chooses the pager, and “set pager off” does without.")
    }
}
