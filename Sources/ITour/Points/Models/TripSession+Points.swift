import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension PointOfInterest: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(city) }

    static func titled(containing text: String) -> Predicate<PointOfInterest> {
        #Predicate<PointOfInterest> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "poi list" }

    /// The record's number, which never changes; 0 until the point is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }
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
