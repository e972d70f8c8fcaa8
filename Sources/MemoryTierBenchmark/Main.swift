import Foundation
import HowMuchMemorySolution

@main
enum Main {
  static func main() {
    show(MemoryTier.self)
    show(FoundationCache.self)
  }
  static func show<C: Contestant>(_: C.Type) {
    let m = Measurement(C.self, entries: 10_000)
    print(C.name, m.hits / 1e6, m.misses / 1e6, m.evictingInserts / 1e6)
    for n in [10_000] {
      let w = WorstInsert(C.self, entries: n)
      print("  worst", n, w.repeating, w.seen)
    }
  }
}
