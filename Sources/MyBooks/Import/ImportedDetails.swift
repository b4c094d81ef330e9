/// The details of an imported book. A list is faster than a dictionary for so few values.
struct ImportedDetails {
    /// The details that have a value, in no particular order.
    private(set) var values: [(detail: BookDetail, value: BookDetail.Value)] = []

    /// The value of a detail.
    subscript(detail: BookDetail) -> BookDetail.Value? {
        get { values.first { $0.detail == detail }?.value }
        set {
            if let index = values.firstIndex(where: { $0.detail == detail }) {
                if let newValue { values[index].value = newValue } else { values.remove(at: index) }
            } else if let newValue {
                values.append((detail, newValue))
            }
        }
    }
}
