import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Sync

/// The session of itour with its store of trips.
@MainActor
final class TripSession: StoreSession {
    let services: StoreServices
    /// The values of the open record when the prompt last showed it.
    private(set) var shown: ShownRecord?
    /// The names of the models and their properties in the user's language.
    let names: ModelNames
    let present: @MainActor (TripSession) -> ShownRecord?
    private let candidatesOfThings: [String: Candidates]

    /// Returns the texts that Tab offers for typed text.
    typealias Candidates = @MainActor @Sendable (TripSession, String) throws -> [String]

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - session: What the session depends on.
    ///   - names: The names of the models and their properties.
    ///   - candidates: What Tab offers for the sources of things, by their names.
    ///   - present: Returns the values of the open destination, or else of the open trip; `nil` if none is open.
    init(
        _ session: SessionContext, names: ModelNames, candidates: [String: Candidates],
        present: @escaping @MainActor (TripSession) -> ShownRecord?
    ) async throws {
        self.names = names
        self.present = present
        candidatesOfThings = candidates
        let store = try await StoreService(
            session,
            models: [
                SavedView.self, Destination.self, Sight.self, Trip.self, Leg.self, Stay.self, Expense.self,
                BudgetLine.self,
                ChecklistItem.self, ExchangeRate.self, PointOfInterest.self, Category.self,
            ],
            synchronizing: [
                SavedView.self, PointOfInterest.self, Category.self, Trip.self, Destination.self, Sight.self,
                Leg.self,
                Stay.self,
                Expense.self, BudgetLine.self, ChecklistItem.self, ExchangeRate.self,
            ],
            names: names)
        let nothingOpen = NothingOpenError(
            text("No destination is open."),
            opening: text(
                "Open one with “open DESTINATION”, add one with “add NAME”, or name one in the command."))
        services = StoreServices(store, places: OpenItems(store, nothingOpenError: nothingOpen))
    }

    /// Runs a command and saves its changes. Says so if the open record, or a field that the command changes, was
    /// changed elsewhere in the meantime.
    func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        var notice: LocalizedText?
        var output = try await services.execute(intent) {
            if intent.scope == .data { notice = noticeOfChangesElsewhere() }
            return try await body()
        }
        if let notice { output.blocks.insert(.warning(notice), at: 0) }
        if intent.scope == .data { shown = openRecord() }
        return output
    }

    /// Returns the notices before the next prompt, also about changes of the open record.
    func notices() -> [LocalizedText] {
        let notices = services.notices() + [noticeOfChangesElsewhere()].compactMap(\.self)
        shown = openRecord()
        return notices
    }

    /// Returns the open destination, for commands that can't name another destination.
    ///
    /// - Parameter command: The `edit` command line that makes the same change to a named destination. The
    ///   error suggests it.
    /// - Throws: `NothingOpenError`.
    func openDestination(orUse command: LocalizedText) throws -> Destination {
        do {
            return try record(nil, orOpen: Destination.self)
        } catch let error as NothingOpenError {
            throw NothingOpenError(
                error.problem,
                opening: text("Open one with “open DESTINATION”, or use “%@”.", command))
        }
    }

    /// Returns completions for destinations, sights and points of interest, and for the options that filter
    /// points.
    func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case TripCompletions.gazetteer: return Gazetteer.builtIn.names(beginningWith: prefix, limit: 50)
        case TripCompletions.points: return try texts(of: \PointOfInterest.name, matching: prefix)
        case TripCompletions.cities: return try texts(of: \PointOfInterest.city, matching: prefix)
        case TripCompletions.countries: return try texts(of: \PointOfInterest.country, matching: prefix)
        case ViewCompletion.names: return try texts(of: \SavedView.name, matching: prefix)
        case TripCompletions.trips: return try texts(of: \Trip.name, matching: prefix)
        case TripCompletions.legs:
            return try texts(of: \Leg.origin, matching: prefix) + texts(of: \Leg.target, matching: prefix)
        case TripCompletions.stays: return try texts(of: \Stay.name, matching: prefix)
        case TripCompletions.expenses: return try texts(of: \Expense.name, matching: prefix)
        case TripCompletions.checklistItems: return try texts(of: \ChecklistItem.name, matching: prefix)
        case TripCompletions.checklists:
            let usual = localizer.string(ChecklistItem.name(ofList: ChecklistItem.usualList))
            let names = try texts(of: \ChecklistItem.list, matching: prefix)
            return (SearchFold.fold(usual).hasPrefix(SearchFold.fold(prefix)) ? [usual] : [])
                + names.filter { $0 != ChecklistItem.usualList }
        case TripCompletions.zones:
            let typed = prefix.lowercased()
            return TimeZone.knownTimeZoneIdentifiers.filter {
                $0.lowercased().hasPrefix(typed)
                    || !typed.isEmpty && $0.split(separator: "/").last?.lowercased().hasPrefix(typed) == true
            }
        case TripCompletions.months:
            let typed = SearchFold.fold(prefix)
            return localizer.monthNames.filter { SearchFold.fold($0).hasPrefix(typed) }
        case TripCompletions.currencies:
            return TripSettings.currencies.filter { $0.hasPrefix(prefix.uppercased()) }
        case TripCompletions.categories: return try texts(of: \Category.name, matching: prefix)
        // If a destination is open, all words belong to the new sight's name.
        case TripCompletions.unlessOpen where try opened(Destination.self) != nil: return []
        case TripCompletions.unlessOpen, TripCompletions.destinations:
            return try texts(of: \Destination.name, matching: prefix)
        default: if let candidates = candidatesOfThings[source] { return try candidates(self, prefix) }
        }
        var names: [String] = []
        if source != TripCompletions.sights { names += try texts(of: \Destination.name, matching: prefix) }
        if let open = try opened(Destination.self) {
            names += open.sights.map(\.name)
        } else {
            names += try texts(of: \Sight.name, matching: prefix)
        }
        return names
    }

    /// Returns the destinations with exactly this name, ignoring case and accents.
    func namesakes(of name: String) throws -> [Destination] {
        let folded = SearchFold.fold(name)
        return try context.fetch(FetchDescriptor(predicate: Destination.titled(containing: name)))
            .filter { SearchFold.fold($0.name) == folded }
    }

    /// Checks that a moment exists on the clocks of a place. Clocks skip an hour when daylight saving time
    /// begins.
    ///
    /// - Parameters:
    ///   - moment: The moment; `nil` is accepted.
    ///   - zone: The place's time zone. Default: that of the user.
    /// - Throws: ``TripError/skippedHour(_:zone:)``.
    func checkClock(_ moment: Moment?, zone: String?) throws(TripError) {
        guard let moment, moment.minute != nil else { return }
        try DaylightSaving.check(
            moment, in: zone.flatMap { TimeZone(identifier: $0) } ?? environment.timeZone)
    }
}

