import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

/// Undo reverts local changes, but not the changes of other devices.
@Suite("Undo of synchronized steps")
struct UndoTests {
    private let server = MemoryServer()
    private let first: Replica
    private let second: Replica
    private let ids = (1...3).map {
        UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") ?? UUID()
    }

    init() throws {
        first = try Replica(DirectTransport(server: server))
        second = try Replica(DirectTransport(server: server))
    }

    private func synchronize() async throws { try await first.synchronizeFully(with: second) }

    private func importAll(_ replica: Replica) throws {
        let context = replica.context
        try context.transaction {
            var imports = try #require(try ImportEdits(Place.self, in: context))
            try imports.begin()
            let kept = try imports.of(ids)
            for (number, id) in ids.enumerated() where kept[id] == nil {
                context.insert(Place(identifier: id, name: "place \(number)"))
            }
            try context.save()
            try imports.end()
        }
    }

    private func undo(_ replica: Replica) throws {
        _ = try replica.context.storeChangedElsewhere()
        let step = try SyncTracking.undoing(replica.context, models: Replica.models) {
            try replica.context.undoLastTransaction()
        }
        #expect(step != nil)
    }

    private func redo(_ replica: Replica) throws {
        _ = try replica.context.storeChangedElsewhere()
        let step = try SyncTracking.redoing(replica.context, models: Replica.models) {
            try replica.context.redoLastTransaction()
        }
        #expect(step != nil)
    }

    @Test func `Undo with nothing to undo writes nothing`() throws {
        try importAll(first)
        try undo(first)
        _ = try first.context.storeChangedElsewhere()
        let other = ModelContext(first.container)
        _ = try other.storeChangedElsewhere()
        let step = try SyncTracking.undoing(first.context, models: Replica.models) {
            try first.context.undoLastTransaction()
        }
        #expect(step == nil)
        #expect(try !other.storeChangedElsewhere())
        #expect(try first.states().isEmpty)
    }

    @Test func `Undoing an import that wasn't sent leaves no traces`() async throws {
        try importAll(first)
        try undo(first)
        #expect(try first.states().isEmpty)
        #expect(try await first.synchronizer.synchronize().sent == 0)
        try importAll(first)
        #expect(try first.places().count == 3)
        try await synchronize()
        #expect(try second.places().count == 3)
    }

    @Test func `Undoing a sent import deletes it everywhere, and it can be imported again`() async throws {
        try importAll(first)
        try await synchronize()
        try undo(first)
        try await synchronize()
        #expect(try second.places().isEmpty)
        #expect(server.records.values.allSatisfy { !$0.isAlive })
        try importAll(second)
        try await synchronize()
        #expect(try first.places().count == 3)
    }

    @Test(arguments: [true, false])
    func `Undoing an import keeps records that others edited`(othersAreFirst: Bool) async throws {
        try importAll(first)
        try await synchronize()
        try #require(try second.place("place 1")).note = "theirs"
        try second.context.save()
        if othersAreFirst { try await second.synchronizer.synchronize() }
        try undo(first)
        if !othersAreFirst { try await first.synchronizer.synchronize() }
        try await synchronize()
        #expect(try first.places().map(\.note) == ["theirs"])
        // The user can still delete the record.
        let place = try #require(try first.place("place 1"))
        first.context.delete(place)
        try first.context.save()
        try await synchronize()
        #expect(try second.places().isEmpty)
    }

    @Test func `An edit can be undone unless others edited the same field`()
        async throws
    {
        let place = try first.add("Prado")
        try await synchronize()
        place.note = "mine"
        try first.context.save()
        try #require(try second.place("Prado")).visits = 3
        try second.context.save()
        try await synchronize()
        try undo(first)
        #expect(try first.places().map(\.note) == [nil])
        #expect(try first.places().map(\.visits) == [3])
        place.note = "mine again"
        try first.context.save()
        try await synchronize()
        try #require(try second.place("Prado")).note = "theirs"
        try second.context.save()
        try await synchronize()
        #expect(throws: ModelDataError.self) { try undo(first) }
        #expect(try first.places().map(\.note) == ["theirs"])
        try await synchronize()
    }

