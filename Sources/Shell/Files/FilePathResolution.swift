/// How a path that a person wrote becomes an absolute one.
public enum FilePathResolution {
    /// The absolute path: relative paths start at `directory`.
    public static func absolute(_ path: String, relativeTo directory: String) -> String {
        path.hasPrefix("/") ? path : directory + "/" + path
    }
}
