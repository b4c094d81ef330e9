import Localization
import ModelData
import Shell

extension PortfolioSession {
    /// Saves, and says where a change by another process had to give way: the later of two changes of the same
    /// property counts, different properties come together.
    ///
    /// - Throws: ``IssueError/deletedMeanwhile(title:)``, and what ModelData throws.
    func saveTellingConflicts() throws -> [Block] {
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
                        "Another process had changed “%1$@” meanwhile: %2$@. The later change, this one, counts.",
                        name ?? String(record), fields))
            ]
        } catch ModelDataError.recordGone(let model, let record) where model == "\(Issue.self)" {
            throw IssueError.deletedMeanwhile(title: title(ofRecord: record))
        }
    }

    private func saveOrNameDeleted() throws {
        do {
            try context.save()
        } catch ModelDataError.recordGone(let model, let record) where model == "\(Issue.self)" {
            throw IssueError.deletedMeanwhile(title: title(ofRecord: record))
        }
    }

    /// The title of an issue that was changed here and is gone.
    private func title(ofRecord record: Int64) -> String {
        let changed = context.changedModelsArray.compactMap { $0 as? Issue }
        return changed.first { $0.persistentModelID.recordNumber == record }?.title ?? "#\(record)"
    }

    /// A property in words.
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
