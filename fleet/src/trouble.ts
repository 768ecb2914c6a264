/** Anything may be thrown; what is reported is an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** One line that says what went wrong; a refused connection to a name with two addresses has no message of its own. */
export function causeOf(error: Error & { code?: unknown }): string {
  if (error instanceof AggregateError) return error.errors.map((one) => asError(one).message).join('; ')
  if (error.cause) return `${error.message}: ${causeOf(asError(error.cause))}`
  return error.message || String(error.code ?? error.name)
}
