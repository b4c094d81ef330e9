import Testing

@testable import MyBooks

@Suite("ISBNs")
struct ISBNTests {
    @Test(arguments: [
        ("0345391802", "0345391802"), ("=\"0345391802\"", "0345391802"), ("0-8044-2957-x", "080442957X"),
        ("978-0-345-39180-3", "9780345391803"), ("[2070291340]", "2070291340"),
    ])
    func `Hyphens and the quotation marks of exports don't matter`(written: String, digits: String) {
        #expect(ISBN(written)?.digits == digits)
    }

    @Test(arguments: ["", "0345391803", "9780345391804", "97803453918", "X345391802", "034539180a"])
    func `A wrong digit is detected`(written: String) {
        #expect(ISBN(written) == nil)
    }

    @Test func `An ISBN of ten digits is compared with its form of thirteen`() {
        #expect(ISBN("0345391802")?.thirteen == "9780345391803")
        #expect(ISBN("080442957X")?.thirteen == ISBN("9780804429573")?.thirteen)
    }
}
