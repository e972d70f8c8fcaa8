/// A value for a task that its maker waits for.
///
/// Unchecked: the maker leaves it alone until the task is over.
struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
