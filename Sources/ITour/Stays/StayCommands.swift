import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The changes of an edit to a stay; `nil` leaves a field as it is.
struct StayChanges {
    var name: String?
    var checkIn: Moment?
    var checkOut: Moment?
    var zone: Assignment<TimeZone>?
    var address: String?
    var place: Assignment<Coordinates>?
    var code: String?
    var link: String?
    var cost: Assignment<Money>?
    var note: String?

    /// Whether there are no changes.
    var isEmpty: Bool {
        name == nil && checkIn == nil && checkOut == nil && zone == nil && address == nil && place == nil
            && code == nil && link == nil && cost == nil && note == nil
    }

    /// Applies the changes. If only the check-in moves, the stay keeps its nights.
    ///
    /// - Returns: The labels of the fields whose values changed.
    /// - Throws: ``LegError/checkOutBeforeCheckIn(checkIn:checkOut:)``. The stay isn't changed then.
    func apply(to stay: Stay) throws(LegError) -> [LocalizedText] {
        let begin = checkIn ?? stay.checkIn
        let nights = stay.checkIn.day.days(until: begin.day)
        let end = checkOut ?? Moment(stay.checkOut.day.adding(days: nights), minute: stay.checkOut.minute)
        if end.day < begin.day { throw .checkOutBeforeCheckIn(checkIn: begin, checkOut: end) }
        var changed = FieldChanges(of: stay)
        changed.set(\.name, name, text("name"))
        changed.set(\.checkIn, begin, text("check-in"))
        changed.set(\.checkOut, end, text("check-out"))
        if let zone { changed.set(\.timeZone, .some(zone.value?.identifier), text("time zone")) }
        changed.set(\.address, address, text("address"))
        if let place { changed.set(\.place, .some(place.value), text("place")) }
        changed.set(\.code, code, text("code"))
        changed.set(\.link, link, text("link"))
        if let cost { changed.set(\.cost, .some(cost.value), text("cost")) }
        changed.set(\.note, note, text("note"))
        return changed.labels
    }
}

/// The arguments and options that the commands for stays share.
enum StayArguments {
    static let stay = Parameter.required(
        "stay", .stay, help: text("The stay's number, or a part of its name."), question: text("Which stay"))
    static let stays = Parameter.rest(
        "stay", .stay, minimum: 1, help: text("The numbers of the stays, or parts of their names."),
        question: text("Which stay"))
    static let name = Parameter.words(
        "name", .nonBlank, minimum: 1, placeholder: text("NAME"),
        help: text("The name, such as that of a hotel."),
        question: text("Name"))
    static let checkIn = Parameter.option(
        "check-in", .moment, help: text("The check-in: a day, or a day and a local time."))
    static let checkOut = Parameter.option(
        "check-out", .moment, help: text("The check-out. Default: the day after the check-in."))
    static let zone = Parameter.option(
        "zone", ValueType<TimeZone>.timeZone.orNone,
        help: text("The time zone, such as Asia/Tokyo; or “none”."))

    static var fields: [ParameterDeclaration] {
        [
            checkIn.declaration, checkOut.declaration, zone.declaration, SightArguments.address.declaration,
            SightArguments.at.declaration, LegArguments.code.declaration, SightArguments.link.declaration,
            SightArguments.cost.declaration, LegArguments.note.declaration,
        ]
    }

    /// Returns the changes from a command's options.
    @MainActor
    static func changes(_ invocation: Invocation, in session: TripSession) throws -> StayChanges {
        StayChanges(
            checkIn: try invocation[checkIn], checkOut: try invocation[checkOut], zone: try invocation[zone],
            address: try invocation[SightArguments.address], place: try invocation[SightArguments.at],
            code: try invocation[LegArguments.code], link: try invocation[SightArguments.link],
            cost: try session.cost(of: invocation), note: try invocation[LegArguments.note])
    }
}

