import Vocabulary

/// One value for each kind of image.
struct ByKind<Value: Sendable>: Sendable {
  private let avatar: Value
  private let feedThumbnail: Value
  private let fullScreen: Value

  init(_ make: (ImageKind) -> Value) {
    avatar = make(.avatar)
    feedThumbnail = make(.feedThumbnail)
    fullScreen = make(.fullScreen)
  }

  subscript(kind: ImageKind) -> Value {
    switch kind {
    case .avatar: avatar
    case .feedThumbnail: feedThumbnail
    case .fullScreen: fullScreen
    }
  }

  /// All of them, in the order of the kinds.
  var all: [Value] { [avatar, feedThumbnail, fullScreen] }
}
