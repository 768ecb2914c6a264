/** The program cannot start with its settings. The message says what to change, so it is shown without a stack trace. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
