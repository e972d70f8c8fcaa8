/// Timers by (deadline, order of insertion), any of which can be cancelled.
///
/// A binary heap over slots. Insertion, removal and taking the first cost O(log n); memory is
/// that of the most timers that were pending at once, since a cancelled one leaves at once.
///
/// Specialised by hand, since a debug build compiles file by file and would leave it generic.
struct TimerQueue<Payload> {
  /// Names one timer for as long as it is pending.
  struct ID: Hashable {
    fileprivate var slot: Int
    fileprivate var number: UInt64
  }

  private struct Entry {
    var deadline: Duration
    var number: UInt64
    var slot: Int

    func precedes(_ other: Entry) -> Bool {
      deadline == other.deadline ? number < other.number : deadline < other.deadline
    }
  }

  private struct Slot {
    var payload: Payload?
    var number: UInt64
    var place: Int
  }

  private var heap: ContiguousArray<Entry> = []
  private var slots: ContiguousArray<Slot> = []
  private var freeSlots: ContiguousArray<Int> = []
  private var lastNumber: UInt64 = 0

  var count: Int { heap.count }
  var firstDeadline: Duration? {
    @_specialize(where Payload == JobLoop.Timer)
    get { heap.first?.deadline }
  }

  /// The payloads that are pending, in the order in which they would fire. O(n log n).
  var ordered: [Payload] {
    heap.sorted { $0.precedes($1) }.compactMap { slots[$0.slot].payload }
  }

  @_specialize(where Payload == JobLoop.Timer)
  @_specialize(where Payload == Suspension)
  mutating func insert(_ payload: Payload, at deadline: Duration) -> ID {
    lastNumber += 1
    let content = Slot(payload: payload, number: lastNumber, place: heap.count)
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot] = content
    } else {
      slot = slots.count
      slots.append(content)
    }
    heap.append(Entry(deadline: deadline, number: lastNumber, slot: slot))
    rise(from: heap.count - 1)
    return ID(slot: slot, number: lastNumber)
  }

  /// Takes the timer out; nil when it has fired or was removed before.
  @_specialize(where Payload == JobLoop.Timer)
  @_specialize(where Payload == Suspension)
  mutating func remove(_ id: ID) -> Payload? {
    guard slots.indices.contains(id.slot), slots[id.slot].number == id.number else { return nil }
    return take(at: slots[id.slot].place)
  }

  @_specialize(where Payload == JobLoop.Timer)
  @_specialize(where Payload == Suspension)
  mutating func removeFirst() -> Payload? {
    heap.isEmpty ? nil : take(at: 0)
  }

  @_specialize(where Payload == JobLoop.Timer)
  @_specialize(where Payload == Suspension)
  private mutating func take(at place: Int) -> Payload? {
    let slot = heap[place].slot
    let payload = slots[slot].payload
    slots[slot] = Slot(payload: nil, number: 0, place: 0)
    freeSlots.append(slot)
    let last = heap.removeLast()
    if place < heap.count {
      put(last, at: place)
      rise(from: place)
      sink(from: slots[last.slot].place)
    }
    return payload
  }

  @_specialize(where Payload == JobLoop.Timer)
  @_specialize(where Payload == Suspension)
  private mutating func rise(from start: Int) {
    var place = start
    let entry = heap[place]
    while place > 0 {
      let parent = (place - 1) / 2
      guard entry.precedes(heap[parent]) else { break }
      put(heap[parent], at: place)
      place = parent
    }
    put(entry, at: place)
  }

  @_specialize(where Payload == JobLoop.Timer)
  @_specialize(where Payload == Suspension)
  private mutating func sink(from start: Int) {
    var place = start
    let entry = heap[place]
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
      guard heap[child].precedes(entry) else { break }
      put(heap[child], at: place)
      place = child
    }
    put(entry, at: place)
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    heap[place] = entry
    slots[entry.slot].place = place
  }
}
