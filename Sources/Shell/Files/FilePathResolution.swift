/// Resolution of paths that the user wrote.
public enum FilePathResolution {
    /// Returns the absolute path.
    ///
    /// - Parameters:
    ///   - path: The path that the user wrote.
    ///   - directory: The absolute path at which relative paths start.
    public static func absolute(_ path: String, relativeTo directory: String) -> String {
        path.hasPrefix("/") ? path : directory + "/" + path
    }
}