    @Test(arguments: [true, false], [true, false])
    func `Undoing a deletion keeps changes of others, whichever device synchronized first`(
        othersAreFirst: Bool, isDeletionSent: Bool
    ) async throws {
        let place = try first.add("Prado")
        place.rating = 4
        try first.context.save()
        try await synchronize()
        let theirs = try #require(try second.place("Prado"))
        theirs.note = "theirs"
        theirs.words.append(Word(key: "quiet"))
        try second.context.save()
        if othersAreFirst { try await second.synchronizer.synchronize() }
        first.context.delete(place)
        try first.context.save()
        if isDeletionSent { try await synchronize() }
        try undo(first)
        try await synchronize()
        let back = try #require(try first.place("Prado"))
        #expect((back.note, back.rating) == ("theirs", 4))
        #expect(back.words.map(\.key) == ["quiet"])
    }

    @Test(arguments: [true, false])
    func
        `Changes of others survive undo and redo of an addition`(
            othersAreFirst: Bool
        ) async throws
    {
        let place = Place(name: "Prado")
        first.context.insert(place)
        place.note = "mine"
        place.marks.append(Mark(key: "art"))
        try first.context.save()
        try await synchronize()
        let theirs = try #require(try second.place("Prado"))
        theirs.rating = 5
        theirs.words.append(Word(key: "quiet"))
        theirs.marks = []
        try second.context.save()
        if othersAreFirst { try await second.synchronizer.synchronize() }
        try undo(first)
        #expect(try first.places().isEmpty)
        try redo(first)
        try await synchronize()
        let back = try #require(try first.place("Prado"))
        #expect((back.note, back.rating) == ("mine", 5))
        #expect(back.words.map(\.key) == ["quiet"])
        #expect(back.marks.isEmpty)
        // A redone deletion is sent to all devices.
        first.context.delete(back)
        try first.context.save()
        try undo(first)
        try redo(first)
        try await synchronize()
        #expect(try second.places().isEmpty)
    }

