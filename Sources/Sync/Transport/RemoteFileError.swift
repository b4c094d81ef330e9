/// Why a file on the web can't be fetched.
public enum RemoteFileError: Error, Sendable, Hashable {
    /// It is no address.
    case badAddress(String)
    /// It is an address that begins with something else than `http` or `https`.
    case otherScheme(String)
    /// libcurl isn't installed.
    case noLibrary
    /// The server's name is not known.
    case unknownHost(String)
    /// Nobody answers at the address.
    case noAnswer(String)
    /// The connection broke off.
    case brokenOff(String)
    /// The server can't prove who it is, or speaks no encryption that is known.
    case insecure(String)
    /// The server refuses, with a status of HTTP.
    case status(Int)
    /// It has more bytes than is allowed.
    case tooLarge(limit: Int)
    /// Nothing new has come for so long.
    case idle(seconds: Int)
    /// It takes longer than is allowed.
    case tooSlow(seconds: Int)
    /// The server sends from one address to another without end.
    case tooManyRedirections(Int)
    /// The server sends to an address that isn't safe to follow.
    case badRedirection(String)
    /// What arrives can't be kept on the disk; with the system's error number.
    case disk(Int32)
    /// Something else, in English.
    case other(String)
}
