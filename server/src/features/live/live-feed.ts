import type pg from 'pg'
import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/log.ts'
import type { LiveEvent } from './live-events.queries.ts'
import { listLiveEvents, liveChannel, readSequence } from './live-events.queries.ts'
import type { LiveHub } from './live-hub.ts'
import { type LiveSources, readMessages } from './live-messages.ts'
import type { LivePublisher } from './live-publisher.ts'

interface Parts {
  url: string
  pool: pg.Pool
  hub: LiveHub
  sources: LiveSources
  log: Log
}

export interface LiveFeed extends LivePublisher {
  stop(): Promise<void>
}

const readAtOnce = 500

/**
 * Follows the stored events by their numbers and tells the rooms. Every process that serves connections does so for its
 * own; being told by `publish`, right after a commit here, only makes it quicker than the database's own notice.
 */
export async function startLiveFeed({ url, pool, hub, sources, log }: Parts): Promise<LiveFeed> {
  let last = await readSequence(pool)
  let isAsked = false
  let following: Promise<void> | null = null

  async function follow(): Promise<void> {
    while (isAsked) {
      isAsked = false
      for (let events = await next(); events.length > 0; events = await next()) await tell(events)
    }
  }

  const next = () => listLiveEvents(pool, last, readAtOnce)

  async function tell(events: readonly LiveEvent[]): Promise<void> {
    const messages = await readMessages(events, sources)
    const paths = new Map(events.map((event) => [event.seq, event.sitePath]))
    for (const event of events) {
      if (event.eventType !== 'alerts') continue
      hub.tell('alerts', event.sitePath, (siteId) =>
        messages.alerts(siteId).find(({ Seq }) => Seq === event.seq),
      )
    }
    for (const message of messages.devices()) hub.tell('devices', paths.get(message.Seq) ?? '', () => message)
    last = events.at(-1)?.seq ?? last
  }

  function ask(): void {
    isAsked = true
    following ??= follow()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'live events could not be read; tried again with the next'),
      )
      .finally(() => {
        following = null
        if (isAsked) ask()
      })
  }

  const listener = listen(url, [liveChannel], ask, log)
  return {
    publish: ask,
    async stop() {
      await listener.stop()
      await following
    },
  }
}
