extension Schema {
    /// A property of a model that refers to other models.
    ///
    ///     let rule = Schema.Relationship.DeleteRule.cascade
    ///
    /// Mirrors SwiftData's `Schema.Relationship`.
    public enum Relationship {
        /// What becomes of related objects when their owner is deleted.
        ///
        ///     let rule = Schema.Relationship.DeleteRule.nullify
        ///
        /// Mirrors SwiftData's `Schema.Relationship.DeleteRule`.
        public enum DeleteRule: String, Codable, Hashable, Sendable {
            /// They are deleted too.
            case cascade
            /// They lose the relationship.
            case nullify
            /// The owner can't be deleted while there are any.
            case deny
            /// Nothing happens to them.
            case noAction
        }

        /// What can be special about a relationship.
        ///
        ///     let option = Schema.Relationship.Option.unique
        ///
        /// Mirrors SwiftData's `Schema.Relationship.Option`.
        public struct Option: Hashable, Sendable {
            let name: String
            /// A related object belongs to one owner only.
            public static let unique = Option(name: "unique")
        }
    }
}