/// `stay add`: adds a bed for some nights to a trip.
struct StayAddCommand: Command {
    let declaration = CommandDeclaration(
        "stay add", aliases: ["stay new"], group: .trips,
        summary: text("Adds a hotel or another stay to a trip."),
        parameters: [StayArguments.name.declaration] + StayArguments.fields + [
            TripParameters.inside.declaration
        ],
        examples: [
            text(
                "trip open japan\nstay add Ryokan --check-in \"2027-04-05 15:00\" --check-out 2027-04-08 --cost \"54000 JPY\""
            )
        ],
        changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.trip(try given[TripParameters.inside])
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.inside])
        let changes = try StayArguments.changes(invocation, in: session)
        let opened = try session.opened(Destination.self)
        let first = opened?.trip === trip ? opened?.dates.map { Moment($0.firstDay) } : nil
        var checkIn = changes.checkIn ?? first
        if checkIn == nil {
            checkIn = try await session.askMoment(text("Check-in, with a time or without")) { checkIn in
                guard let checkOut = changes.checkOut, checkOut.day < checkIn.day else { return }
                throw LegError.checkOutBeforeCheckIn(checkIn: checkIn, checkOut: checkOut)
            }
        }
        guard let checkIn else { throw TripError.missingOption("--check-in") }
        let stay = Stay(
            name: try invocation[StayArguments.name].joined(separator: " "), checkIn: checkIn,
            checkOut: Moment(checkIn.day.adding(days: 1)))
        if let opened, opened.trip === trip { stay.timeZone = opened.timeZone }
        _ = try changes.apply(to: stay)
        session.context.insert(stay)
        stay.trip = trip
        let note: [Block] =
            changes.checkIn == nil && checkIn == first
            ? [
                .message(
                    text(
                        "Check-in on %1$@, check-out on %2$@. Change them with “stay edit”.",
                        stay.checkIn.text,
                        stay.checkOut.text))
            ] : []
        return Output(label: text("Added “%1$@” to “%2$@”.", stay.name, trip.name)) {
            Output(
                [
                    .message(
                        text(
                            "Added “%1$@” to “%2$@” as number %3$@.", stay.name, trip.name,
                            String(stay.number)))
                ] + note,
                data: [.record(StayTable.data(stay))])
        }
    }
}

/// `stay edit`: changes a stay.
struct StayEditCommand: Command {
    static let name = Parameter.option("name", .nonBlank, help: text("The new name."))

    let declaration = CommandDeclaration(
        "stay edit", group: .trips, summary: text("Changes a stay."),
        parameters: [StayArguments.stay.declaration, name.declaration] + StayArguments.fields,
        examples: [
            .verbatim("stay edit ryokan --code ABC123"), .verbatim("stay edit 1 --check-out 2027-04-09"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let stay = try session.record(try invocation[StayArguments.stay], in: Stay.self)
        var changes = try StayArguments.changes(invocation, in: session)
        changes.name = try invocation[Self.name]
        if changes.isEmpty { throw TripError.nothingToChange(option: "--check-in") }
        let oldName = stay.name
        let changed = try changes.apply(to: stay)
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", oldName)
            : text("Changed “%1$@”: %2$@.", oldName, TextArgument.list(changed.map { .text($0) }))
        return Output([.message(message)], data: [.record(StayTable.data(stay))])
    }
}

/// `stay list`: lists the stays of a trip.
struct StayListCommand: Command {
    let declaration = CommandDeclaration(
        "stay list", aliases: ["stay ls"], group: .trips, summary: text("Lists the stays of a trip."),
        parameters: [TripParameters.trip.declaration],
        examples: [text("stay list japan"), text("trip open japan\nstay list")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.trip])
        let table = StayTable.table(trip.staysInOrder, session.localizer)
        guard table.rows.isEmpty else { return Output([.table(table)]) }
        return Output(
            [.message(text("“%@” has no stays yet. Add one with “stay add”.", trip.name))],
            data: [.table(table)])
    }
}

/// `stay delete`: deletes stays.
struct StayDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "stay delete", aliases: ["stay remove", "stay rm"], group: .trips,
        summary: text("Deletes stays after confirmation."),
        parameters: [StayArguments.stays.declaration, DeleteCommand.yes.declaration],
        examples: [.verbatim("stay delete ryokan --yes")], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let stays = try session.records(try invocation[StayArguments.stays], in: Stay.self)
        return try await session.delete(
            stays, titled: stays.map(\.name), command: "stay delete",
            isConfirmed: try invocation[DeleteCommand.yes], table: StayTable.table(stays, session.localizer))
    }
}
