import pg from 'pg'
import type { Log } from '../log.ts'

const retryMs = 1000
const connectTimeoutMs = 2000

/**
 * Calls `onNotified` when anybody notifies one of the channels. After a gap in listening it is called for each without
 * a payload, since something may have been missed.
 */
export function listen(
  url: string,
  channels: readonly string[],
  onNotified: (channel: string, payload?: string) => void,
  log: Log,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    client = fresh
    fresh.on('error', (error) =>
      log.debug({ reason: error.message }, 'listening to the database was interrupted'),
    )
    fresh.on('notification', ({ channel, payload }) => onNotified(channel, payload))
    await fresh.connect()
    fresh.on('end', startLater)
    for (const channel of channels) await fresh.query(`listen ${channel}`)
    if (!isStopped) for (const channel of channels) onNotified(channel)
  }

  function startLater(): void {
    if (!isStopped) {
      retry = setTimeout(() => {
        connecting = start()
      }, retryMs)
    }
  }

  async function start(): Promise<void> {
    try {
      await connect()
    } catch (error) {
      log.debug({ err: error }, 'listening to the database could not begin')
      await client?.end().catch(() => undefined) // it never was a connection
      startLater()
    }
  }

  let connecting = start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(retry)
      // A client that is told to end while it connects may never answer.
      await connecting
      await client?.end()
    },
  }
}
