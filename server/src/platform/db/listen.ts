import pg from 'pg'
import type { Log } from '../log.ts'

const retryMs = 1000
const connectTimeoutMs = 2000

/**
 * Calls `onNotified` for each notification on the channels. After a connection loss, calls it once per channel without a
 * payload, since notifications may have been missed.
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
      log.debug({ reason: error.message }, 'the connection that listens for notifications was lost'),
    )
    fresh.on('notification', ({ channel, payload }) => onNotified(channel, payload))
    await fresh.connect()
    for (const channel of channels) await fresh.query(`listen ${channel}`)
    // Attached only now: if the connection is lost before, a query fails, and `start` tries again.
    fresh.on('end', startLater)
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
      log.debug({ err: error }, 'listening for notifications could not start')
      await client?.end().catch(() => undefined) // it never connected
      startLater()
    }
  }

  let connecting = start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(retry)
      // `end` may never resolve for a client that is still connecting.
      await connecting
      await client?.end()
    },
  }
}
