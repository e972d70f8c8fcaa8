import FourThousandPixelOriginalsSolution
import ReferencePipeline

extension ImagePipeline.Configuration {
  /// The same for a server that resizes to any size by a parameter.
  func askingForSizes() -> Self {
    var copy = self
    copy.server = .resizes(parameter: "w", sizes: [])
    return copy
  }
}