    @Test(arguments: [true, false])
    func `An undone and redone import still counts as an import`(isSent: Bool) async throws {
        try importAll(first)
        if isSent { try await synchronize() }
        try undo(first)
        if isSent { try await synchronize() }
        try redo(first)
        let edits = try #require(try ImportEdits(Place.self, in: first.context)).of(ids)
        #expect(edits.isEmpty)
        try await synchronize()
        #expect(try second.places().count == 3)
        // If the user edits the record later, the edit counts as a local edit.
        try #require(try first.place("place 1")).note = "mine"
        try first.context.save()
        try undo(first)
        try redo(first)
        let later = try #require(try ImportEdits(Place.self, in: first.context)).of(ids)
        #expect(
            later == [
                ids[1]: {
                    var edits = LocalEdits(); edits.properties = ["note"]; return edits
                }()
            ])
    }

    @Test(arguments: [true, false])
    func `Records that both imported stay for both if one undoes the import`(
        undoingIsFirst: Bool
    ) async throws {
        let (early, late) = undoingIsFirst ? (first, second) : (second, first)
        try importAll(early)
        try #require(try early.place("place 1")).isPinned = true
        try early.context.save()
        try await early.synchronizer.synchronize()
        try importAll(late)
        try await late.synchronizer.synchronize()
        try await synchronize()
        try undoWithoutPins(first)
        try await synchronize()
        #expect(try first.places().count == 3 && second.places().count == 3)
    }

    /// Undoes an import. If a local-only change follows the import, that change is undone first.
    private func undoWithoutPins(_ replica: Replica) throws {
        if try replica.place("place 1")?.isPinned == true { try undo(replica) }
        try undo(replica)
        #expect(try replica.places().isEmpty)
    }

    @Test func `Records imported with different identifiers stay, whichever identifier was kept`()
        async throws
    {
        let identifiers = ["1", "2"].map {
            UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") ?? UUID()
        }
        for isFirstKept in [true, false] {
            let server = MemoryServer()
            let replicas = try (0..<2).map { _ in try Replica(DirectTransport(server: server)) }
            for (replica, id) in zip(replicas, isFirstKept ? identifiers : identifiers.reversed()) {
                let context = replica.context
                try context.transaction {
                    var imports = try #require(try ImportEdits(Word.self, in: context))
                    try imports.begin()
                    context.insert(Word(identifier: id, key: "quiet"))
                    try context.save()
                    try imports.end()
                }
            }
            try await replicas[0].synchronizeFully(with: replicas[1])
            // Both devices imported the record, and the merged record keeps the identifier from one of them.
            // The other device has nothing to undo.
            let kept = isFirstKept ? replicas[0] : replicas[1]
            try undo(kept)
            try await replicas[0].synchronizeFully(with: replicas[1])
            for replica in replicas {
                #expect(try replica.context.fetch(FetchDescriptor<Word>()).map(\.key) == ["quiet"])
            }
        }
    }

    @Test func `A deletion stays if another device undoes the addition`() async throws {
        try first.add("Prado")
        try await synchronize()
        let theirs = try #require(try second.place("Prado"))
        theirs.note = "theirs"
        try second.context.save()
        try await second.synchronizer.synchronize()
        second.context.delete(theirs)
        try second.context.save()
        try await second.synchronizer.synchronize()
        try undo(first)
        try await synchronize()
        #expect(try first.places().isEmpty && second.places().isEmpty)
    }

    @Test
    func `A record that was moved to another owner survives deletion of its first owner`()
        async throws
    {
        let third = try Replica(DirectTransport(server: server))
        let (spain, italy) = (Trip(name: "Spain"), Trip(name: "Italy"))
        first.context.insert(spain)
        first.context.insert(italy)
        try first.context.save()
        try await synchronize()
        let trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        for name in ["Prado", "Thyssen"] {
            try second.add(name).trip = try second.context.fetch(trips).last
            try second.context.save()
        }
        try await second.synchronizer.synchronize()
        try await third.synchronizer.synchronize()
        try #require(try third.place("Thyssen")).trip = try third.context.fetch(trips).first
        try #require(try third.place("Prado")).note = "theirs"
        try third.context.save()
        first.context.delete(spain)
        try first.context.save()
        try await first.synchronizer.synchronize()
        try await second.synchronizer.synchronize()
        #expect(try second.places().isEmpty)
        for _ in 1...3 {
            for replica in [third, first, second] { try await replica.synchronizer.synchronize() }
        }
        for replica in [first, second, third] {
            #expect(try replica.places().map(\.name) == ["Thyssen"])
            #expect(try replica.places().map(\.trip?.name) == ["Italy"])
        }
        // Undo restores the trip and the place that was deleted with it. The moved place stays in its new
        // trip.
        try undo(first)
        for _ in 1...3 {
            for replica in [third, first, second] { try await replica.synchronizer.synchronize() }
        }
        for replica in [first, second, third] {
            #expect(try replica.places().map(\.trip?.name) == ["Spain", "Italy"])
            #expect(try replica.places().map(\.note) == ["theirs", nil])
        }
    }

    @Test
    func
        `A record that was deleted with its owner by a user is deleted, and undo restores it in its new place`()
        async throws
    {
        let (spain, italy) = (Trip(name: "Spain"), Trip(name: "Italy"))
        first.context.insert(spain)
        first.context.insert(italy)
        try first.add("Prado").trip = spain
        try first.context.save()
        try await synchronize()
        // The second device moves the record, which the first one deletes with its owner.
        let trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        try #require(try second.place("Prado")).trip = try second.context.fetch(trips).first
        try second.context.save()
        first.context.delete(spain)
        try first.context.save()
        try await synchronize()
        for replica in [first, second] { #expect(try replica.places().isEmpty) }
        try undo(first)
        try await synchronize()
        for replica in [first, second] { #expect(try replica.places().map(\.trip?.name) == ["Italy"]) }
    }

    @Test(arguments: [true, false])
    func
        `A record that was moved to a deleted owner is deleted and restored with it`(
            moveIsSent: Bool
        ) async throws
    {
        let third = try Replica(DirectTransport(server: server))
        let (spain, italy) = (Trip(name: "Spain"), Trip(name: "Italy"))
        first.context.insert(spain)
        first.context.insert(italy)
        try first.add("Prado").trip = spain
        try first.context.save()
        try await synchronize()
        try await third.synchronizer.synchronize()
        let trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        try #require(try second.place("Prado")).trip = try second.context.fetch(trips).first
        try second.context.save()
        if moveIsSent { try await second.synchronizer.synchronize() }
        first.context.delete(italy)
        try first.context.save()
        for _ in 1...3 {
            for replica in [first, second, third] { try await replica.synchronizer.synchronize() }
        }
        for replica in [first, second, third] { #expect(try replica.places().isEmpty) }
        // Undo restores the trip and the place that was moved to it.
        try undo(first)
        for _ in 1...3 {
            for replica in [first, second, third] { try await replica.synchronizer.synchronize() }
        }
        for replica in [first, second, third] {
            #expect(try replica.places().map(\.trip?.name) == ["Italy"])
        }
    }

    @Test func `A record that was deleted again with its owner is restored with later changes`()
        async throws
    {
        let third = try Replica(DirectTransport(server: server))
        let all = [first, second, third]
        func synchronizeAll() async throws {
            for _ in 1...3 { for replica in all { try await replica.synchronizer.synchronize() } }
        }
        let trip = Trip(name: "Peru")
        first.context.insert(trip)
        try first.context.save()
        let place = Place(name: "Cusco")
        first.context.insert(place)
        place.trip = trip
        try first.context.save()
        try await synchronizeAll()
        try #require(try second.place("Cusco")).note = "theirs"
        try second.context.save()
        _ = try third.context.storeChangedElsewhere()
        third.context.delete(try #require(try third.context.fetch(FetchDescriptor<Trip>()).first))
        try third.context.save()
        try undo(first)
        try await synchronizeAll()
        for replica in all { #expect(try replica.places().isEmpty) }
        try undo(third)
        try await synchronizeAll()
        for replica in all {
            #expect(try replica.places().map(\.note) == ["theirs"])
            #expect(try replica.places().map(\.trip?.name) == ["Peru"])
        }
    }

    @Test func `A redone import is sent, also after receiving changes`() async throws {
        try second.add("Thyssen")
        try importAll(first)
        try undo(first)
        try await second.synchronizer.synchronize()
        try await first.synchronizer.synchronize()
        try redo(first)
        try await synchronize()
        #expect(try second.places().count == 4)
    }

    @Test func `Undoing a deletion restores unsent edits`() async throws {
        let place = try first.add("Prado")
        try await synchronize()
        place.note = "mine"
        try first.context.save()
        first.context.delete(place)
        try first.context.save()
        try await synchronize()
        #expect(try second.places().isEmpty)
        try undo(first)
        try await synchronize()
        #expect(try second.places().map(\.note) == ["mine"])
        // The restored record can be edited normally.
        try #require(try second.place("Prado")).note = "theirs"
        try second.context.save()
        try await synchronize()
        #expect(try first.places().map(\.note) == ["theirs"])
    }

    @Test(arguments: [true, false])
    func `Additions and edits of others are restored with the deleted owner`(othersAreFirst: Bool)
        async throws
    {
        let trip = Trip(name: "Spain")
        try first.add("Prado").trip = trip
        try first.context.save()
        try await synchronize()
        let theirs = try #require(try second.place("Prado"))
        theirs.note = "theirs"
        let added = try second.add("Thyssen")
        added.trip = theirs.trip
        added.isPinned = true
        added.marks.append(Mark(key: "art"))
        try second.context.save()
        if othersAreFirst { try await second.synchronizer.synchronize() }
        first.context.delete(trip)
        try first.context.save()
        try await first.synchronizer.synchronize()
        try await synchronize()
        #expect(try second.places().isEmpty)
        try undo(first)
        try await synchronize()
        for replica in [first, second] {
            #expect(try replica.places().map(\.name) == ["Prado", "Thyssen"])
            #expect(try replica.places().map(\.note) == ["theirs", nil])
            #expect(try replica.places().map(\.trip?.name) == ["Spain", "Spain"])
            #expect(try replica.place("Thyssen")?.marks.map(\.key) == ["art"])
        }
        #expect(try second.place("Thyssen")?.isPinned == true)
        try expectNoWaitingRecords()
    }

    @Test(arguments: [true, false])
    func `An undo keeps a record that contains records of others`(othersAreFirst: Bool) async throws {
        first.context.insert(Trip(name: "Spain"))
        first.context.insert(Trip(name: "Italy"))
        first.context.insert(Word(key: "quiet"))
        try first.context.save()
        try await synchronize()
        let added = try second.add("Thyssen")
        added.trip = try second.context.fetch(FetchDescriptor<Trip>()).first { $0.name == "Spain" }
        added.words = try second.context.fetch(FetchDescriptor<Word>())
        try second.context.save()
        if othersAreFirst { try await second.synchronizer.synchronize() }
        try undo(first)
        try await synchronize()
        for replica in [first, second] {
            #expect(try replica.places().map(\.trip?.name) == ["Spain"])
            #expect(try replica.places().map { $0.words.map(\.key) } == [["quiet"]])
            #expect(try replica.context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Spain"])
        }
    }

    @Test(arguments: [true, false])
    func `A record that others edited keeps its relationships when the step is undone`(
        othersAreFirst: Bool
    ) async throws {
        let place = Place(name: "Prado")
        first.context.insert(place)
        place.words.append(Word(key: "quiet"))
        place.marks.append(Mark(key: "art"))
        try first.context.save()
        try await synchronize()
        try #require(try second.place("Prado")).note = "theirs"
        try second.context.save()
        if othersAreFirst { try await second.synchronizer.synchronize() }
        try undo(first)
        try await synchronize()
        for replica in [first, second] {
            #expect(try replica.place("Prado")?.words.map(\.key) == ["quiet"])
            #expect(try replica.place("Prado")?.note == "theirs")
        }
    }

    @Test func `Records that two devices create and undo at the same time disappear`() async throws {
        let third = try Replica(DirectTransport(server: server))
        first.context.insert(Trip(name: "Spain"))
        try first.context.save()
        try await synchronize()
        let added = Place(name: "Thyssen")
        second.context.insert(added)
        added.trip = try second.context.fetch(FetchDescriptor<Trip>()).first
        try second.context.save()
        try await second.synchronizer.synchronize()
        try await third.synchronizer.synchronize()
        #expect(try third.places().map(\.trip?.name) == ["Spain"])
        try undo(first)
        try await first.synchronizer.synchronize()
        try undo(second)
        try await second.synchronizer.synchronize()
        for _ in 1...2 {
            for replica in [third, first, second] { try await replica.synchronizer.synchronize() }
        }
        for replica in [first, second, third] { #expect(try replica.contents().isEmpty) }
    }

    @Test func `Uses of undone records by others are found without a scan`() throws {
        let shapes = try SyncShapes(Replica.models, in: first.context)
        let place = try #require(shapes["Place"])
        let sql = ChangeApplier.clocks(of: place, "\(place.table.table) AS e", where: "e.trip")
        let plan = try first.context.withSQLReadAccess(to: Place.self) { database in
            try database.rows("EXPLAIN QUERY PLAN " + sql, .text("Place"), .integer(1)).compactMap {
                $0.last?.text
            }
        }
        #expect(plan.contains { $0.contains("uuid=?") })
        #expect(!plan.contains { $0.contains("_syncRecord_key (entity=?)") }, "\(plan)")
    }

    @Test(arguments: [true, false])
    func `A step can't be undone if its record contains records of others`(isPair: Bool) async throws {
        if isPair {
            first.context.insert(Word(key: "quiet"))
        } else {
            first.context.insert(Trip(name: "Spain"))
        }
        try first.context.save()
        try await synchronize()
        let added = try second.add("Thyssen")
        added.trip = try second.context.fetch(FetchDescriptor<Trip>()).first
        added.words = try second.context.fetch(FetchDescriptor<Word>())
        try second.context.save()
        try await synchronize()
        #expect(throws: ModelDataError.self) { try undo(first) }
        try await synchronize()
        #expect(try first.place("Thyssen")?.trip?.name == (isPair ? nil : "Spain"))
        #expect(try first.place("Thyssen")?.words.count == (isPair ? 1 : 0))
    }

    @Test func `A record deleted before its owner stays deleted when the owner is restored`() async throws {
        let trip = Trip(name: "Spain")
        let prado = try first.add("Prado")
        let thyssen = try first.add("Thyssen")
        (prado.trip, thyssen.trip) = (trip, trip)
        try first.context.save()
        try await synchronize()
        first.context.delete(thyssen)
        try first.context.save()
        first.context.delete(trip)
        try first.context.save()
        try await synchronize()
        #expect(try second.places().isEmpty)
        try undo(first)
        try await synchronize()
        #expect(try second.places().map(\.name) == ["Prado"])
        try expectNoWaitingRecords()
    }

    @Test func `A record deleted before its owner stays deleted, whichever tombstone arrives first`()
        async throws
    {
        let trip = Trip(name: "Spain")
        let prado = try first.add("Prado")
        let thyssen = try first.add("Thyssen")
        (prado.trip, thyssen.trip) = (trip, trip)
        try first.context.save()
        try await synchronize()
        first.context.delete(thyssen)
        try first.context.save()
        first.context.delete(trip)
        try first.context.save()
        // The first device sends only the trip's tombstone. The second device synchronizes before the first
        // device sends the other records.
        let store = try first.store()
        let token = try store.token()
        let sent = try store.nextBatch(limit: 1)
        let answer = try server.answer(
            .named(
                token: token, records: sent.map(\.record), limit: 500, entities: store.shapes.names,
                node: try store.node()))
        _ = try store.acknowledge(answer, sent: sent, token: token)
        try await second.synchronizer.synchronize()
        try await synchronize()
        try undo(first)
        try await synchronize()
        #expect(try second.places().map(\.name) == ["Prado"])
        try expectNoWaitingRecords()
    }

    @Test
    func `Additions of others are restored with their owner, also after a full resynchronization`()
        async throws
    {
        let third = try Replica(DirectTransport(server: server), batchSize: 1)
        let trip = Trip(name: "Spain")
        first.context.insert(trip)
        try first.context.save()
        try await first.synchronizeFully(with: third)
        for name in ["Prado", "Thyssen"] {
            try third.add(name).trip = try third.context.fetch(FetchDescriptor<Trip>()).first
            try third.context.save()
        }
        first.context.delete(trip)
        try first.context.save()
        try await first.synchronizeFully(with: third)
        #expect(try third.places().isEmpty)
        server.beginEpoch(losingRecords: false)
        try await first.synchronizeFully(with: third)
        try undo(first)
        try await first.synchronizeFully(with: third)
        #expect(try first.places().map(\.name) == ["Prado", "Thyssen"])
    }

    @Test
    func `A record with a refused value is still deleted and restored with its owner`()
        async throws
    {
        let trip = Trip(name: "Spain")
        first.context.insert(trip)
        try first.context.save()
        try await synchronize()
        let added = try second.add("Thyssen")
        added.trip = try second.context.fetch(FetchDescriptor<Trip>()).first
        try second.context.save()
        try await second.synchronizer.synchronize()
        added.note = String(repeating: "x", count: SyncLimits.fieldSize + 1)
        try second.context.save()
        #expect(try await second.synchronizer.synchronize().refused == 1)
        first.context.delete(trip)
        try first.context.save()
        try await synchronize()
        #expect(server.records.values.allSatisfy { !$0.isAlive })
        try undo(first)
        for replica in [first, second, first, second] { try await replica.synchronizer.synchronize() }
        #expect(try second.place("Thyssen")?.note?.count == SyncLimits.fieldSize + 1)
    }

    @Test func `Undoing a deletion keeps changes of others to a record that both imported`()
        async throws
    {
        try importAll(first)
        try await first.synchronizer.synchronize()
        // The third device acknowledges one record at a time. It receives the other records before they have
        // sync metadata.
        let third = try Replica(DirectTransport(server: server), batchSize: 1)
        try importAll(third)
        try await third.synchronizer.synchronize()
        try #require(try first.place("place 2")).note = "theirs"
        try first.context.save()
        try await first.synchronizer.synchronize()
        third.context.delete(try #require(try third.place("place 2")))
        try third.context.save()
        try undo(third)
        try await first.synchronizeFully(with: third)
        #expect(try third.place("place 2")?.note == "theirs")
    }

    @Test func `Undoing a deletion doesn't restore relationships that others removed`()
        async throws
    {
        let place = try first.add("Prado")
        place.marks.append(Mark(key: "art"))
        place.words.append(Word(key: "quiet"))
        try first.context.save()
        try await synchronize()
        first.context.delete(place)
        try first.context.save()
        let theirs = try #require(try second.place("Prado"))
        (theirs.marks, theirs.words) = ([], [])
        try second.context.save()
        try await second.synchronizer.synchronize()
        try undo(first)
        try await synchronize()
        let back = try #require(try first.place("Prado"))
        #expect(back.marks.isEmpty)
        #expect(back.words.isEmpty)
    }

    /// Checks that no deleted record is kept for the restoration of its owner.
    private func expectNoWaitingRecords() throws {
        for replica in [first, second] {
            let count = try replica.context.withSQLReadAccess(to: Place.self) {
                try $0.number("SELECT count(*) FROM _syncHeld WHERE kind = 2")
            }
            #expect(count == 0)
        }
    }

    @Test func `The history shows changes of others, including deletions`() async throws {
        let trip = Trip(name: "Spain")
        try first.add("Prado").trip = trip
        try first.context.save()
        try await synchronize()
        first.context.delete(trip)
        try first.context.save()
        try await synchronize()
        let steps = try second.context.historySummaries().filter { $0.author == SyncTracking.author }
        #expect(steps.map(\.deleted) == [["Trip": 1, "Place": 1], [:]])
        #expect(steps.last?.inserted == ["Trip": 1, "Place": 1])
        // Undo doesn't apply to changes that were received from other devices.
        #expect(try second.context.undoableTransaction() == nil)
    }
}
