import type pg from 'pg'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { listen } from '../../platform/db/listen.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import {
  type EventSignal,
  isAlertEvent,
  isChangeEvent,
  isForSitesBelow,
  type StoredEvent,
  tailEvents,
} from '../events/index.ts'
import { noticeChannel } from '../portal-notices/index.ts'
import type { LiveHub } from './live-hub.ts'
import { type LiveSources, readMessages } from './live-messages.ts'
import { findPaths } from './live-rooms.queries.ts'

interface Parts {
  url: string
  pool: pg.Pool
  hub: LiveHub
  sources: LiveSources
  signal: Pick<EventSignal, 'subscribe'>
  log: Log
}

export interface LiveFeed {
  stop(): Promise<void>
}

/** Notified whenever a site or device changes. */
const catalogChannel = 'catalogue'
/** Polls in addition, because notifications can get lost and reads can fail. */
const lookEveryMs = 1000

const roomTypeOf = (event: StoredEvent) =>
  isAlertEvent(event) ? 'alerts' : isChangeEvent(event) ? 'changes' : 'devices'

/** Sends events to the live rooms. Each process that serves connections sends to its own. */
export async function startLiveFeed({ url, pool, hub, sources, signal, log }: Parts): Promise<LiveFeed> {
  let areRoomsCurrent = true
  let keeping: Promise<void> | null = null

  async function recheckRooms(): Promise<void> {
    while (!areRoomsCurrent) {
      areRoomsCurrent = true
      hub.leaveForeignRooms(await findPaths(pool, hub.places()))
    }
  }

  /** Removes users from rooms they may no longer see, since sites and devices can move. */
  function refreshRooms(): Promise<void> {
    keeping ??= recheckRooms()
      .catch((error: unknown) => {
        areRoomsCurrent = false
        log.warn({ err: error }, 'failed to read the sites of live rooms; retrying shortly')
      })
      .finally(() => {
        keeping = null
      })
    return keeping
  }

  /** Throws if the sites cannot be read. */
  async function requireCurrentRooms(): Promise<void> {
    areRoomsCurrent = false
    await refreshRooms()
    if (!areRoomsCurrent) throw new Error('the sites of live rooms could not be read')
  }

  async function send(events: readonly StoredEvent[]): Promise<void> {
    const messageFor = await readMessages(events, sources)
    // A user's site may have moved to where one of these changes happened, and its notification may arrive after them.
    if (events.some(isChangeEvent)) await requireCurrentRooms()
    for (const event of events) {
      try {
        const message = (siteId: string) => messageFor(event, siteId)
        if (isForSitesBelow(event)) hub.sendBelow(event.sitePath, message)
        else hub.send(roomTypeOf(event), event.sitePath, message)
      } catch (error) {
        log.error({ err: error, seq: event.seq }, 'failed to send an event to the live rooms')
      }
    }
  }

  const tail = await tailEvents({
    execute: executeOn(pool),
    signal,
    handle: send,
    onFailure: ({ error }) => log.warn({ err: error }, 'failed to read events; retrying shortly'),
  })

  const noteChange = () => {
    areRoomsCurrent = false
    void refreshRooms()
  }
  const listener = listen(
    url,
    [catalogChannel, noticeChannel],
    (channel, payload) =>
      channel === noticeChannel
        ? hub.sendNotices(payload === undefined ? undefined : new Set(payload.split(',')))
        : noteChange(),
    log,
  )
  const looking = repeat('keep-live-rooms', lookEveryMs, refreshRooms, log)
  return {
    async stop() {
      await Promise.all([listener.stop(), looking.stop(), tail.stop()])
      await keeping
    },
  }
}
