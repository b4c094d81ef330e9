import Foundation
import Testing

@testable import ModelData

@Suite("Unique values and indexes of inherited models")
struct InheritedUniqueTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer
    private let context: ModelContext
    /// A plain connection, as another SQLite tool would use.
    private let tool: StoreConnection

    init() throws {
        directory = try TemporaryDirectory()
        container = try fleet(directory.file())
        context = ModelContext(container)
        tool = try StoreConnection(path: directory.file().path, timeout: 5)
    }

    private func rows(_ sql: String) throws -> [[StoredValue]] { try tool.perform { try $0.rows(sql) } }

    private func plates() throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)])).map(
            \.plate)
    }

    @Test func `A duplicate within one class updates the record and keeps its identity`() throws {
        context.insert(Car(plate: "C", maker: "Fiat", doors: 2))
        try context.save()
        let known = try #require(try context.fetch(FetchDescriptor<Car>()).first)
        context.insert(Car(plate: "C", maker: "Opel", doors: 5))
        try context.save()
        #expect(known.maker == "Opel")
        #expect(known.doors == 5)
        #expect(try plates() == ["C"])
    }

    @Test(arguments: [MergePolicy.error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite])
    func `A duplicate of another class's unique inherited value is refused by name`(policy: MergePolicy)
        throws
    {
        context.insert(Truck(plate: "X", maker: "Star", payload: 1))
        try context.save()
        context.mergePolicy = policy
        context.insert(Car(plate: "X", maker: "Fiat"))
        #expect(
            throws: ModelDataError.notUnique(model: "Truck", properties: ["plate"], values: [.text("X")])
        ) { try context.save() }
        context.rollback()
        #expect(try plates() == ["X"])
    }

    @Test func `One save can move a unique value from one class's record to another's`() throws {
        let truck = Truck(plate: "X", maker: "Star", payload: 1)
        let car = Car(plate: "Y", maker: "Fiat")
        context.insert(truck)
        context.insert(car)
        try context.save()
        truck.plate = "Y"
        car.plate = "X"
        try context.save()
        let read = try ModelContext(container).fetch(
            FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
        #expect(read.map { $0 is Car } == [true, false])
        context.delete(truck)
        context.insert(SportsCar(plate: "Y", number: 1, speed: 1))
        try context.save()
        #expect(try plates() == ["X", "Y"])
    }

    @Test func `A unique value of a subclass is unique only within it`() throws {
        context.insert(Truck(plate: "1", maker: "Star", payload: 2))
        context.insert(Car(plate: "2", maker: "Star"))
        context.insert(Vehicle(plate: "3", maker: "Star"))
        context.insert(SportsCar(plate: "4", number: 7, speed: 1))
        try context.save()
        context.insert(Truck(plate: "5", maker: "Star", payload: 2))
        context.insert(SportsCar(plate: "6", number: 7, speed: 2))
        try context.save()
        #expect(try plates() == ["2", "3", "5", "6"])
        #expect(try ModelContext(container).fetch(FetchDescriptor<SportsCar>()).map(\.speed) == [2])
    }

    @Test func `Upserts insert plain values of a class and update records of its subclasses`() throws {
        let car = Car(plate: "C", maker: "Fiat", doors: 3)
        context.insert(car)
        context.insert(Truck(plate: "T", maker: "Star", payload: 2))
        try context.save()
        func upsert<T: Vehicle>(_ type: T.Type, _ rows: [(String, String)]) throws -> UpsertResult {
            try context.upsert(
                type, contentsOf: rows, setting: [.set(\.plate) { $0.0 }, .set(\.maker) { $0.1 }])
        }
        let result = try upsert(Vehicle.self, [("C", "Opel"), ("V", "Cart")])
        #expect(result.inserted == 1)
        #expect(result.updated == 1)
        #expect(car.maker == "Opel")
        #expect(car.doors == 3)
        #expect(
            try context.fetch(FetchDescriptor<Vehicle>(predicate: #Predicate { $0.plate == "V" })).count == 1)
        #expect(
            throws: ModelDataError.notUnique(model: "Car", properties: ["plate"], values: [.text("T")])
        ) {
            try context.upsert(
                Car.self, contentsOf: ["T"],
                setting: [.set(\.plate) { $0 }, .set(\.maker) { $0 }, .set(\.doors) { _ in 4 }])
        }
        let second = try context.upsert(
            SportsCar.self, contentsOf: [1.0, 2.0], by: [\.number],
            setting: [
                .set(\.number) { Int($0) }, .set(\.plate) { "\($0)" }, .set(\.maker) { _ in "Fast" },
                .set(\.doors) { _ in 2 }, .set(\.speed) { $0 },
            ])
        #expect(second.inserted == 2)
        let fast = try context.fetch(FetchDescriptor<Car>(sortBy: [SortDescriptor(\.plate)]))
        #expect(fast.map(\.plate) == ["1.0", "2.0", "C"] && fast[0] is SportsCar)
        try context.undoLastTransaction()
        try context.undoLastTransaction()
        #expect(car.maker == "Fiat")
        #expect(try plates() == ["C", "T"])
    }

    @Test func `The query planner uses the indexes of base classes and subclasses`() throws {
        func plan<T: PersistentModel>(_ predicate: Predicate<T>) throws -> String {
            let plan = FetchPlan(FetchDescriptor(predicate: predicate), try context.table(for: T.self))
            let (sql, arguments) = plan.sql(selecting: "_id", isOrdered: false, isLimited: false)
            return try plan.table.session.connection.perform { connection in
                try connection.rows("EXPLAIN QUERY PLAN \(sql)", arguments).map { "\($0[3])" }.joined()
            }
        }
        #expect(try plan(#Predicate<Vehicle> { $0.plate == "X" }).contains("_index_Vehicle_unique_plate"))
        #expect(try plan(#Predicate<Truck> { $0.plate == "X" }).contains("_index_Vehicle_unique_plate"))
        #expect(try plan(#Predicate<Vehicle> { $0.maker == "X" }).contains("_index_Vehicle_on_maker"))
        #expect(try plan(#Predicate<Car> { $0.doors == 4 && $0.maker == "x" }).contains("_doors_maker"))
        #expect(try plan(#Predicate<SportsCar> { $0.number == 4 }).contains("_index_Vehicle_unique_number"))
        #expect(
            try plan(#Predicate<Truck> { $0.payload == 4 && $0.maker == "x" }).contains("_maker_payload"))
    }

    @Test func `SQLite enforces the required and forbidden columns of each class`() throws {
        context.insert(Car(plate: "C", maker: "Fiat"))
        context.insert(Vehicle(plate: "V", maker: "Cart"))
        try context.save()
        #expect(
            try rows("SELECT _type, plate, doors, payload FROM Vehicle ORDER BY _id").first
                == [.text("Car"), .text("C"), .integer(4), .null])
        for sql in [
            "UPDATE Vehicle SET doors = NULL WHERE plate = 'C'",
            "UPDATE Vehicle SET doors = 4 WHERE plate = 'V'",
            "UPDATE Vehicle SET plate = NULL", "UPDATE Vehicle SET _type = 'Boat'",
            "UPDATE Vehicle SET _type = 'Truck'", "UPDATE Vehicle SET note = 'x' WHERE plate = 'V'",
            "UPDATE Vehicle SET garage = 9 WHERE plate = 'C'",
            "INSERT INTO Vehicle (_type, plate, maker, wheels) VALUES ('Car', 'x', 'y', 4)",
        ] {
            #expect(throws: ModelDataError.self, "\(sql)") { try tool.perform { try $0.execute(sql) } }
        }
        try tool.perform {
            try $0.execute(
                "INSERT INTO Vehicle (_type, plate, maker, wheels) VALUES ('Bicycle', 'x', 'y', 4)")
        }
        #expect(try plates() == ["C", "V", "x"])
    }
}
