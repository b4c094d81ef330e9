import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

/// Undoing takes back what was done here, and nothing that others did.
@Suite("Undoing what is synchronized")
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

    @Test("Where nothing is to be undone, nothing is written")
    func whereNothingIsToBeUndoneNothingIsWritten() throws {
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

    @Test("An import that was never sent leaves no trace when it is undone")
    func anImportThatWasNeverSentLeavesNoTraceWhenItIsUndone() async throws {
        try importAll(first)
        try undo(first)
        #expect(try first.states().isEmpty)
        #expect(try await first.synchronizer.synchronize().sent == 0)
        try importAll(first)
        #expect(try first.places().count == 3)
        try await synchronize()
        #expect(try second.places().count == 3)
    }

    @Test("An import that was sent goes everywhere when it is undone, and may come again")
    func anImportThatWasSentGoesEverywhereWhenItIsUndoneAndMayComeAgain() async throws {
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

    @Test("What others edited stays though the import is undone", arguments: [true, false])
    func whatOthersEditedStaysThoughTheImportIsUndone(othersAreFirst: Bool) async throws {
        try importAll(first)
        try await synchronize()
        try #require(try second.place("place 1")).note = "theirs"
        try second.context.save()
        if othersAreFirst { try await second.synchronizer.synchronize() }
        try undo(first)
        if !othersAreFirst { try await first.synchronizer.synchronize() }
        try await synchronize()
        #expect(try first.places().map(\.note) == ["theirs"])
        // A person's deletion is one all the same.
        let place = try #require(try first.place("place 1"))
        first.context.delete(place)
        try first.context.save()
        try await synchronize()
        #expect(try second.places().isEmpty)
    }

    @Test("An edit is undone though others edited another field, and not where they edited the same")
    func anEditIsUndoneThoughOthersEditedAnotherFieldAndNotWhereTheyEditedTheSame() async throws {
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

    @Test(
        "What others wrote to a record is kept when its deletion is undone, whoever synchronized first",
        arguments: [true, false], [true, false])
    func whatOthersWroteIsKeptWhenADeletionIsUndone(othersAreFirst: Bool, isDeletionSent: Bool) async throws {
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

    @Test(
        "What others wrote to a record, put on it and took from it is kept when it is taken back and made again",
        arguments: [true, false])
    func whatOthersWroteIsKeptWhenAnAdditionIsRedone(othersAreFirst: Bool) async throws {
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
        #expect(back.words.map(\.key) == ["quiet"] && back.marks.isEmpty)
        // A redone deletion is one, and goes everywhere.
        first.context.delete(back)
        try first.context.save()
        try undo(first)
        try redo(first)
        try await synchronize()
        #expect(try second.places().isEmpty)
    }

    @Test("What an import made is an import's also where it was undone and redone", arguments: [true, false])
    func aRedoneImportIsAnImport(isSent: Bool) async throws {
        try importAll(first)
        if isSent { try await synchronize() }
        try undo(first)
        if isSent { try await synchronize() }
        try redo(first)
        let edits = try #require(try ImportEdits(Place.self, in: first.context)).of(ids)
        #expect(edits.isEmpty)
        try await synchronize()
        #expect(try second.places().count == 3)
        // What a person changes again, is a person's.
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

    @Test(
        "What both imported stays with the one who doesn't undo it, and with both, whoever sent it first",
        arguments: [true, false])
    func whatBothImportedStays(undoingIsFirst: Bool) async throws {
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

    /// Undoes an import, before which a mark that doesn't travel is undone where there is one.
    private func undoWithoutPins(_ replica: Replica) throws {
        if try replica.place("place 1")?.isPinned == true { try undo(replica) }
        try undo(replica)
        #expect(try replica.places().isEmpty)
    }

    @Test("What both imported under other identifiers stays, whichever of the two it has become")
    func twinsOfTwoImportsStay() async throws {
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
            // Of the other identifier, there is nothing left to undo.
            let kept = isFirstKept ? replicas[0] : replicas[1]
            try undo(kept)
            try await replicas[0].synchronizeFully(with: replicas[1])
            for replica in replicas {
                #expect(try replica.context.fetch(FetchDescriptor<Word>()).map(\.key) == ["quiet"])
            }
        }
    }

    @Test("What one deletes stays deleted though another one undoes its addition")
    func whatWasMeantToGoStaysAway() async throws {
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

    @Test("What somebody moved to another owner stays there, though others saw it go with the first one")
    func whatWasMovedStaysWithItsNewOwner() async throws {
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
        // What went with its owner comes back with it, and what was moved stays where it is.
        try undo(first)
        for _ in 1...3 {
            for replica in [third, first, second] { try await replica.synchronizer.synchronize() }
        }
        for replica in [first, second, third] {
            #expect(try replica.places().map(\.trip?.name) == ["Spain", "Italy"])
            #expect(try replica.places().map(\.note) == ["theirs", nil])
        }
    }

    @Test(
        "What was moved to where somebody deleted its new owner goes with that, and lives nowhere without an owner",
        arguments: [true, false])
    func whatWasMovedToAnOwnerThatIsGone(moveIsSent: Bool) async throws {
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
        // Where the owner comes back, so does what was moved there.
        try undo(first)
        for _ in 1...3 {
            for replica in [first, second, third] { try await replica.synchronizer.synchronize() }
        }
        for replica in [first, second, third] {
            #expect(try replica.places().map(\.trip?.name) == ["Italy"])
        }
    }

    @Test("What was brought back, and then went with its owner, comes back with it as others left it")
    func whatWasBroughtBackComesBackAsItWasLeft() async throws {
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

    @Test("A redone import is sent, also where something was received meanwhile")
    func aRedoneImportIsSent() async throws {
        try second.add("Thyssen")
        try importAll(first)
        try undo(first)
        try await second.synchronizer.synchronize()
        try await first.synchronizer.synchronize()
        try redo(first)
        try await synchronize()
        #expect(try second.places().count == 4)
    }

    @Test("A tombstone of an undo by the first version, which called it meant, is one of an undo")
    func tombstonesOfTheFirstVersion() throws {
        let clocks = try ["0000000000000001-a", "0000000000000001-b"].map { try #require(SyncClock($0)) }
        for (meant, isMeant) in [(clocks[0], false), (clocks[1], true)] {
            let tombstone = SyncRecord(
                SyncKey(entity: "Place", id: ids[0]), life: 2,
                fields: [
                    SyncUndone.field: SyncField(.int(2), at: clocks[0]),
                    SyncMeant.field: SyncField(.int(2), at: meant),
                ])
            #expect(tombstone.isMeant == isMeant && tombstone.isUndone == !isMeant)
        }
    }

    @Test("What was edited and not sent before a deletion comes back with its undoing")
    func whatWasEditedAndNotSentComesBack() async throws {
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
        // And it goes on as a record does.
        try #require(try second.place("Prado")).note = "theirs"
        try second.context.save()
        try await synchronize()
        #expect(try first.places().map(\.note) == ["theirs"])
    }

    @Test(
        "What others added to a record, and edited of what it owns, comes back with it",
        arguments: [true, false])
    func whatOthersAddedComesBackWithItsOwner(othersAreFirst: Bool) async throws {
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
        try expectNoOrphans()
    }

    @Test("What others put into what an undo takes back stays, with that", arguments: [true, false])
    func whatOthersPutIntoWhatIsTakenBackStays(othersAreFirst: Bool) async throws {
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

    @Test(
        "What others edited keeps what it refers to, though the step is undone that made both",
        arguments: [true, false])
    func whatOthersEditedKeepsWhatItRefersTo(othersAreFirst: Bool) async throws {
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

    @Test("What was made and taken back by two is gone also where both come at one time")
    func whatWasTakenBackByTwoIsGone() async throws {
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

    @Test("Whether others use what was undone is found without looking through all notes")
    func usersAreFoundByWhatTheyReferTo() throws {
        let shapes = try SyncShapes(Replica.models, in: first.context)
        let place = try #require(shapes["Place"])
        let sql = Applier.clocks(of: place, "\(place.table.table) AS e", where: "e.trip")
        let plan = try first.context.lookingThroughDoor(to: Place.self) { door in
            try door.rows("EXPLAIN QUERY PLAN " + sql, .text("Place"), .integer(1)).compactMap {
                $0.last?.text
            }
        }
        #expect(plan.contains { $0.contains("uuid=?") })
        #expect(!plan.contains { $0.contains("_syncRecord_key (entity=?)") }, "\(plan)")
    }

    @Test(
        "What others put into what a step made keeps that step from being undone", arguments: [true, false])
    func whatOthersPutIntoWhatAStepMadeKeepsIt(isPair: Bool) async throws {
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

    @Test("What was deleted before its owner stays deleted when the owner comes back")
    func whatWasDeletedBeforeItsOwnerStaysDeleted() async throws {
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
        try expectNoOrphans()
    }

    @Test("What was deleted before its owner stays deleted, whoever's tombstone came first")
    func whatWasDeletedBeforeItsOwnerStaysDeletedThoughBatchesAreCut() async throws {
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
        // The first batch has the trip's tombstone alone; then the other one is faster.
        let store = try first.store()
        let token = try store.token()
        let sent = try store.collect(limit: 1)
        let answer = try server.answer(
            .named(
                token: token, records: sent.map(\.record), limit: 500, entities: store.shapes.names,
                node: try store.node()))
        _ = try store.settle(answer, sent: sent, token: token)
        try await second.synchronizer.synchronize()
        try await synchronize()
        try undo(first)
        try await synchronize()
        #expect(try second.places().map(\.name) == ["Prado"])
        try expectNoOrphans()
    }

    @Test("What others added comes back with its owner also where everything was exchanged anew meanwhile")
    func whatOthersAddedComesBackAfterANewEpoch() async throws {
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

    @Test("What the server refuses of a record doesn't keep it from going with its owner, and coming back")
    func whatIsTooLongGoesWithItsOwnerAllTheSame() async throws {
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

    @Test("What others wrote to a record that both imported is kept when its deletion is undone")
    func whatOthersWroteToAnImportedRecordIsKept() async throws {
        try importAll(first)
        try await first.synchronizer.synchronize()
        // It notes one record at a time: the others are received before they have notes.
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

    @Test("What others took from a record after its deletion stays away when that is undone")
    func whatOthersTookAwayStaysAway() async throws {
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
        #expect(back.marks.isEmpty && back.words.isEmpty)
    }

    /// Nothing waits any more for an owner.
    private func expectNoOrphans() throws {
        for replica in [first, second] {
            let count = try replica.context.lookingThroughDoor(to: Place.self) {
                try $0.number("SELECT count(*) FROM _syncOrphan")
            }
            #expect(count == 0)
        }
    }

    @Test("The history tells what came from others, deletions among it")
    func theHistoryTellsWhatCameFromOthersDeletionsAmongIt() async throws {
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
        // They are nothing to undo here.
        #expect(try second.context.undoableTransaction() == nil)
    }
}
