import Basics
import Localization
import ModelData
import ProgramKit
import Shell

/// The parts of a list, such as the stays of a trip or the sights of a destination: all of one owner, or those that meet
/// conditions.
struct ListedParts<Owner: TitledModel, Part: TitledModel> {
    /// The trip or the destination whose parts are listed without conditions; `nil` if there are conditions.
    let owner: Owner?
    let parts: [Part]

    /// Makes a list from the words of a line.
    ///
    /// - Parameters:
    ///   - words: The words that name an owner, and conditions. Default: the open owner; with conditions, all.
    ///   - session: The session.
    ///   - vocabulary: What conditions can ask.
    ///   - open: Returns the open owner.
    ///   - all: Returns the parts of an owner in their order.
    ///   - everything: Returns the parts of all owners that meet a condition.
    @MainActor
    init(
        _ words: [String], in session: TripSession, _ vocabulary: ConditionVocabulary<Part>,
        orOpen open: () throws -> Owner, all: (Owner) -> [Part],
        of everything: (Condition<Part>) throws -> [Part]
    ) throws {
        let (conditions, names) = vocabulary.split(words, session.fieldContext)
        let named: Owner?
        do {
            named =
                try names.isEmpty
                ? nil : session.record(RecordReference(names.joined(separator: " ")), in: Owner.self)
        } catch let error as RecordError {
            try session.refuseMistakes(in: names, vocabulary)
            throw error
        }
        if conditions.isEmpty {
            let owner = try named ?? open()
            self.owner = owner
            parts = all(owner)
            return
        }
        let condition = try session.condition(conditions, vocabulary)
        owner = nil
        parts =
            try (named ?? session.opened(Owner.self))
            .map { try all($0).filter { try condition.holds(for: $0) } } ?? everything(condition)
    }
}

extension ListedParts where Owner == Trip {
    /// Makes a list of parts of trips from the words of a line.
    @MainActor
    init(
        _ words: [String], in session: TripSession, _ vocabulary: ConditionVocabulary<Part>,
        all: (Trip) -> [Part]
    ) throws {
        try self.init(words, in: session, vocabulary, orOpen: { try session.trip(nil) }, all: all) {
            condition in
            try session.tripsInOrder().flatMap(all).filter { try condition.holds(for: $0) }
        }
    }

    /// The argument of a list: words that name a trip, and conditions.
    ///
    /// - Parameters:
    ///   - fields: The fields of the parts, whose options are conditions, too.
    ///   - source: The completion of the words.
    ///   - example: A condition. Default: `is:outside`.
    static func argument(
        of fields: FieldTable<Part>, completing source: String, such example: String = "is:outside"
    ) -> Parameter<[String]> {
        Parameter.rest(
            "trip", .recordOrCondition(text("TRIP"), source: source),
            help: text(
                "The trip, and conditions such as %@. Default: the open one; with conditions, all trips.",
                example
            )
        ).takingHyphens
            .replacingOptions {
                ConditionVocabulary<Part>.condition(
                    forOption: $0, $1, of: fields, other: ["trip": "trip", "in": "trip"])
            }
    }
}

extension ConditionFlag {
    /// The flags `is:past` and `is:future`, by the last day of a record. Without a day, it is in the future.
    static func pastAndFuture(
        _ lastDay: @escaping @MainActor @Sendable (Model) -> CivilDate?
    ) -> [ConditionFlag] {
        [
            ConditionFlag("past") { context in
                let today = context.today
                return ConditionTest { lastDay($0).map { $0 < today } ?? false }
            },
            ConditionFlag("future") { context in
                let today = context.today
                return ConditionTest { lastDay($0).map { $0 >= today } ?? true }
            },
        ]
    }
}

extension Output {
    /// Creates an output of a message, and of a table for `--json` and `--csv`.
    init(_ message: LocalizedText, _ table: Table) { self.init([.message(message)], data: [.table(table)]) }

    /// Creates an output of a message, and of a record for `--json` and `--csv`.
    init(_ message: LocalizedText, _ record: Record) {
        self.init([.message(message)], data: [.record(record)])
    }

    /// Returns the output of a command that adds a record to a trip or a destination.
    ///
    /// - Parameters:
    ///   - record: The new record.
    ///   - owner: The name of the trip or the destination.
    ///   - fields: The fields of the record.
    ///   - context: What the values depend on.
    ///   - further: Returns further blocks after the save, when the record has its number. Default: none.
    @MainActor
    static func added<Model: TitledModel>(
        _ record: Model, to owner: String, _ fields: FieldTable<Model>, _ context: FieldContext,
        and further: @escaping @MainActor () -> [Block] = { [] }
    ) -> Output {
        Output(label: text("Added “%1$@” to “%2$@”.", record.recordTitle, owner)) {
            let message = text(
                "Added “%1$@” to “%2$@” as number %3$@.", record.recordTitle, owner, String(record.number))
            return Output([.message(message)] + further(), data: [.record(fields.data(record, context))])
        }
    }
}

extension TripSession {
    /// The rates that the user set.
    var rates: Rates { get throws { Rates(try fetchReadable(FetchDescriptor<ExchangeRate>())) } }

    /// Returns the flag for records whose cost is in a currency without a rate.
    func withoutRate<Model: AnyObject>(
        _ cost: @escaping @MainActor @Sendable (Model) -> Money?
    ) -> ConditionFlag<Model> {
        ConditionFlag("without-rate") { [self] _ in
            let rates = Remembered<TripSession, Rates>()
            return ConditionTest { model in
                guard let money = cost(model) else { return false }
                return try rates.value(of: self) { try $0.rates }
                    .convert(money, to: self.preferences[TripSettings.currency]) == nil
            }
        }
    }
}
