import ModelData

/// A record that an award was announced, so that the award isn't announced again.
@Model
final class AnnouncedAward {
    /// The award's ``Award/key``, such as `issues-10`.
    @Attribute(.unique) var key: String

    init(key: String) { self.key = key }
}
