#if canImport(XCTest)
  public import XCTest

  /// A hidden suite.
  open class GradedTestCase: XCTestCase {}
#endif
