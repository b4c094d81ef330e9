import Foundation
import Localization
import Shell
import Sync

/// Why points of interest can't be imported, or not all of them.
enum PointImportError: PresentableError, Hashable {
    /// Standard input can't be read, since the lines of commands come from there.
    case inputIsTaken
    /// There is nothing in the file.
    case empty(name: String)
    /// The text is no list.
    case notAList(name: String, line: Int)
    /// The list ends in the middle; what is whole is imported: so many records.
    case cutOff(name: String, line: Int, records: Int)
    /// Something else stands in the list than records; what stands before it is imported.
    case malformed(name: String, line: Int, records: Int)
    /// The reading broke off; what came before is imported.
    case brokenOff(reason: LocalizedText, records: Int)
    /// A file on the web can't be fetched.
    case remote(address: String, RemoteFileError)

    var problem: LocalizedText {
        switch self {
        case .inputIsTaken: text("Standard input can't be imported here: the commands come from it.")
        case .empty(let name): text("There is nothing in “%@”.", name)
        case .notAList(let name, let line):
            text("“%1$@” is not a JSON list of points of interest, in line %2$@.", name, String(line))
        case .cutOff(let name, let line, let records):
            text(
                "The list in “%1$@” ends in the middle, in line %2$@. %3$lld entries before that were imported.",
                name, String(line), records)
        case .malformed(let name, let line, let records):
            text(
                "“%1$@” is not valid JSON in line %2$@. %3$lld entries before that were imported.", name,
                String(line), records)
        case .brokenOff(let reason, let records):
            text("%1$@ %2$lld entries before that were imported.", reason, records)
        case .remote(let address, let error): Self.words(error, address)
        }
    }

    private static func words(_ error: RemoteFileError, _ address: String) -> LocalizedText {
        switch error {
        case .badAddress: text("“%@” is not an address of the web.", address)
        case .otherScheme(let scheme): text("Addresses that begin with “%@” can't be read.", scheme)
        case .noLibrary: text("“%@” can't be fetched: the library libcurl isn't installed.", address)
        case .unknownHost(let host): text("The server “%@” is not known, or there is no connection.", host)
        case .noAnswer(let host): text("The server “%@” doesn't answer.", host)
        case .brokenOff(let host): text("The connection to “%@” broke off.", host)
        case .insecure(let host): text("The connection to “%@” is not secure.", host)
        case .status(404), .status(410): text("The server has nothing at “%@”.", address)
        case .status(let status):
            text("The server refuses “%1$@”, with status %2$@.", address, String(status))
        case .tooLarge(let limit):
            text("“%1$@” has more than %2$@ MB.", address, String(limit >> 20))
        case .idle(let seconds): text("Nothing has come from “%1$@” for %2$lld seconds.", address, seconds)
        case .tooSlow(let seconds): text("“%1$@” takes longer than %2$lld seconds.", address, seconds)
        case .tooManyRedirections(let count):
            text("“%1$@” leads on more than %2$lld times.", address, count)
        case .badRedirection(let other): text("“%1$@” leads to “%2$@”, which isn't safe.", address, other)
        case .disk(let number):
            text("What comes from “%1$@” can't be kept: %2$@.", address, SystemFailure(number).reason)
        case .other(let words): text("“%1$@” can't be fetched: %2$@.", address, words)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .inputIsTaken: text("Run it from the operating system's shell: itour poi import - < FILE.")
        case .empty: text("Export it again where it came from.")
        case .notAList:
            text("A list begins with “[”, and each entry is an object with “identifier” and “name”.")
        case .cutOff, .brokenOff: text("Fetch or export it again and import it: nothing comes twice.")
        case .malformed: text("Mend the file there and import it again: nothing comes twice.")
        case .remote(_, let error): Self.remedy(error)
        }
    }

    private static func remedy(_ error: RemoteFileError) -> LocalizedText {
        switch error {
        case .badAddress, .otherScheme: text("An address begins with http:// or https://.")
        case .noLibrary: text("Install libcurl, or download the file and import it from the disk.")
        case .unknownHost, .noAnswer, .brokenOff, .idle: text("Check the connection, and try again.")
        case .insecure: text("Check the address and the clock, or download the file in another way.")
        case .status(404), .status(410), .badRedirection, .tooManyRedirections:
            text("Check the address.")
        case .status: text("Try again later, or download the file in another way.")
        case .tooLarge, .tooSlow, .disk, .other:
            text("Download the file in another way, and import it from the disk.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .inputIsTaken: .usage
        case .empty, .notAList, .cutOff, .malformed: .badData
        case .brokenOff: .inputOutput
        case .remote(_, let error):
            switch error {
            case .badAddress, .otherScheme: .usage
            case .unknownHost, .noAnswer, .status: .inputMissing
            case .noLibrary, .brokenOff, .insecure, .tooLarge, .idle, .tooSlow, .tooManyRedirections,
                .badRedirection, .disk, .other:
                .inputOutput
            }
        }
    }
}
