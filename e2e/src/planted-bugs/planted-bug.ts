/** A plausible bug, and the test file that must fail because of it. */
export interface PlantedBug {
  /** What the program does wrong. */
  bug: string
  /** The file in which `from`, which occurs exactly once, becomes `to`. */
  file: string
  from: string
  to: string
  /** Part of the paths of the test files to run. */
  test: string
  /** Part of the titles of the tests to run, to save time. Default: all tests of the file. */
  named?: string
}
