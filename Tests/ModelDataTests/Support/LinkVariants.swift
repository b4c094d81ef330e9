import ModelData

/// A model on one side of a relationship of any form.
protocol Linkable: PersistentModel {
    var name: String { get set }
    /// The names of the related objects, or nil if the model has no relationship.
    var linked: [String]? { get }
    init(name: String)
    func link(_ others: [any Linkable])
}

/// A form of the relationship between ships and crews.
///
/// The models have the same names in all forms, so that a store of one form can be opened as another.
struct LinkForm: Sendable {
    let name: String
    let ship: any Linkable.Type
    let crew: any Linkable.Type
    /// Whether the two sides are inverses.
    let isPaired: Bool

    static let all = [
        LinkForm(name: "ship's one", ship: ShipOne.Ship.self, crew: ShipOne.Crew.self, isPaired: false),
        LinkForm(name: "crew's one", ship: CrewOne.Ship.self, crew: CrewOne.Crew.self, isPaired: false),
        LinkForm(name: "ship's many", ship: ShipMany.Ship.self, crew: ShipMany.Crew.self, isPaired: false),
        LinkForm(name: "crew's many", ship: CrewMany.Ship.self, crew: CrewMany.Crew.self, isPaired: false),
        LinkForm(name: "one to one", ship: OneOne.Ship.self, crew: OneOne.Crew.self, isPaired: true),
        LinkForm(
            name: "one to one, owned", ship: OwnedOne.Ship.self, crew: OwnedOne.Crew.self, isPaired: true),
        LinkForm(name: "one to many", ship: OneMany.Ship.self, crew: OneMany.Crew.self, isPaired: true),
        LinkForm(name: "many to one", ship: ManyOne.Ship.self, crew: ManyOne.Crew.self, isPaired: true),
        LinkForm(name: "many to many", ship: ManyMany.Ship.self, crew: ManyMany.Crew.self, isPaired: true),
        LinkForm(name: "two ones", ship: TwoOnes.Ship.self, crew: TwoOnes.Crew.self, isPaired: false),
        LinkForm(name: "two manys", ship: TwoManys.Ship.self, crew: TwoManys.Crew.self, isPaired: false),
        LinkForm(
            name: "one and many", ship: OneAndMany.Ship.self, crew: OneAndMany.Crew.self, isPaired: false),
    ]
}

