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
        "poi", .recordOrCondition(text("POI"), source: TripCompletions.pointsOrConditions), minimum: 1,
        help: text("Numbers, parts of names, and conditions such as %@.", "city:rome"),
        question: text("Which point of interest")
    ).takingHyphens
    static let favourite = Parameter.flag(
        "favourite", help: text("Mark the point of interest as a favourite."))
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
