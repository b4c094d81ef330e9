import TestSupport
import Testing

@Suite("Positional and named arguments of every program", .level(.default))
struct NamedArgumentTests {
    /// A line with positional arguments, and an equivalent line with named arguments in another order.
    typealias Pair = (place: String, name: String)

    /// For each program, a session with its commands. Lines that all programs share are listed below.
    private static let sessions: [String: [Pair]] = [
        "mybooks": [
            ("sync login 東", "sync login --server 東"),
            ("sync conflicts keep 1", "sync conflicts --number 1 --keep keep"),
            ("sync key new", "sync key --new new"),
            ("add 三体 刘慈欣", "add --author 刘慈欣 --title 三体"), ("add 球 刘", "add --title 球 --author=刘"),
            ("search 三", "search --text 三"), ("show 1", "show --book=1"),
            ("view save 見 三", "view save --condition 三 --view 見"), ("view 見", "view --view 見"),
            ("view delete 見 --yes", "view delete --view 見 --yes"),
            ("list 三", "list --condition 三"), ("add 卵 王 pages:9", "add --value pages:9 --author 王 --title 卵"),
            ("export 2.json 三", "export --condition 三 --file 2.json"), ("stats 三", "stats --condition 三"),
            ("status 2 completed yesterday", "status --date yesterday --status completed --book 2"),
            ("lend 2 安 yesterday", "lend --date yesterday --name 安 --book 2"),
            ("edit 1 --rating 3", "edit --rating 3 --book 1"), ("start 1", "start --book 三"),
            ("pause 1", "pause --book 1"), ("finish 1", "finish --book 1"),
            ("shelve 1", "shelve --book 1"),
            ("reopen 1", "reopen --book 1"), ("series 三", "series --name 三"),
            ("author 刘", "author --name 刘"), ("set lookup off", "set --value off --setting lookup"),
            ("lookup 三", "lookup --book 三"),
            ("status 1 completed", "status --status completed --book 1"),
            ("rate 1 5", "rate --rating 5 --book 1"),
            ("progress 2 120", "progress --place 120 --book 2"), ("abandon 2", "abandon --book 2"),
            ("reading list 1", "reading list --book 1"),
            ("reading progress 1", "reading progress --book 1"),
            ("reading show 1 1", "reading show --number 1 --book 1"),
            ("reading edit 1 1 --rating 4", "reading edit --rating 4 --number 1 --book 1"),
            ("reading edit 1 1 review:二", "reading edit --change review:二 --number 1 --book 1"),
            ("reading delete 1 1 --yes", "reading delete --yes --number 1 --book 1"),
            ("lend 1 安", "lend --name 安 --book 1"), ("return 1", "return --book 1"),
            ("goal 2026 30", "goal --number 30 --year 2026"), ("review 2026", "review --year 2026"),
            ("add 石 李", "add --author 李 --title 石"), ("merge 1 3 --yes", "merge --other 3 --book 1 --yes"),
            ("shelf add 1 2 架", "shelf add --name 架 --book 1 --book 2"),
            ("shelf move 2 架 1", "shelf move --place 1 --name 架 --book 2"),
            ("shelf remove 2 架", "shelf remove --name 架 --book 2"),
            ("shelf rename 架 新", "shelf rename --new-name 新 --name 架"),
            ("shelf delete 新 --yes", "shelf delete --yes --name 新"),
            ("quote add 1 字 二", "quote add --text 字 --text 二 --book 1"),
            ("quote list 1", "quote list --book 1"),
            ("quote edit 1 page:3", "quote edit --change page:3 --quote 1"),
            ("quote move 1 1", "quote move --place 1 --quote 1"),
            ("quote delete 1 --yes", "quote delete --quote 1 --yes"),
            ("delete 2 --yes", "delete --book 2 --yes"), ("export 1.json", "export --file 1.json"),
            ("import 1.json", "import --file 1.json"),
        ],
        "itour": [
            ("sync login 東", "sync login --server 東"),
            ("sync conflicts keep 1", "sync conflicts --number 1 --keep keep"),
            ("sync key new", "sync key --new new"),
            ("add 東京 都", "add --name 東京 --name 都"), ("name 京都", "name --name 京都"),
            ("details 一 二", "details --text 一 --text 二"),
            ("date 2031-05-01 2031-05-03", "date --date 2031-05-01 --date 2031-05-03"),
            ("priority must", "priority --priority must"), ("sight add 塔 寺", "sight add --name 塔 --name 寺"),
            ("sight add 山 --at 35,139", "sight add --at 35,139 --name 山"),
            ("sight edit 1 --note 一", "sight edit --note 一 --sight 1"),
            ("sight edit 1 note:二", "sight edit --change note:二 --sight 1"),
            ("sight show 1", "sight show --sight 1"),
            ("sight move 1 2", "sight move --position 2 --sight 1"),
            ("sight visited 1", "sight visited --sight 1"), ("sight list 1", "sight list --destination 1"),
            (
                "sight schedule 1 2031-05-02 10:00 --for 2h",
                "sight schedule --date 2031-05-02 10:00 --for 2h --sight 1"
            ),
            ("day 2031-05-02", "day --date 2031-05-02"), ("sight unschedule 1", "sight unschedule --sight 1"),
            ("back", "back"), ("trip add 旅 行", "trip add --name 旅 --name 行"),
            ("edit 1 --trip 1", "edit --trip 1 --destination 1"),
            ("trip move 1 first", "trip move --position first --destination 1"),
            ("trip show 1", "trip show --trip 1"), ("trip edit 1 --name 旅", "trip edit --name 旅 --trip 1"),
            (
                "leg add train 京 東 --depart 2031-05-01",
                "leg add --depart 2031-05-01 --to 東 --from 京 --transport train"
            ),
            (
                "leg add bus 京 東 2031-05-02",
                "leg add --date 2031-05-02 --to 東 --from 京 --transport bus"
            ),
            ("leg edit 1 --seat 一", "leg edit --seat 一 --leg 1"), ("leg list 1", "leg list --trip 1"),
            ("leg edit 1 seat:二", "leg edit --change seat:二 --leg 1"),
            ("view save 見 京", "view save --condition 京 --view 見"), ("view 見", "view --view 見"),
            ("view delete 見 --yes", "view delete --view 見 --yes"),
            ("list 京", "list --condition 京"), ("stats 京", "stats --condition 京"),
            ("leg show 1", "leg show --leg 1"),
            ("stay add 宿 屋 --check-in 2031-05-01", "stay add --check-in 2031-05-01 --name 宿 --name 屋"),
            ("stay edit 1 --code 一", "stay edit --code 一 --stay 1"), ("stay list 1", "stay list --trip 1"),
            ("stay edit 1 code:二", "stay edit --change code:二 --stay 1"),
            ("stay show 1", "stay show --stay 1"),
            ("expense add 5 麺", "expense add --name 麺 --amount 5"),
            ("expense show 1", "expense show --expense 1"),
            ("expense edit 1 --category food", "expense edit --category food --expense 1"),
            ("expense edit 1 category:food", "expense edit --change category:food --expense 1"),
            ("expense list 1", "expense list --trip 1"), ("budget 1", "budget --trip 1"),
            ("budget set food 5", "budget set --amount 5 --category food"),
            ("rate JPY 0.5", "rate --value 0.5 --currency JPY"),
            ("checklist add 本", "checklist add --item 本"), ("checklist 1", "checklist --trip 1"),
            ("checklist done 1", "checklist done --item 1"), ("plan 1", "plan --trip 1"),
            ("check 1", "check --trip 1"),
            ("trip add 二", "trip add --name 二"), ("checklist copy 1", "checklist copy --trip 1"),
            ("checklist edit 1 --name 帽", "checklist edit --name 帽 --item 1"),
            ("checklist edit 1 list:衣", "checklist edit --change list:衣 --item 1"),
            ("checklist delete 2 --yes", "checklist delete --item 2 --yes"),
            ("trip open 1", "trip open --trip 1"), ("trip list 二", "trip list --condition 二"),
            ("leg delete 1 --yes", "leg delete --yes --leg 1"),
            ("stay delete 1 --yes", "stay delete --yes --stay 1"),
            ("expense delete 1 --yes", "expense delete --yes --expense 1"),
            ("trip delete 2 --yes", "trip delete --yes --trip 2"),
            ("back", "back"), ("search 京", "search --text 京"), ("show 1", "show --destination 1"),
            ("open 1", "open --destination 1"), ("calendar May", "calendar --month May"),
            ("nearby 1", "nearby --place 1"),
            ("edit 1 --priority meh", "edit --destination 1 --priority meh"),
            ("edit 1 priority:must", "edit --change priority:must --destination 1"),
            ("trip edit 1 details:二", "trip edit --change details:二 --trip 1"),
            ("sight delete 1 --yes", "sight delete --sight 1 --yes"),
            ("export 2.json is:planned", "export --condition is:planned --file 2.json"),
            ("export 1.json", "export --file 1.json"), ("import 1.json", "import --file 1.json"),
            ("poi add 点 --at 35,139", "poi add --name 点 --at 35,139"),
            ("poi list 点", "poi list --condition 点"), ("poi search 点", "poi search --text 点"),
            ("poi near 35,139", "poi near --place 35,139"),
            ("poi show 1", "poi show --poi 1"), ("poi edit 1 --city 市", "poi edit --city 市 --poi 1"),
            ("poi edit 1 city:村", "poi edit --change city:村 --poi 1"),
            ("poi favourite 1", "poi favourite --poi 1"),
            ("poi to-sight 1 1", "poi to-sight --destination 1 --poi 1"),
            ("poi import 9.json", "poi import --file 9.json"),
            ("poi delete 1 --yes", "poi delete --yes --poi 1"),
            ("place Kyoto", "place --name Kyoto"), ("map 35,139", "map --place 35,139"),
            ("route 1", "route --destination 1"),
            ("delete 1 --yes", "delete --yes --destination 1"),
        ],
        "moonshot": [
            ("mission 11", "mission --mission 11"), ("crew 2", "crew --member 2"),
            ("show armstrong", "show --name armstrong"), ("astronaut aldrin", "astronaut --astronaut aldrin"),
            ("search irwin", "search --text irwin"), ("layout list", "layout --layout list"),
            ("missions irwin", "missions --condition irwin"),
            ("astronauts irwin", "astronauts --condition irwin"),
            ("favourite 11", "favourite --name 11"), ("unfavourite 11", "unfavourite --name 11"),
            ("note 8 一 二", "note --text 一 --text 二 --mission 8"),
            ("export 1.json", "export --file 1.json"),
            ("export 2.json is:landed", "export --condition is:landed --file 2.json"),
            ("timeline 11", "timeline --mission 11"),
            ("compare 11 12", "compare --name 11 --name 12"),
            ("mission add 18 samples:3", "mission add --change samples:3 --number 18"),
            ("mission edit 11 samples:3", "mission edit --change samples:3 --mission 11"),
            ("astronaut add a born:3", "astronaut add --change born:3 --word a"),
            ("astronaut edit a born:3", "astronaut edit --change born:3 --astronaut a"),
        ],
        "portfolio": [
            ("sync login 東", "sync login --server 東"),
            ("sync conflicts keep 1", "sync conflicts --number 1 --keep keep"),
            ("sync key new", "sync key --new new"),
            ("sync-file 9.txt --dry-run", "sync-file --dry-run --file 9.txt"),
            ("tag new 標", "tag new --name 標"), ("new 三 体", "new --title 三 --title 体"),
            ("list 三", "list --query 三"), ("agenda 三", "agenda --query 三"),
            ("stats 三", "stats --query 三"), ("filter 標", "filter --filter 標"),
            ("sort modified oldest", "sort --direction oldest --key modified"),
            ("show 1", "show --issue 1"), ("open 1", "open --issue 1"), ("copy 1", "copy --issue 1"),
            ("title #1 水", "title --title 水 --issue 1"),
            ("content 1 --text 字", "content --text 字 --issue 1"), ("content 字", "content --words 字"),
            ("new 二", "new --title 二"), ("block 1 by 2", "block --blocker 2 --issue 1"),
            ("unblock 1 by 2", "unblock --blocker 2 --issue 1"),
            ("due 2031-05-01 1", "due --issue 1 --date 2031-05-01"),
            ("wait 2031-05-01 1", "wait --issue 1 --date 2031-05-01"),
            ("every weekly 1", "every --issue 1 --recurrence weekly"),
            ("note 1 字", "note --text 1 --text 字"), ("edit 1", "edit --issue 1"),
            ("note delete 1 1 --yes", "note delete --yes --issue 1 --note 1"),
            ("next 三", "next --query 三"), ("start 1", "start --issue 1"), ("stop 1", "stop --issue 1"),
            ("edit 1 !high", "edit --change !high --issue 1"),
            ("view save 見 水", "view save --query 水 --view 見"), ("view 見", "view --view 見"),
            ("view delete 見 --yes", "view delete --view 見 --yes"),
            ("priority high 1", "priority --issue 1 --priority high"), ("close 1", "close --issue 1"),
            ("reopen 1", "reopen --issue 1"), ("untag 標 1", "untag --issue 1 --tag 標"),
            ("tag 標 1", "tag --issue 1 --tag 標"), ("tag rename 標 号", "tag rename --name 号 --tag 標"),
            ("tag delete 号 --yes", "tag delete --tag 号 --yes"),
            ("award First Steps", "award --award First --award Steps"),
            ("export 1.json", "export --file 1.json"),
            ("export 2.json is:open", "export --condition is:open --file 2.json"),
            ("import 1.json", "import --file 1.json"),
            ("delete 1 --yes", "delete --issue 1 --yes"),
        ],
    ]

