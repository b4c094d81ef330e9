import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension PointOfInterest {
    /// The fields of a point of interest. Only backups contain points.
    static let fields = FieldTable<PointOfInterest>(
        listing: ["number", "favourite", "name", "category", "city", "country", "identifier"]
    ) {
        Field.computed(
            "number", text("#"), raw: { .integer($0.number) },
            display: { point, _ in .verbatim(String(point.number)) }
        )
        .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field.computed(
            "identifier", text("Identifier"), stored: \.identifier,
            raw: { .string($0.identifier.uuidString) })
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name, type: .name, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 6).only(in: shownPlaces)
        Field(
            "category", text("Category"), sentence: text("category"),
            help: text("The category, created if it doesn't exist; or “none”."), stored: \.category,
            type: .line(.nonBlank.completed(from: TripCompletions.categories)), get: { $0.category?.name },
            // Saving uses the stored category if it has the same name.
            set: { $0.category = $1.map { Category(name: $0) } },
            change: { point, name, _ in
                let categories = point.modelContext?.category(toUse:) ?? { Category(name: $0) }
                point.category = try name.map(categories)
            }
        )
        .listed(priority: 3).only(in: shownPlaces)
        Field.computed(
            "favourite", text("Favourite"), sentence: text("whether it is a favourite"),
            stored: \.isFavourite, raw: { .bool($0.isFavourite) },
            display: { point, _ in
                point.isFavourite ? .symbol("★", ascii: "*", spoken: text("favourite")) : .empty
            }
        )
        .listed(.verbatim(""), spokenTitle: text("Favourite"), priority: 9)
        Field(
            "city", text("City"), sentence: text("city"), help: text("The city."), stored: \.city,
            type: .line(.nonBlank.completed(from: TripCompletions.cities)), get: { $0.city },
            set: { $0.city = $1 }
        )
        .searched().listed(priority: 4).only(in: shownPlaces)
        Field(
            "country", text("Country"), sentence: text("country"), help: text("The country."),
            stored: \.country, type: .line(.nonBlank.completed(from: TripCompletions.countries)),
            get: { $0.country }, set: { $0.country = $1 }
        )
        .searched().listed(priority: 2).only(in: shownPlaces)
        Field(
            "address", text("Address"), sentence: text("address"), help: text("The address."),
            stored: \.address, type: .line, get: { $0.address }, set: { $0.address = $1 }
        )
        .searched().only(in: shownPlaces)
        Field.place(\.latitude, \.longitude).only(in: shownPlaces)
        Field(
            "information", text("Information"), sentence: text("information"),
            help: text("Information about the point of interest."), stored: \.information, type: .lines,
            get: { $0.information }, set: { $0.information = $1 }
        )
        .searched().only(in: [.show, .data])
    }

    private static let shownPlaces: FieldPlaces = [.show, .data, .lists]

    /// Returns points as a list.
    @MainActor
    static func table(_ points: [PointOfInterest], _ context: FieldContext) -> Table {
        fields.table("points", points, context, count: text("%lld points of interest", points.count))
    }

    /// Returns points as the output of a command that lists many.
    @MainActor
    static func list(_ points: [PointOfInterest], _ context: FieldContext) -> Output {
        fields.list("points", points, context, count: text("%lld points of interest", points.count))
    }

    /// Returns points as a list with their distances in kilometres.
    @MainActor
    static func table(near hits: [NearbyRecord<PointOfInterest>], _ context: FieldContext) -> Table {
        let table = table(hits.map(\.record), context)
        return Table(
            table.key,
            columns: [.init("distance", text("Kilometres"), alignsRight: true, priority: 9)] + table.columns,
            rows: hits.enumerated().map { index, hit in
                [NearbyCommand.cell(distance: hit.distance, context.localizer)] + table.rows[index]
            },
            count: table.count)
    }
}

extension PointOfInterest: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(city) }

    static func titled(containing text: String) -> Predicate<PointOfInterest> {
        #Predicate<PointOfInterest> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "poi list" }
}

extension TripSession {
    /// What conditions can ask of points of interest.
    var pointConditions: ConditionVocabulary<PointOfInterest> {
        ConditionVocabulary(
            PointOfInterest.fields, keys: [.number],
            flags: [
                ConditionFlag("favourite") { _ in
                    ConditionTest(#Predicate<PointOfInterest> { $0.isFavourite })
                },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
            ]
        ) { ConditionTest(PointOfInterest.fields.containing($0)) }
    }
}

extension ModelContext {
    /// Returns the category with a name, which may be typed without its accents.
    ///
    /// - Throws: ``PointError/unknownCategory(_:nearest:)``.
    func category(named name: String) throws -> Category {
        let categories = try fetch(FetchDescriptor<Category>())
        if let found = NameMatch.found(name, in: categories, named: \.name).first { return found }
        throw PointError.unknownCategory(
            name, nearest: nearest(to: name, in: categories.map(\.name), limit: 3))
    }

    /// Returns the category with a name. If the category doesn't exist yet, creates it.
    func category(toUse name: String) throws -> Category {
        let categories = try fetch(FetchDescriptor<Category>())
        if let found = NameMatch.known(name, in: categories, named: \.name) { return found }
        let category = Category(name: name)
        insert(category)
        return category
    }
}

/// An error in a command for points of interest.
enum PointError: UnknownNameError {
    case unknownCategory(String, nearest: [String])
    case unknownPlace(name: String)

    var problem: LocalizedText {
        switch self {
        case .unknownCategory(let name, _): text("There is no category “%@”.", name)
        case .unknownPlace(let name): text("The place of “%@” is unknown.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknownCategory(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("Press Tab after --category to see the categories.")
        case .unknownPlace: text("Set the place with “poi edit POI --at 41.8902,12.4922”.")
        }
    }

    var unknownName: UnknownName? {
        if case .unknownCategory(let name, let nearest) = self {
            UnknownName(typed: name, nearest: nearest)
        } else {
            nil
        }
    }
}
