/**
 * Thrown if the program cannot start with its settings. The message contains instructions, so it is shown without a stack
 * trace.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