    /// The lines of the server's session.
    private static let server: [Pair] = [
        ("account add 甲 --yes", "account add --yes --name 甲"),
        ("device add 乙 机", "device add --name 机 --account 乙"),
        ("device list 甲", "device list --account 甲"),
        ("device revoke 甲 机", "device revoke --device 机 --account 甲"),
        ("token renew 乙 机", "token renew --device 机 --account 乙"),
        ("account delete 甲 --yes", "account delete --yes --account 甲"),
        ("backup 字/字", "backup --file 字/字"), ("restore 字/字", "restore --file 字/字"),
        ("help serve", "help --command serve"),
    ]

    /// Returns all lines of a program's session.
    private static func pairs(_ program: String) -> [Pair] {
        (sessions[program] ?? server) + common + (program == "syncserver" ? [] : ofStores)
    }

    /// The lines that all programs with a store of records have in common.
    private static let ofStores: [Pair] = [
        ("help list", "help --command list"), ("backup 字/字", "backup --file 字/字"),
        ("restore 字/字", "restore --backup 字/字"),
    ]

    /// The lines that all programs have in common.
    private static let common: [Pair] = [
        ("set dates long", "set --value long --setting dates"),
        ("set dates", "set --setting dates"), ("echo 字 二", "echo --words 字 --words 二"),
        ("completions bash", "completions --shell bash"),
        ("completions bash 'x se'", "completions --line 'x se' --shell bash"),
    ]

