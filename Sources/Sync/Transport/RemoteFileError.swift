/// The reason why a file can't be downloaded.
package enum RemoteFileError: Error, Sendable, Hashable {
    /// The text isn't an address.
    case badAddress(String)
    /// The address has another scheme than `http` or `https`.
    case otherScheme(String)
    /// libcurl isn't installed.
    case noLibrary
    /// The server's name is unknown.
    case unknownHost(String)
    /// The server doesn't answer.
    case noAnswer(String)
    /// The connection ended before the file did.
    case brokenOff(String)
    /// The server's certificate isn't valid, or no common encryption exists.
    case insecure(String)
    /// The server refused the request with an HTTP status.
    case status(Int)
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// No new data arrived for a number of seconds.
    case idle(seconds: Int)
    /// The download takes longer than the limit.
    case tooSlow(seconds: Int)
    /// The server redirects more often than the limit.
    case tooManyRedirections(Int)
    /// The server redirects to an address that isn't safe, such as from https to http.
    case badRedirection(String)
    /// The temporary file can't be written or read, with the system's error number.
    case disk(Int32)
    /// Another error, with a description in English.
    case other(String)
}
