/// Two records that turn out to be the same thing: the tombstone of one names the other.
enum SyncAlias {
    /// The field of the tombstone.
    static let field = "_sameAs"
    /// The field that says which life of the other record is meant: that one may have been deleted before, and been made
    /// again.
    static let lifeField = "_sameAsLife"
}