    @Test(arguments: Transcript.all)
    func `A command does the same with positional and named arguments`(program: String) throws {
        let pairs = Self.pairs(program)
        let places = try Person(program).screens(pairs.map(\.place))
        let names = try Person(program).screens(pairs.map(\.name))
        for (place, name) in zip(places, names) {
            // Remove times, which differ in each run.
            let (one, two) = (
                place.text.replacing(/\d+:\d\d/, with: ""), name.text.replacing(/\d+:\d\d/, with: "")
            )
            #expect(one == two, "\(place.line) and \(name.line)")
            #expect(!one.isEmpty, "\(place.line) and \(name.line)")
        }
    }

    /// For each program, lines with a text in quotation marks, and equivalent lines in which it is given by its name.
    private static let texts: [String: [Pair]] = [
        "mybooks": [
            ("add \"pages:9\" 王", "add --author 王 --title pages:9"),
            ("search \"is:lent\"", "search --text is:lent"),
        ],
        "itour": [
            ("add \"date:may\"", "add --name date:may"),
            ("sight add \"cost:5\" 塔", "sight add --name cost:5 --name 塔"), ("back", "back"),
            ("trip add \"a:b\" 2031-05-01", "trip add --name a:b --date 2031-05-01"),
            ("stay add \"code:5\" 2031-05-01", "stay add --name code:5 --check-in 2031-05-01"),
            ("expense add 5 \"category:food\"", "expense add --name category:food --amount 5"),
            ("poi add \"city:5\"", "poi add --name=city:5"), ("search \"is:past\"", "search --text is:past"),
        ],
        "moonshot": [("search \"is:landed\"", "search --text is:landed")],
        "portfolio": [("new \"due:friday\" \"!high\"", "new --title due:friday --title !high")],
    ]

