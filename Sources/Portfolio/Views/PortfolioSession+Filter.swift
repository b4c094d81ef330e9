import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension PortfolioSession {
    /// Selects a filter, turns the filter by status and priority on or off, and closes the open issue.
    ///
    /// - Parameters:
    ///   - place: The filter's item; `nil` keeps the present one.
    ///   - isFiltered: Whether the filter by status and priority is on.
    func select(_ place: OpenItem?, isFiltered: Bool) throws {
        let before = openItems.first { item in
            guard let name = item.name else { return false }
            return name == PlaceName.all || name == PlaceName.recent || name.hasPrefix(PlaceName.query)
        }
        let place = try place ?? before ?? selectedTag.map { OpenItem($0) }
        leaveAll()
        if let place { open(place) }
        if isFiltered { open(OpenItem(PlaceName.filtered, title: text("filtered"))) }
    }

    /// Returns the item to open for a filter.
    ///
    /// - Throws: ``TagError`` if no tag has its name; `ConditionError` if a query can't be parsed.
    func place(of filter: FilterReference) throws -> OpenItem {
        switch filter {
        case .all: OpenItem(PlaceName.all, title: BuiltInView.all.title)
        case .recent: OpenItem(PlaceName.recent, title: BuiltInView.recent.title)
        case .tag(let name): try place(ofTag: name)
        case .query(let text): try place(ofQuery: text, title: text)
        case .named(let name): try place(named: name)
        }
    }

    /// Returns the item of a view or a tag. A view with exactly this name has priority.
    private func place(named name: String) throws -> OpenItem {
        if let view = try context.view(named: name) {
            return try place(ofQuery: view.query, title: view.name)
        }
        if try context.tag(named: name) == nil, let view = BuiltInView(named: name, localizer) {
            return try place(ofQuery: view.query, title: localizer.string(view.title))
        }
        do {
            return OpenItem(try context.tag(matching: name))
        } catch let error as TagError {
            if let view = try IssueViews.kind.saved(name, in: self) {
                return try place(ofQuery: view.query, title: view.name)
            }
            guard case .unknown(let name, nearest: []) = error else { throw error }
            throw TagError.unknown(name, nearest: nearest(to: name, in: try viewNames()))
        }
    }

    /// Returns the item of a tag. A tag that exists only as the upper part of others is a query.
    private func place(ofTag name: String) throws -> OpenItem {
        do {
            return OpenItem(try context.tag(matching: name))
        } catch let error as TagError {
            guard try !context.tagsBelow(name).isEmpty else { throw error }
            let query = "#" + ConditionVocabulary<Issue>.quoted(name)
            return try place(ofQuery: query, title: query)
        }
    }

    /// Returns the item of a query, which must be valid in this store.
    private func place(ofQuery text: String, title: String) throws -> OpenItem {
        _ = try condition(text)
        return OpenItem(PlaceName.query + text, title: .verbatim(title))
    }

    /// Selects the filter that an earlier session stored. A filter with a tag that this store doesn't have is
    /// ignored.
    ///
    /// - Throws: The errors of ModelData.
    func restoreFilter() throws {
        let text = preferences[FilterCommand.lasting]
        do {
            if text == "is:recent" {
                open(try place(of: .recent))
            } else if text.hasPrefix("#"),
                let tag = try context.fetch(FetchDescriptor<Tag>())
                    .first(where: { Self.filter(of: $0) == text })
            {
                open(OpenItem(tag))
            } else if !text.isEmpty {
                open(try place(ofQuery: text, title: text))
            }
        } catch is ConditionError {
        }
        storedFilter = try lastingFilter()
    }

    /// Stores the filter for later sessions if it has changed. If that fails, returns a warning.
    func storeFilter() -> [Block] {
        guard keepsChoices else { return [] }
        do {
            let filter = try lastingFilter()
            if filter == storedFilter { return [] }
            storedFilter = filter
            try preferences.set(FilterCommand.lasting, to: filter.isEmpty ? nil : filter)
            return []
        } catch {
            return [.warning((SuiteErrors.describe(error, names) ?? UnexpectedError(error)).problem)]
        }
    }

    /// The name of the selected filter.
    var selectionName: LocalizedText {
        get throws {
            switch try selection {
            case .all: BuiltInView.all.title
            case .recent: BuiltInView.recent.title
            case .tag: .verbatim(try selectedTag?.recordTitle ?? "")
            case .query(let query): .verbatim(query)
            }
        }
    }

    /// Returns the order of a list: what `sort` chose in this session, or else at an earlier prompt.
    func order(for invocation: Invocation) -> IssueOrder {
        if let chosenOrder, usesSelection(invocation) { return chosenOrder }
        return remembered(SortCommand.defaultOrder, for: invocation)
            .directed(remembered(SortCommand.defaultDirection, for: invocation))
    }

    /// The names of all views.
    func viewNames() throws -> [String] { try IssueViews.kind.names(in: self) }
}

extension SessionPart {
    /// The lasting filter, and the completion of views and filters.
    static let views = SessionPart(
        begin: { session in if session.keepsChoices { try session.restoreFilter() } },
        around: { session, intent, command in
            var output = try await command()
            if intent.scope == .data { output.blocks += session.storeFilter() }
            return output
        },
        candidates: { session, source, prefix in
            switch source {
            case IssueCompletions.filters:
                if !prefix.isEmpty, prefix.contains(where: { "#:-( ".contains($0) }) {
                    return try session.conditionCandidates(for: prefix)
                }
                return try session.viewNames() + session.tagNames() + session.conditionCandidates(for: "")
            case ViewCompletion.names: return try session.viewNames()
            default: return nil
            }
        })
}
