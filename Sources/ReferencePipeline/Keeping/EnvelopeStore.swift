import Foundation
import HTTPForFreeSolution
import Vocabulary

/// The disk tier as loads of one kind see it: it hands out what may be shown, and keeps back what
/// the server has to be asked about, for the request to be conditional.
struct EnvelopeStore: EncodedImageStoring {
  let disk: any EncodedImageStoring
  let freshness: Freshness

  func image(for url: URL) async -> EncodedImage? {
    guard let sealed = await disk.image(for: url) else { return nil }
    guard let envelope = Envelope(sealed) else {
      await disk.remove(url)
      return nil
    }
    // A response to other headers is somebody else's: a miss, and no validator for us.
    guard envelope.label.response.answers(freshness.headers) else { return nil }
    let load = LoadContext.current
    load?.found(envelope)
    guard load?.mustAsk != true else { return nil }
    switch freshness.verdict(on: envelope.label, of: url) {
    case .show:
      return sealed
    case .showAndRefresh:
      load?.wantRefresh()
      return sealed
    case .ask:
      return nil
    }
  }

  /// Nothing new is written for a copy that goes on being shown for want of an answer; and what
  /// the server does not want kept goes, with what was there before. Where the caller has left
  /// before the decode, only a body that is known to be whole is taken in.
  func insert(_ image: EncodedImage, for url: URL) async {
    let load = LoadContext.current
    switch load?.reply {
    case .stale: return
    case .fetched(_, mayBeKept: false, _): await disk.remove(url)
    case .fetched(_, _, isWhole: false) where load?.isDecoded == false: return
    default: await disk.insert(image, for: url)
    }
  }

  func remove(_ url: URL) async {
    await disk.remove(url)
  }
}