extension TripSession {
    /// Asks for a moment that an option didn't give, until the answer is valid; `nil` without a terminal.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - check: Throws if the moment conflicts with another value.
    func askMoment(_ question: LocalizedText, check: (Moment) throws -> Void) async throws -> Moment? {
        guard interaction.isInteractive else { return nil }
        let context = fieldContext.parsing
        let type = ValueType<Moment>.moment
        func moment(_ line: String) throws -> Moment {
            if line.allSatisfy(\.isWhitespace) { throw ValueError.blank }
            let moment = try type.parse(line, context)
            try check(moment)
            return moment
        }
        let line = try await interaction.ask(
            question, initial: "", completion: type.completion, check: { _ = try moment($0) })
        return try moment(line)
    }
}

extension TripSession {
    /// Returns the sight that a reference names. If a destination is named or open, only its sights match.
    ///
    /// - Parameters:
    ///   - reference: The sight's number or title.
    ///   - destination: The destination. Default: the open one.
    /// - Throws: `RecordError`.
    func sight(_ reference: RecordReference, in destination: RecordReference?) throws -> Sight {
        let owner = try destination.map { try record($0, in: Destination.self) } ?? opened(Destination.self)
        guard let owner else { return try record(reference, in: Sight.self) }
        switch reference {
        case .number(let number): return try numbered(number, in: owner)
        case .digits(let number, let text):
            if let sight = owner.sights.first(where: { $0.number == number }) { return sight }
            if let sight = try named(text, in: owner) { return sight }
            throw RecordError.unknownNumber(number, listingCommand: Sight.listingCommand)
        case .title(let text):
            if let sight = try named(text, in: owner) { return sight }
            throw RecordError.unknownTitle(
                text, nearest: nearest(to: text, in: owner.sights.map(\.name)),
                listingCommand: Sight.listingCommand)
        }
    }

    /// Returns the sight with a number if it belongs to the destination. Sights of other destinations aren't
    /// accepted.
    private func numbered(_ number: Int64, in owner: Destination) throws -> Sight {
        guard let sight = try context.object(Sight.self, number: number), sight.destination === owner else {
            throw RecordError.unknownNumber(number, listingCommand: Sight.listingCommand)
        }
        return sight
    }

    private func named(_ text: String, in owner: Destination) throws -> Sight? {
        let folded = SearchFold.fold(text)
        let matches = owner.sights.filter { SearchFold.contains($0.name, folded: folded) }
        let candidates = TitleMatch.best(matches, for: text, title: \.name)
        if candidates.count <= 1 { return candidates.first }
        throw RecordError.ambiguous(
            text,
            candidates: candidates.prefix(8).map {
                .init(number: Int64($0.number), title: $0.name, detail: LocalizedText.nonEmpty($0.address))
            },
            others: max(0, candidates.count - 8))
    }
}

/// The values of an open record when the prompt last showed it.
struct ShownRecord {
    let title: String
    let record: Record

    /// Returns the labels of the fields whose values differ; `nil` if they are those of another record.
    fileprivate func changes(to other: ShownRecord) -> [LocalizedText]? {
        let pairs = zip(record.fields, other.record.fields)
        guard record.fields.first?.cell.raw == other.record.fields.first?.cell.raw,
            record.fields.count == other.record.fields.count
        else { return nil }
        return pairs.filter { $0.cell.raw != $1.cell.raw }.map(\.0.title)
    }
}

extension TripSession {
    /// The present values of the open record; `nil` if none is open, or without a user who sees the prompt.
    func openRecord() -> ShownRecord? { interaction.isInteractive ? present(self) : nil }

    /// Returns a notice about the fields of the open record that were changed elsewhere since the prompt showed it.
    func noticeOfChangesElsewhere() -> LocalizedText? {
        guard let shown, let present = openRecord(), let changed = shown.changes(to: present),
            !changed.isEmpty
        else { return nil }
        return text(
            "“%1$@” was changed elsewhere since it was shown here: %2$@.", present.title,
            TextArgument.list(changed.map { .text($0) }))
    }
}