    @Test(arguments: texts.keys.sorted())
    func `A text that is given by its name is a text, as in quotation marks`(program: String) throws {
        let pairs = try #require(Self.texts[program])
        let quoted = try Person(program).screens(pairs.map(\.place))
        let named = try Person(program).screens(pairs.map(\.name))
        #expect(quoted.count == named.count)
        for (quoted, named) in zip(quoted, named) {
            #expect(quoted.text == named.text, "\(named.line)")
            guard let text = named.line.firstMatch(of: /--(name|title|text)[ =](\S+)/)?.2 else { continue }
            #expect(named.text.contains(text), "\(named.line)")
        }
    }

    @Test(arguments: Transcript.all)
    func `Every argument of every command is tested`(program: String) throws {
        let grammar = try Person(program).grammar()
        let pairs = Self.pairs(program)
        var named: [String: Set<String>] = [:]
        for pair in pairs {
            guard let command = grammar.command(of: pair.name)?.name else { continue }
            for match in pair.name.matches(of: /--([a-z-]+)/) {
                named[command, default: []].insert(String(match.1))
            }
        }
        for command in grammar.commands {
            // These words have two parts, such as the number of the issue and the note's text.
            let parts = ["note issue", "due dateissue", "wait dateissue", "every recurrenceissue"]
            for argument in command.arguments where !parts.contains("\(command.name) \(argument)") {
                #expect(
                    named[command.name]?.contains(argument) == true,
                    "add a line for --\(argument) of “\(program) \(command.name)”")
            }
        }
    }
}
