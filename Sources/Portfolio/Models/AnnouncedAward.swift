import ModelData

/// An award whose earning was told, so that it isn't told again.
@Model
final class AnnouncedAward {
    /// What the award has in every language, such as `issues-10`.
    @Attribute(.unique) var key: String

    init(key: String) {
        self.key = key
    }
}
