/// The objects of a context that were inserted, changed or deleted since the last save, in the order of
/// these events. The context retains them until they are saved.
struct PendingObjects {
    private var slots: ContiguousArray<(any PersistentModel)?> = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ model: any PersistentModel, _ state: ModelState) {
        if state.pendingIndex >= 0 { return }
        state.pendingIndex = slots.count
        slots.append(model)
        count += 1
    }

    mutating func remove(_ state: ModelState) {
        guard state.pendingIndex >= 0 else { return }
        slots[state.pendingIndex] = nil
        state.pendingIndex = -1
        count -= 1
        if count == 0 { slots.removeAll(keepingCapacity: true) }
    }

    mutating func removeAll() {
        for case let model? in slots { model._$state.pendingIndex = -1 }
        slots.removeAll(keepingCapacity: slots.count < 1000)
        count = 0
    }

    func contains(where condition: (any PersistentModel) -> Bool) -> Bool {
        slots.contains { model in
            if let model { condition(model) } else { false }
        }
    }

    func forEach(_ body: (any PersistentModel, ModelState) throws -> Void) rethrows {
        for case let model? in slots { try body(model, model._$state) }
    }

    var all: [any PersistentModel] { slots.compactMap { $0 } }

    func models(where condition: (ModelState) -> Bool) -> [any PersistentModel] {
        slots.compactMap { model in
            guard let model, condition(model._$state) else { return nil }
            return model
        }
    }
}
