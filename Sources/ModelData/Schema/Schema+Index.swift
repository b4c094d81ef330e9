extension Schema {
    /// An index of a model.
    ///
    ///     let index = Schema.Index<Book>.Types<Book>.binary([\.title])
    ///
    /// Mirrors SwiftData's `Schema.Index`.
    public enum Index<Model: PersistentModel> {
        /// The kinds of an index.
        ///
        ///     let index = Schema.Index<Book>.Types<Book>.binary([\.title])
        ///
        /// Mirrors SwiftData's `Schema.Index.Types`.
        public enum Types<Indexed: PersistentModel> {
            /// An index that finds values, ranges and orders.
            case binary([PartialKeyPath<Indexed>])
            /// An index of ranges in one to five properties that are numbers or dates at once, such as the
            /// places within a rectangle: an R*Tree of SQLite.
            case rtree([PartialKeyPath<Indexed>])
        }
    }
}
