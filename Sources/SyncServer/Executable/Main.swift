import SyncServer

/// The executable of `syncserver`. The server is a separate module, so that benchmarks can link it.
@main
struct Main {
    static func main() async {
        await SyncServerProgram.main()
    }
}
