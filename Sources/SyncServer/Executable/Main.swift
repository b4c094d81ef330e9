import SyncServer

/// The executable of `syncserver`. The server is a separate module, so that benchmarks can link it.
@main
struct Main {
    // On the main thread, no other thread has opened a file before the standard streams are checked.
    @MainActor static func main() async {
        await SyncServerProgram.main()
    }
}
