import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The arguments that name stays.
enum StayArguments {
    static let stay = Parameter.required(
        "stay", .stay, help: text("The stay's number, or a part of its name."), question: text("Which stay"))
    static let stays = Parameter.rest(
        "stay", .recordOrCondition(text("STAY"), source: TripCompletions.staysOrConditions), minimum: 1,
        help: text("Numbers, parts of names, and conditions such as %@.", "is:cancelled"),
        question: text("Which stay")
    ).takingHyphens
    static let name = Parameter.words(
        "name", .wordOrChange, minimum: 1, placeholder: text("NAME"),
        help: text("The name, such as that of a hotel. The check-in and the check-out can follow."),
        question: text("Name"))
}

/// `stay add`: adds a bed for some nights to a trip.
struct StayAddCommand: Command {
    let declaration = CommandDeclaration(
        "stay add", aliases: ["stay new"], group: .trips,
        summary: text("Adds a hotel or another stay to a trip."),
        parameters: [StayArguments.name.declaration] + Stay.fields.options(except: ["name"]) + [
            TripParameters.inside.declaration
        ],
        examples: [
            text("trip open japan\nstay add Ryokan 2027-04-05 15:00 2027-04-08"),
            text(
                "trip open japan\nstay add Ryokan --check-in \"2027-04-05 15:00\" --check-out 2027-04-08 --cost \"54000 JPY\""
            ),
        ],
        changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.trip(try given[TripParameters.inside])
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.trip(try invocation[TripParameters.inside])
        let context = session.fieldContext
        let (typed, words) = try Stay.fields.additions(
            in: try invocation[StayArguments.name], context.parsing)
        var changes = try Stay.fields.changes(invocation, except: ["name"]) + typed
        let line = try await session.dates(
            atEndOf: words,
            WantedDates(start: "check-in", end: "check-out"), given: Stay.fields.givenOptions(changes))
        changes += try line.changes("checkIn", "checkOut", of: Stay.fields, context.parsing)
        let isGiven = changes.contains { $0.key == "checkIn" }
        let name = line.words.joined(separator: " ")
        let opened = try session.opened(Destination.self).flatMap { $0.trip === trip ? $0 : nil }
        let first = opened?.dates.map { Moment($0.firstDay) }
        /// Returns the stay that begins at a moment, unless the line says another one.
        func stay(at checkIn: Moment) throws -> Stay {
            let stay = Stay(name: name, checkIn: checkIn, checkOut: Moment(checkIn.day.adding(days: 1)))
            stay.timeZone = opened?.timeZone
            _ = try Stay.fields.apply(changes, to: stay, context)
            return stay
        }
        var checkIn = first
        if checkIn == nil, !isGiven {
            checkIn = try await session.askMoment(text("Check-in, with a time or without")) {
                _ = try stay(at: $0)
            }
            guard checkIn != nil else { throw TripError.missingOption("--check-in") }
        }
        let added = try stay(at: checkIn ?? Moment(session.today))
        session.context.insert(added)
        added.trip = trip
        let note: [Block] =
            isGiven || first == nil
            ? []
            : [
                .message(
                    text(
                        "Check-in on %1$@, check-out on %2$@. Change them with “stay edit”.",
                        added.checkIn.text, added.checkOut.text))
            ]
        return Output(label: text("Added “%1$@” to “%2$@”.", added.name, trip.name)) {
            Output(
                [
                    .message(
                        text(
                            "Added “%1$@” to “%2$@” as number %3$@.", added.name, trip.name,
                            String(added.number)))
                ] + note,
                data: [.record(Stay.fields.data(added, context))])
        }
    }
}

extension Stay {
    /// `stay list`: lists the stays of a trip.
    @MainActor static let list = ListRecordsCommand<TripSession, ListedParts<Stay>>(
        "stay list", group: .trips, summary: text("Lists the stays of a trip."),
        of: RecordArgument([listed.declaration]) { invocation, _, session in
            try ListedParts(try invocation[listed], in: session, session.stayConditions) { $0.staysInOrder }
        },
        examples: [
            text("stay list japan"), text("trip open japan\nstay list"),
            .verbatim("stay list is:outside -is:cancelled"),
        ],
        empty: { listed in
            listed.trip.map { text("“%@” has no stays yet. Add one with “stay add”.", $0.name) }
                ?? text("No stay matches. “stay list TRIP” lists all of a trip.")
        },
        table: { fields.table("stays", $0.parts, $1) })

    private static let listed = ListedParts<Stay>.argument(
        of: fields, completing: TripCompletions.tripsOrStayConditions)

    /// `stay delete`: deletes stays.
    @MainActor static let delete = DeleteRecordsCommand<TripSession, Stay>(
        "stay delete", group: .trips, summary: text("Deletes stays after confirmation."),
        records: RecordArgument(StayArguments.stays, { $0.stayConditions }) {
            try $0.opened(Trip.self)?.staysInOrder
        },
        examples: [.verbatim("stay delete ryokan --yes"), .verbatim("stay delete name:ryokan --yes")],
        table: { fields.table("stays", $0, $1.fieldContext) })

    /// `stay show`: shows all fields of a stay.
    @MainActor static let show = ShowRecordCommand<TripSession, Stay>(
        "stay show", group: .trips, summary: text("Shows everything about a stay."),
        record: RecordArgument(StayArguments.stay), fields: fields, examples: [.verbatim("stay show ryokan")])

    /// `stay edit`: changes a stay.
    @MainActor static let edit = EditRecordCommand<TripSession, Stay>(
        "stay edit", group: .trips, summary: text("Changes a stay."),
        record: RecordArgument(StayArguments.stay),
        fields: fields,
        examples: [
            .verbatim("stay edit ryokan --code ABC123"), .verbatim("stay edit 1 --check-out 2027-04-09"),
        ],
        where: ConditionalEdit(
            completing: TripCompletions.staysOrConditions, such: "code:none", { $0.stayConditions },
            in: { try $0.opened(Trip.self)?.staysInOrder }, table: { fields.table("stays", $0, $1) }))
}
