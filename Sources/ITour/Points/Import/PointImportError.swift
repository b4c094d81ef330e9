import Foundation
import Localization
import Shell
import Sync

/// An error that makes an import of points of interest fail or end early.
enum PointImportError: PresentableError, Hashable {
    /// Standard input can't be imported, because commands are already read from it.
    case inputIsTaken
    /// The file is empty.
    case empty(name: String)
    /// The file doesn't contain a JSON list.
    case notAList(name: String, line: Int)
    /// A map or a table of more than 256 MB.
    case tooLong(name: String)
    /// The list ends early. `records` complete records were imported before the end.
    case cutOff(name: String, line: Int, records: Int)
    /// The list contains invalid JSON. `records` records before the invalid part were imported.
    case malformed(name: String, line: Int, records: Int)
    /// Reading failed. `records` records were imported before the failure.
    case brokenOff(reason: LocalizedText, records: Int)
    /// A file on the web can't be fetched.
    case remote(address: String, RemoteFileError)

    var problem: LocalizedText {
        switch self {
        case .inputIsTaken:
            text("Standard input can't be imported here, because the commands are read from it.")
        case .empty(let name): text("“%@” is empty.", name)
        case .notAList(let name, let line):
            text("“%1$@” is not a JSON list of points of interest: error in line %2$@.", name, String(line))
        case .tooLong(let name): text("“%@” is longer than 256 MB.", name)
        case .cutOff(let name, let line, let records):
            text(
                "The list in “%1$@” is cut off in line %2$@. %3$lld entries before that line were imported.",
                name, String(line), records)
        case .malformed(let name, let line, let records):
            text(
                "“%1$@” is not valid JSON: error in line %2$@. %3$lld entries before that line were imported.",
                name,
                String(line), records)
        case .brokenOff(let reason, let records):
            text("%1$@ %2$lld entries were imported before that.", reason, records)
        case .remote(let address, let error): Self.message(error, address)
        }
    }

    private static func message(_ error: RemoteFileError, _ address: String) -> LocalizedText {
        switch error {
        case .badAddress: text("“%@” is not a web address.", address)
        case .otherScheme(let scheme): text("Addresses that begin with “%@” are not supported.", scheme)
        case .noLibrary: text("“%@” can't be downloaded: the library libcurl isn't installed.", address)
        case .unknownHost(let host): text("The server “%@” is unknown, or there is no connection.", host)
        case .noAnswer(let host): text("The server “%@” doesn't answer.", host)
        case .brokenOff(let host): text("The connection to “%@” was interrupted.", host)
        case .insecure(let host): text("The connection to “%@” is not secure.", host)
        case .status(404), .status(410): text("The server has no file at “%@”.", address)
        case .status(let status):
            text("The server refused “%1$@” with status %2$@.", address, String(status))
        case .tooLarge(let limit):
            text("“%1$@” is larger than %2$@ MB.", address, String(limit >> 20))
        case .idle(let seconds): text("“%1$@” has sent nothing for %2$lld seconds.", address, seconds)
        case .tooSlow(let seconds):
            text("Downloading “%1$@” takes longer than %2$lld seconds.", address, seconds)
        case .tooManyRedirections(let count):
            text("“%1$@” redirects more than %2$lld times.", address, count)
        case .badRedirection(let other): text("“%1$@” redirects to “%2$@”, which isn't safe.", address, other)
        case .disk(let number):
            text("The data from “%1$@” can't be stored: %2$@.", address, SystemFailure(number).reason)
        case .other(let words): text("“%1$@” can't be downloaded: %2$@.", address, words)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .inputIsTaken: text("Run it from the operating system's shell: itour poi import - < FILE.")
        case .empty: text("Export it again from the program that it came from.")
        case .notAList, .tooLong: Self.remedyOfOthers
        case .cutOff, .brokenOff:
            text("Download or export the list again, and import it: nothing is added twice.")
        case .malformed: text("Correct the file there and import it again: nothing is added twice.")
        case .remote(_, let error): Self.remedy(error)
        }
    }

    /// The advice for files with other data.
    static let remedyOfOthers = text(
        "A list must begin with “[”, and each entry must be an object with “identifier” and “name”.")

    private static func remedy(_ error: RemoteFileError) -> LocalizedText {
        switch error {
        case .badAddress, .otherScheme: text("A web address begins with http:// or https://.")
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
        case .empty, .notAList, .tooLong, .cutOff, .malformed: .badData
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