private enum ShipOne {
    @Model final class Ship: Linkable {
        var name: String
        var crew: Crew?
        init(name: String) { self.name = name }
        var linked: [String]? { [crew].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { crew = others.first as? Crew }
    }
    @Model final class Crew: Linkable {
        var name: String
        init(name: String) { self.name = name }
        var linked: [String]? { nil }
        func link(_ others: [any Linkable]) {}
    }
}

private enum CrewOne {
    @Model final class Ship: Linkable {
        var name: String
        init(name: String) { self.name = name }
        var linked: [String]? { nil }
        func link(_ others: [any Linkable]) {}
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: Ship?
        init(name: String) { self.name = name }
        var linked: [String]? { [ship].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { ship = others.first as? Ship }
    }
}

private enum ShipMany {
    @Model final class Ship: Linkable {
        var name: String
        var crew: [Crew] = []
        init(name: String) { self.name = name }
        var linked: [String]? { crew.map(\.name) }
        func link(_ others: [any Linkable]) { crew = others.compactMap { $0 as? Crew } }
    }
    @Model final class Crew: Linkable {
        var name: String
        init(name: String) { self.name = name }
        var linked: [String]? { nil }
        func link(_ others: [any Linkable]) {}
    }
}

private enum CrewMany {
    @Model final class Ship: Linkable {
        var name: String
        init(name: String) { self.name = name }
        var linked: [String]? { nil }
        func link(_ others: [any Linkable]) {}
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: [Ship] = []
        init(name: String) { self.name = name }
        var linked: [String]? { ship.map(\.name) }
        func link(_ others: [any Linkable]) { ship = others.compactMap { $0 as? Ship } }
    }
}

private enum OneOne {
    @Model final class Ship: Linkable {
        var name: String
        var crew: Crew?
        init(name: String) { self.name = name }
        var linked: [String]? { [crew].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { crew = others.first as? Crew }
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: Ship?
        init(name: String) { self.name = name }
        var linked: [String]? { [ship].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { ship = others.first as? Ship }
    }
}

private enum OwnedOne {
    @Model final class Ship: Linkable {
        var name: String
        @Relationship(inverse: \Crew.ship) var crew: Crew?
        init(name: String) { self.name = name }
        var linked: [String]? { [crew].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { crew = others.first as? Crew }
    }
    @Model final class Crew: Linkable {
        var name: String
        @Relationship(deleteRule: .cascade) var ship: Ship?
        init(name: String) { self.name = name }
        var linked: [String]? { [ship].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { ship = others.first as? Ship }
    }
}

private enum OneMany {
    @Model final class Ship: Linkable {
        var name: String
        var crew: Crew?
        init(name: String) { self.name = name }
        var linked: [String]? { [crew].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { crew = others.first as? Crew }
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: [Ship] = []
        init(name: String) { self.name = name }
        var linked: [String]? { ship.map(\.name) }
        func link(_ others: [any Linkable]) { ship = others.compactMap { $0 as? Ship } }
    }
}

private enum ManyOne {
    @Model final class Ship: Linkable {
        var name: String
        var crew: [Crew] = []
        init(name: String) { self.name = name }
        var linked: [String]? { crew.map(\.name) }
        func link(_ others: [any Linkable]) { crew = others.compactMap { $0 as? Crew } }
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: Ship?
        init(name: String) { self.name = name }
        var linked: [String]? { [ship].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { ship = others.first as? Ship }
    }
}

private enum ManyMany {
    @Model final class Ship: Linkable {
        var name: String
        var crew: [Crew] = []
        init(name: String) { self.name = name }
        var linked: [String]? { crew.map(\.name) }
        func link(_ others: [any Linkable]) { crew = others.compactMap { $0 as? Crew } }
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: [Ship] = []
        init(name: String) { self.name = name }
        var linked: [String]? { ship.map(\.name) }
        func link(_ others: [any Linkable]) { ship = others.compactMap { $0 as? Ship } }
    }
}

private enum TwoOnes {
    @Model final class Ship: Linkable {
        var name: String
        var crew: Crew?
        // A second relationship to the same model, so that no inverse is inferred.
        var former: Crew?
        init(name: String) { self.name = name }
        var linked: [String]? { [crew].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { crew = others.first as? Crew }
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: Ship?
        init(name: String) { self.name = name }
        var linked: [String]? { [ship].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { ship = others.first as? Ship }
    }
}

private enum TwoManys {
    @Model final class Ship: Linkable {
        var name: String
        var crew: [Crew] = []
        var former: Crew?
        init(name: String) { self.name = name }
        var linked: [String]? { crew.map(\.name) }
        func link(_ others: [any Linkable]) { crew = others.compactMap { $0 as? Crew } }
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: [Ship] = []
        init(name: String) { self.name = name }
        var linked: [String]? { ship.map(\.name) }
        func link(_ others: [any Linkable]) { ship = others.compactMap { $0 as? Ship } }
    }
}

private enum OneAndMany {
    @Model final class Ship: Linkable {
        var name: String
        var crew: Crew?
        var former: Crew?
        init(name: String) { self.name = name }
        var linked: [String]? { [crew].compactMap { $0?.name } }
        func link(_ others: [any Linkable]) { crew = others.first as? Crew }
    }
    @Model final class Crew: Linkable {
        var name: String
        var ship: [Ship] = []
        init(name: String) { self.name = name }
        var linked: [String]? { ship.map(\.name) }
        func link(_ others: [any Linkable]) { ship = others.compactMap { $0 as? Ship } }
    }
}
