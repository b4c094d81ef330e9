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
            WantedDates(start: "check-in", end: "check-out", endsAtTime: false),
            given: Stay.fields.givenOptions(changes))
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
        return .added(added, to: trip.name, Stay.fields, context) { note }
    }
}

extension Stay {
    /// `stay list`: lists the stays of a trip.
    @MainActor static let list = ListRecordsCommand<TripSession, ListedParts<Trip, Stay>>(
        "stay list", group: .trips, summary: text("Lists the stays of a trip."),
        of: RecordArgument([listed.declaration]) { invocation, _, session in
            try ListedParts(try invocation[listed], in: session, session.stayConditions) { $0.staysInOrder }
        },
        examples: [
            text("stay list japan"), text("trip open japan\nstay list"),
            .verbatim("stay list is:outside -is:cancelled"),
        ],
        empty: { listed in
            listed.owner.map { text("“%@” has no stays yet. Add one with “stay add”.", $0.name) }
                ?? text("No stay matches. “stay list TRIP” lists all of a trip.")
        },
        table: { fields.table("stays", $0.parts, $1) })

    private static let listed = ListedParts<Trip, Stay>.argument(
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
        record: RecordArgument(StayArguments.stay), fields: fields,
        examples: [
            .verbatim("stay edit ryokan --code ABC123"), .verbatim("stay edit 1 --check-out 2027-04-09"),
        ],
        where: ConditionalEdit(
            completing: TripCompletions.staysOrConditions, such: "code:none", { $0.stayConditions },
            in: { try $0.opened(Trip.self)?.staysInOrder }, table: { fields.table("stays", $0, $1) }))
}

extension Stay {
    /// The fields of a stay.
    static let fields = FieldTable<Stay>(listing: ["number"], check: { stay, _, _ in try stay.checkOrder() })
    {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.number()
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name, type: .line, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 6, wraps: true) { .text($0.name).struck($0.isCancelled) }
        Field(
            required: "checkIn", text("Check-in"), sentence: text("check-in"),
            help: text("The check-in: a day, or a day and a local time."), stored: \.checkInDay,
            \.checkInMinute, type: .moment, get: { $0.checkIn }, set: { $0.checkIn = $1 },
            // A stay that moves keeps its nights.
            change: { stay, checkIn, _ in
                let days = stay.checkIn.day.days(until: checkIn.day)
                stay.checkOut = Moment(stay.checkOut.day.adding(days: days), minute: stay.checkOut.minute)
                stay.checkIn = checkIn
            }
        )
        .listed(priority: 8, wraps: true)
        Field(
            required: "checkOut", text("Check-out"), sentence: text("check-out"),
            help: text("The check-out. Default: the day after the check-in."),
            stored: \.checkOutDay, \.checkOutMinute, type: .moment, get: { $0.checkOut },
            set: { $0.checkOut = $1 }
        )
        .listed(priority: 8, wraps: true)
        Field.computed("nights", text("Nights")) { stay, _ in .number(stay.nights) }
            .listed(priority: 7, alignsRight: true)
        Field(
            "timeZone", text("Time zone"), sentence: text("time zone"),
            help: text("The time zone, such as Asia/Tokyo; or “none”."), stored: \.timeZone, type: .zone,
            get: { $0.timeZone }, set: { $0.timeZone = $1 }
        )
        .option("zone")
        Field(
            "address", text("Address"), sentence: text("address"), help: text("The address."),
            stored: \.address, type: .line, get: { $0.address }, set: { $0.address = $1 }
        )
        .searched().listed(priority: 4, wraps: true)
        Field.place(\.latitude, \.longitude)
        Field(
            "code", text("Code"), sentence: text("code"), help: text("The code of the booking."),
            stored: \.code, type: .line, get: { $0.code }, set: { $0.code = $1 }
        )
        .searched()
        Field(
            "link", text("Link"), sentence: text("link"), help: text("The address of a web page."),
            stored: \.link, type: .line, get: { $0.link }, set: { $0.link = $1 })
        Field.cost(\.costAmount, \.costCurrency)
        Field(
            "note", text("Note"), sentence: text("note"), help: text("A note."), stored: \.note, type: .lines,
            get: { $0.note }, set: { $0.note = $1 }
        )
        .searched()
        Field.exported("source", stored: \.source, type: .line, get: { $0.source }, set: { $0.source = $1 })
        Field.cancelled(\.isCancelled)
        Field.exported(
            "lastImport", stored: \.lastImport, type: .line, get: { $0.lastImport },
            set: { $0.lastImport = $1 })
        Field.paid(\.isPaid)
        Field.payBy(\.payByDay)
        Field.computed("about", text("About"), isForPeople: true) { stay, context in
            .shown(
                joining: (stay.code.isEmpty ? [] : [text("code %@", stay.code)])
                    + stay.price(context.localizer))
        }
        .listed(priority: 4, wraps: true).only(in: [])
    }

    /// Throws if the stay ends before it begins.
    func checkOrder() throws(LegError) {
        if checkOut.day < checkIn.day { throw .checkOutBeforeCheckIn(checkIn: checkIn, checkOut: checkOut) }
    }
}

extension Stay: ExportedPart {
    /// The name in reports.
    var title: String { name }

    /// Reads a stay of an export. Without an identifier in the file, it has ``UUID/missing``.
    convenience init(_ entry: inout EntryFields) throws(SkippedEntry) {
        self.init(identifier: .missing, name: "", checkIn: Moment(.first), checkOut: Moment(.first))
        try Self.fields.read(&entry, into: self)
        // Of two times on one day, the later one is the check-out.
        if checkOut < checkIn {
            throw .contradictory(LegError.checkOutBeforeCheckIn(checkIn: checkIn, checkOut: checkOut).problem)
        }
    }
}

extension TripSession {
    /// What conditions can ask of stays.
    var stayConditions: ConditionVocabulary<Stay> {
        ConditionVocabulary(
            Stay.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [
                ConditionFlag("cancelled") { _ in ConditionTest(#Predicate<Stay> { $0.isCancelled }) },
                ConditionFlag("outside") { _ in ConditionTest { $0.trip?.isOutside($0.days) ?? false } },
                // Two stays for the same night.
                ConditionFlag("overlap") { _ in
                    let overlaps = Remembered<Trip, Set<ObjectIdentifier>>()
                    return ConditionTest { stay in
                        guard let trip = stay.trip else { return false }
                        return overlaps.value(of: trip) { trip in
                            Set(
                                trip.overlappingStays.flatMap { [$0.earlier, $0.later] }.map(
                                    ObjectIdentifier.init))
                        }.contains(ObjectIdentifier(stay))
                    }
                },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
                withoutRate { $0.isCancelled ? nil : $0.cost },
                ConditionFlag("unpaid") { _ in ConditionTest { !$0.isCancelled && $0.isUnpaid } },
                .paid,
            ] + ConditionFlag.pastAndFuture { $0.days.upperBound }
        ) { ConditionTest(Stay.fields.containing($0)) }
    }
}
