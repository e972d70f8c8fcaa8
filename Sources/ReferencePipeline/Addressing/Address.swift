import Vocabulary

/// Where a request leads: what the server is asked for, and under which key the picture is held.
struct Address: Sendable {
  /// The URL that the server is asked for, and the size to decode at: the key of loads in flight.
  let key: ImageKey
  /// The key of the memory tier, without tokens that say who may see the picture.
  let memoryKey: ImageKey
}
