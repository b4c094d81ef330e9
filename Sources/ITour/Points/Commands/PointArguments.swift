import Localization
import Shell
import Suite

extension ValueType where Value == RecordReference {
    /// A point of interest, by its number or a part of its name.
    static var point: ValueType<RecordReference> { .record("POI", live: LiveValues.points) }
}

/// The arguments and options that the commands for points of interest share.
enum PointArguments {
    static let point = Parameter.required(
        "poi", .point, help: text("The point's number, or a part of its name."),
        question: text("Which point"))
    static let points = Parameter.rest(
        "poi", .point, minimum: 1, help: text("The numbers of the points, or parts of their names."),
        question: text("Which point"))

    static let at = Parameter.option(
        "at", ValueType<Place>.place.orNone,
        help: text("Where it is, in degrees north and east, such as 41.8902,12.4922; or “none”."))
    static let address = Parameter.option("address", .text, help: text("The address."))
    static let city = Parameter.option(
        "city", ValueType<String>.text.completed(from: LiveValues.cities), help: text("The city."))
    static let country = Parameter.option(
        "country", ValueType<String>.text.completed(from: LiveValues.countries), help: text("The country."))
    static let category = Parameter.option(
        "category", ValueType<String>.nonBlank.completed(from: LiveValues.categories).orNone,
        help: text("The category, which is made where there is none of this name; or “none”."))
    static let information = Parameter.option(
        "information", .text, help: text("What to know about the point."))
    static let favourite = Parameter.flag("favourite", help: text("Marks it as a favourite."))

    static var fields: [ParameterDeclaration] {
        [
            category.declaration, city.declaration, country.declaration, address.declaration, at.declaration,
            information.declaration,
        ]
    }
}

/// The options that narrow a list of points.
enum PointFilterOptions {
    static let city = Parameter.option(
        "city", ValueType<String>.nonBlank.completed(from: LiveValues.cities),
        help: text("Only in this city; a part of its name is enough."))
    static let country = Parameter.option(
        "country", ValueType<String>.nonBlank.completed(from: LiveValues.countries),
        help: text("Only in this country; a part of its name is enough."))
    static let category = Parameter.option(
        "category", ValueType<String>.nonBlank.completed(from: LiveValues.categories),
        help: text("Only of this category."))
    static let favourite = Parameter.flag("favourite", help: text("Only favourites."))
    static let count = Parameter.option(
        "count", .integer(in: 1...10_000_000), help: text("How many at most."))

    static var declarations: [ParameterDeclaration] {
        [
            city.declaration, country.declaration, category.declaration, favourite.declaration,
            count.declaration,
        ]
    }
}
