/// The alias in a tombstone: the record into which the deleted one was merged.
enum SyncAlias {
    /// The field of the tombstone.
    static let field = "_sameAs"
    /// The field with the causal length of the other record, which may have been deleted and recreated
    /// before.
    static let causalLengthField = "_sameAsLife"
}
