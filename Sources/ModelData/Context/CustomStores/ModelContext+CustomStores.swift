extension ModelContext {
    /// The context, as custom stores see it in requests.
    ///
    /// Mirrors SwiftData's `editingState`.
    public var editingState: EditingState { EditingState(id: editingID, author: author) }

    /// Tells the container's custom stores that the context begins.
    func beginEditing() {
        let state = editingState
        for store in core.stores { store.custom?.begin(state) }
    }

    /// Tells the container's custom stores that the context ends.
    func endEditing() {
        let state = editingState
        for store in core.stores { store.custom?.end(state) }
    }
}
