import pg from 'pg'
import type { Log } from '../log.ts'

const retryMs = 1000

/**
 * Calls `onNotified` when anybody notifies one of the channels. After a gap in listening it is called for each, since
 * something may have been missed.
 */
export function listen(
  url: string,
  channels: readonly string[],
  onNotified: (channel: string) => void,
  log: Log,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    client = fresh
    fresh.on('error', (error) =>
      log.debug({ reason: error.message }, 'listening to the database was interrupted'),
    )
    fresh.on('end', () => {
      if (!isStopped) retry = setTimeout(start, retryMs)
    })
    fresh.on('notification', ({ channel }) => onNotified(channel))
    await fresh.connect()
    for (const channel of channels) await fresh.query(`listen ${channel}`)
    for (const channel of channels) onNotified(channel)
  }
  const start = () => {
    connect().catch((error: unknown) => {
      log.debug({ err: error }, 'listening to the database could not begin')
      if (!isStopped) retry = setTimeout(start, retryMs)
    })
  }
  start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
