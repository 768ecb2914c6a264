import pg from 'pg'
import type { Log } from '../../platform/log.ts'

const retryMs = 1000

/** Calls `onChange` when sites, devices, models or gateways changed, in whatever process. After a gap in listening it calls it too. */
export function listenToCatalogue(url: string, onChange: () => void, log: Log): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    client = fresh
    fresh.on('error', (error) =>
      log.debug({ reason: error.message }, 'listening to the catalogue was interrupted'),
    )
    fresh.on('end', () => {
      if (!isStopped) retry = setTimeout(start, retryMs)
    })
    fresh.on('notification', onChange)
    await fresh.connect()
    await fresh.query('listen catalogue')
    onChange()
  }
  const start = () => {
    connect().catch((error: unknown) => {
      log.debug({ err: error }, 'listening to the catalogue could not begin')
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
