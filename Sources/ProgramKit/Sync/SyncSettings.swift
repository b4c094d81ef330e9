import Localization
import Shell

/// The settings of synchronization.
public enum SyncSettings {
    /// The pause between background synchronizations, 1 to 86,400 seconds. Default: 20.
    public static let interval = Setting.integer(
        "sync-seconds", in: 1...86_400, defaultValue: 20,
        help: text("The number of seconds between synchronizations while the program runs."))
}
