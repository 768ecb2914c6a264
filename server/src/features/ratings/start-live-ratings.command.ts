import type { RatingsMessage } from '@eot/contract/live'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import { type Board, openBoard, updateBoard } from './live-board.command.ts'
import { siteRatingToWire } from './ratings.wire.ts'
import { standardAt } from './standard-at.ts'

interface Parts {
  hub: { watchedSites(): string[]; sendRatings(message: RatingsMessage): void }
  db: Kysely<Database>
  clock: Clock
  log: Log
  /** Larger sites are not rated live: their pages read the rating every minute. */
  mostRooms?: number
}

const lookEveryMs = 200
/**
 * The pause after rating some rooms of a site, as a multiple of the time that it took, so that it uses a tenth of a processor;
 * at most a second.
 */
const restFactor = 9
const mostRestMs = 1000
const mostRoomsLive = 2000

interface Watched {
  board: Board
  /** The site is not updated before this time. */
  restUntil: number
  /** The last message, so that unchanged ones are not sent. */
  sent: string
}

/** Sends the ratings of watched sites when new readings change them, including readings stored by another process. */
export function startLiveRatings({ hub, db, clock, log, mostRooms = mostRoomsLive }: Parts) {
  const known = new Map<string, Watched>()

  async function look(): Promise<void> {
    const watched = new Set(hub.watchedSites())
    for (const siteId of known.keys()) if (!watched.has(siteId)) known.delete(siteId)
    for (const siteId of watched) {
      const began = performance.now()
      const before = known.get(siteId)
      if (before && began < before.restUntil) continue
      const now = clock().getTime()
      const board = await inSnapshot(db, async (tx) => {
        const execute = executeIn(tx)
        return before
          ? updateBoard(execute, before.board, { now, mostRooms })
          : openBoard(execute, { siteId, now, mostRooms })
      })
      if (!board) continue
      const ended = performance.now()
      const restUntil = ended + Math.min((ended - began) * restFactor, mostRestMs)
      const next = { board, restUntil, sent: before?.sent ?? '' }
      known.set(siteId, next)
      // Without its rooms, the rating would claim that there are none.
      if (!board.isTooLarge) send(next, now)
    }
  }

  function send(to: Watched, at: number): void {
    const { siteId, path, standards, rooms: all } = to.board
    const rooms = [...all.values()].flatMap(({ rated }) => rated ?? [])
    const standard = standardAt(path, standards)
    const rating = (type: 'AirQuality' | 'Comfort') =>
      siteRatingToWire({ type, siteId, at, standard, before: null, rooms })
    const message = { SiteId: siteId, AirQuality: rating('AirQuality'), Comfort: rating('Comfort') }
    const content = JSON.stringify([message.AirQuality, message.Comfort].map(({ At: _, ...rest }) => rest))
    if (content === to.sent) return
    to.sent = content
    hub.sendRatings(message)
  }

  return repeat('rate-live', lookEveryMs, look, log)
}
