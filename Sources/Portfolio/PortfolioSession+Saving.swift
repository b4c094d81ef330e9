import ModelData
import Shell
import Suite

extension PortfolioSession {
    /// Saves. If another process changed different properties, both changes are kept. If it changed the same
    /// property, this process's later change is kept, and the result has a warning.
    ///
    /// - Throws: ``IssueError/deletedMeanwhile(title:)``, and the errors of ModelData.
    func saveReportingConflicts() throws -> [Block] {
        do {
            try context.save()
            return []
        } catch ModelDataError.conflict(let model, let record, let properties) {
            context.mergePolicy = .mergeByPropertyObjectTrump
            defer { context.mergePolicy = .error }
            try saveOrNameDeleted()
            let name =
                model == "\(Issue.self)"
                ? try context.object(Issue.self, number: record)?.title
                : try context.object(Tag.self, number: record)?.name
            // The key is the name without case.
            return [replacedChange(of: name ?? String(record), properties.filter { $0 != "key" })]
        } catch ModelDataError.recordGone(let model, let record) where model == "\(Issue.self)" {
            throw IssueError.deletedMeanwhile(title: title(ofRecord: record))
        }
    }

    /// Saves.
    ///
    /// - Throws: ``IssueError/deletedMeanwhile(title:)``, and the errors of ModelData.
    func saveOrNameDeleted() throws {
        do {
            try context.save()
        } catch ModelDataError.recordGone(let model, let record) where model == "\(Issue.self)" {
            throw IssueError.deletedMeanwhile(title: title(ofRecord: record))
        }
    }

    /// Returns the title of an issue that this process changed and another process deleted.
    private func title(ofRecord record: Int64) -> String {
        let changed = context.changedModelsArray.compactMap { $0 as? Issue }
        return changed.first { $0.persistentModelID.recordNumber == record }?.title ?? "#\(record)"
    }
}
