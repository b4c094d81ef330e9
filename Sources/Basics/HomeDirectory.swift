/// Returns the home directory that an environment names: `HOME`, if it is an absolute path; otherwise nil.
///
/// Libraries and programs look for their default directories here, so that a test with a private `HOME` uses no file of
/// the user.
///
/// - Parameter environment: The environment variables.
public func homeDirectory(in environment: [String: String]) -> String? {
    environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
}
