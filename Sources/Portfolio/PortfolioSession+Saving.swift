import Localization
import ModelData
import Shell

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
            let fields = TextArgument.list(properties.map { .text(Self.label(of: $0)) })
            return [
                .warning(
                    text(
                        "Another process changed “%1$@” in the meantime: %2$@. Your change is later and replaces that change.",
                        name ?? String(record), fields))
            ]
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

    /// Returns the name of a property in the user's language.
    private static func label(of property: String) -> LocalizedText {
        switch property {
        case "title": text("Title")
        case "content": text("Content")
        case "priority": text("Priority")
        case "closed": text("Status")
        case "name", "key": text("Name")
        default: .verbatim(property)
        }
    }
}
