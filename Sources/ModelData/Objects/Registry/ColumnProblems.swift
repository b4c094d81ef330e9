/// Finds the property to name in the error of a row that can't be read or written.
struct ColumnProblems {
    let layout: EntityLayout

    /// Returns the error for an unreadable value; decodes each column again to find it.
    func unreadable(_ row: ModelRow, record: Int64, _ problem: ValueProblem) -> ModelDataError {
        for (index, column) in layout.columns.enumerated() where column.isValue {
            if let found = decodingProblem(of: column.codec, row, index) {
                return .unreadableValue(
                    model: layout.name, property: column.name, record: record, problem: found)
            }
        }
        return .unreadableValue(model: layout.name, property: "", record: record, problem: problem)
    }

    private func decodingProblem<C: ColumnCodec>(
        of codec: C.Type, _ row: ModelRow, _ column: Int
    ) -> ValueProblem? {
        do {
            _ = try codec.decode(row, column)
            return nil
        } catch {
            return error as? ValueProblem
        }
    }

    /// Returns the error for a value that can't be stored; encodes each column again to find it.
    func invalid(_ model: any PersistentModel, _ problem: ValueProblem) -> ModelDataError {
        let record = model._$state.record.recordNumber
        for (index, column) in layout.columns.enumerated() where column.isValue {
            do {
                _ = try model._$stored(index)
            } catch {
                return .invalidValue(
                    model: layout.name, property: column.name, record: record,
                    problem: error as? ValueProblem ?? problem)
            }
        }
        return .invalidValue(model: layout.name, property: "", record: record, problem: problem)
    }
}
