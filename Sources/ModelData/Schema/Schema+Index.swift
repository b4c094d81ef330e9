extension Schema {
    /// A namespace for the kinds of index of a model.
    ///
    /// Mirrors SwiftData's `Schema.Index`.
    public enum Index<Model: PersistentModel> {
        /// The kind of an index, with the indexed properties.
        ///
        /// Mirrors SwiftData's `Schema.Index.Types`.
        public enum Types<Indexed: PersistentModel> {
            /// A B-tree index for equality, ranges and sorting.
            case binary([PartialKeyPath<Indexed>])
            /// An R*Tree for ranges in one to five numbers or dates together, such as the points in a
            /// rectangle.
            case rtree([PartialKeyPath<Indexed>])
        }
    }
}
