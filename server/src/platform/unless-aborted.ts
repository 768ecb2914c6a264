/** Returns the result of `work`, or rejects with the reason of `signal` if it aborts first. The work itself continues. */
export function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}
