import type pg from 'pg'
import { listen } from '../../platform/db/listen.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import type { LiveEvent } from './live-events.queries.ts'
import { listLiveEvents, liveChannel, readSequence } from './live-events.queries.ts'
import type { LiveHub } from './live-hub.ts'
import { type LiveSources, readMessages } from './live-messages.ts'
import type { LivePublisher } from './live-publisher.ts'
import { findPaths } from './live-rooms.queries.ts'

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

/** Heard of whenever a site or a device has changed. */
const catalogueChannel = 'catalogue'
const readAtOnce = 500
/** The database's notice is only a hint: it may be lost, and reading may fail. */
const lookEveryMs = 1000

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
    const say = await readMessages(events, sources)
    for (const event of events) {
      try {
        hub.tell(event.eventType, event.sitePath, (siteId) => say(event, siteId))
      } catch (error) {
        log.error({ err: error, seq: event.seq }, 'a live event could not be told')
      }
    }
    last = events.at(-1)?.seq ?? last
  }

  function ask(): Promise<void> {
    isAsked = true
    following ??= follow()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'live events could not be read; tried again shortly'),
      )
      .finally(() => {
        following = null
        if (isAsked) void ask()
      })
    return following
  }

  let areRoomsCertain = true
  let keeping: Promise<void> | null = null

  async function lookAtPlaces(): Promise<void> {
    while (!areRoomsCertain) {
      areRoomsCertain = true
      hub.keepRooms(await findPaths(pool, hub.places()))
    }
  }

  /** Sites and devices move: whoever may not see one any more leaves its rooms. */
  function keepRooms(): Promise<void> {
    keeping ??= lookAtPlaces()
      .catch((error: unknown) => {
        areRoomsCertain = false
        log.warn({ err: error }, 'the places of rooms could not be read; tried again shortly')
      })
      .finally(() => {
        keeping = null
      })
    return keeping
  }

  async function look(): Promise<void> {
    await Promise.all([ask(), keepRooms()])
  }

  function hear(channel: string): void {
    if (channel === liveChannel) return void ask()
    areRoomsCertain = false
    void keepRooms()
  }

  const listener = listen(url, [liveChannel, catalogueChannel], hear, log)
  const looking = repeat('follow-live-events', lookEveryMs, look, log)
  return {
    publish: () => void ask(),
    async stop() {
      await Promise.all([listener.stop(), looking.stop()])
      await Promise.all([following, keeping])
    },
  }
}
