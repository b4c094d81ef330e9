import Dispatch
import Foundation
import Localization

/// The user's pager for output that is longer than the screen.
struct Pager: Hashable {
    /// The commands to try, each with its arguments; empty if the user wants no pager.
    let commands: [[String]]
    /// Whether the user chose the pager in `$PAGER`.
    let isChosen: Bool
    /// The environment variables of the pager.
    let environment: [String: String]

    /// Finds the pager: `$PAGER`, or else `less` or `more`. As usual, an empty `$PAGER` and `cat` mean no
    /// pager.
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
        // By default, show colours, don't wait if the output fits, and leave the output on the screen.
        if environment["LESS"] == nil { environment["LESS"] = "FRX" }
        // If the locale data is missing, `less` doesn't recognize UTF-8 and needs this variable.
        if environment["LESSCHARSET"] == nil, Language.isUTF8(environment: environment) {
            environment["LESSCHARSET"] = "utf-8"
        }
        self.environment = environment
    }

    /// Shows bytes until the user quits the pager. Returns whether a pager was started.
    ///
    /// - Throws: ``PagerError`` if the pager that the user chose can't be started.
    func show(_ bytes: [UInt8]) async throws -> Bool {
        var ends: [Int32] = [-1, -1]
        guard !commands.isEmpty, pipe(&ends) == 0 else { return false }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        for command in commands {
            switch ForegroundProcess.start(command, environment: environment, input: reading) {
            case .success(let process):
                close(reading)
                DispatchQueue.global().async {
                    // The user may quit the pager before the end of the output; that is not an error.
                    try? Descriptors.write(bytes, to: writing)
                    close(writing)
                }
                _ = await process.waitForExit()
                return true
            case .failure(let failure):
                guard isChosen else { continue }
                close(reading)
                close(writing)
                throw PagerError.notStarted(command[0], failure)
            }
        }
        close(reading)
        close(writing)
        return false
    }
}

/// An error of the user's pager.
enum PagerError: PresentableError, Hashable {
    /// The pager can't be started. The values are its name and the system's reason.
    case notStarted(String, SystemFailure)

    var problem: LocalizedText {
        switch self {
        case .notStarted(let name, let failure):
            text("The pager %1$@ could not be started: %2$@.", name, failure.reason)
        }
    }

    var remedy: LocalizedText? {
        text("The environment variable PAGER chooses the pager; “set pager off” turns it off.")
    }
}
