/** Converts any thrown value to an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** One-line message of an error. An AggregateError, such as two refused connections, has no message of its own. */
export function causeOf(error: Error & { code?: unknown }): string {
  if (error instanceof AggregateError) return error.errors.map((one) => asError(one).message).join('; ')
  if (error.cause) return `${error.message}: ${causeOf(asError(error.cause))}`
  return error.message || String(error.code ?? error.name)
}
