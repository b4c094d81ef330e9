import Localization
import ProgramKit
import Shell

extension ValueType where Value == RecordReference {
    /// A point of interest, by its number or a part of its name.
    static var point: ValueType<RecordReference> {
        .record(ITour.text("POI"), source: TripCompletions.points)
    }
}

/// The arguments and options that the commands for points of interest share.
enum PointArguments {
    static let point = Parameter.required(
        "poi", .point, help: text("The number of the point of interest, or a part of its name."),
        question: text("Which point of interest"))
    static let points = Parameter.rest(
        "poi", .point, minimum: 1,
        help: text("The numbers of the points of interest, or parts of their names."),
        question: text("Which point of interest"))

    static let at = Parameter.option(
        "at", ValueType<Coordinates>.place.orNone,
        help: text(
            "The place in degrees north and east, such as 41.8902,12.4922, or the link of a map; or “none”."))
    static let address = Parameter.option("address", .text, help: text("The address."))
    static let city = Parameter.option(
        "city", ValueType<String>.text.completed(from: TripCompletions.cities), help: text("The city."))
    static let country = Parameter.option(
        "country", ValueType<String>.text.completed(from: TripCompletions.countries),
        help: text("The country."))
    static let category = Parameter.option(
        "category", ValueType<String>.nonBlank.completed(from: TripCompletions.categories).orNone,
        help: text("The category, created if it doesn't exist; or “none”."))
    static let information = Parameter.option(
        "information", .text, help: text("Information about the point of interest."))
    static let favourite = Parameter.flag(
        "favourite", help: text("Mark the point of interest as a favourite."))

    static var fields: [ParameterDeclaration] {
        [
            category.declaration, city.declaration, country.declaration, address.declaration, at.declaration,
            information.declaration,
        ]
    }
}

/// The options that filter a list of points.
enum PointFilterOptions {
    static let city = Parameter.option(
        "city", ValueType<String>.nonBlank.completed(from: TripCompletions.cities),
        help: text("Only in this city; a part of its name is enough."))
    static let country = Parameter.option(
        "country", ValueType<String>.nonBlank.completed(from: TripCompletions.countries),
        help: text("Only in this country; a part of its name is enough."))
    static let category = Parameter.option(
        "category", ValueType<String>.nonBlank.completed(from: TripCompletions.categories),
        help: text("Only in this category."))
    static let favourite = Parameter.flag("favourite", help: text("Only favourites."))
    static let count = Parameter.option(
        "count", .integer(in: 1...10_000_000), help: text("The maximum number of results."))

    static var declarations: [ParameterDeclaration] {
        [
            city.declaration, country.declaration, category.declaration, favourite.declaration,
            count.declaration,
        ]
    }
}
