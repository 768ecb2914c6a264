import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'

const currentSignal = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work whose SELECT statements are canceled in the database once the signal aborts, such as when nobody waits for the answer
 * any longer. Later ones fail without being sent. Other statements are not affected.
 */
export const cancelReadsOn = <T>(signal: AbortSignal, work: () => T): T => currentSignal.run(signal, work)

/** Runs work for several requests, whose statements are not canceled when one of them is. */
export const withoutCancel = <T>(work: () => T): T => currentSignal.exit(work)

/** A connection whose SELECT statements can be canceled, except those with a callback, as from `pool.query`. */
export class CancelableClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    // Looked up with each statement, since tests replace it.
    const send = () => Reflect.apply(pg.Client.prototype.query, this, given) as unknown
    // Callbacks may run in the context of another request.
    const signal = given.some((one) => typeof one === 'function') ? undefined : currentSignal.getStore()
    if (!signal || !isRead(given[0])) return send()
    if (signal.aborted) return Promise.reject(signal.reason)
    return runCancelable(this, signal, send() as Promise<unknown>)
  }) as pg.Client['query'] // which has overloads
}

const isRead = (statement: unknown) => {
  const text =
    typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
  return typeof text === 'string' && /^\s*(select|with)\b/i.test(text)
}

async function runCancelable<T>(client: pg.Client, signal: AbortSignal, running: Promise<T>): Promise<T> {
  let canceling: Promise<void> | undefined
  const cancel = () => {
    canceling = requestCancel(client)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await running
  } finally {
    signal.removeEventListener('abort', cancel)
    // The request could otherwise reach the next statement of the connection.
    await canceling
  }
}

const cancelCode = 80_877_102
/** If the server does not react, the statement ends by its timeout. */
const mostWaitMs = 2_000

/** Sends the protocol's request to cancel the current statement. Resolves when the server has processed it. */
async function requestCancel(client: pg.Client): Promise<void> {
  // The types of the driver do not declare the key.
  const { host, port, processID, secretKey } = client as unknown as Record<string, unknown>
  const request = Buffer.alloc(16)
  for (const [place, value] of [16, cancelCode, Number(processID), Number(secretKey)].entries())
    request.writeInt32BE(value, place * 4)
  const name = String(host)
  const socket = name.startsWith('/')
    ? connect(`${name}/.s.PGSQL.${port}`)
    : connect({ host: name, port: Number(port) })
  socket.setTimeout(mostWaitMs, () => socket.destroy())
  socket.on('error', () => undefined)
  socket.end(request)
  await once(socket, 'close')
}
