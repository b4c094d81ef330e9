/// Two records that turn out to be the same thing: the tombstone of one names the other.
enum SyncAlias {
    /// The field of the tombstone.
    static let field = "_sameAs"
}
