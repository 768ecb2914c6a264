/** The program cannot start as it is set up; the message says what to change, so no stack is shown. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
