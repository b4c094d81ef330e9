@main
struct MyBooks {
    static func main() {}
}
