import type { RatingsMessage } from '@eot/contract/live'
import type { RatingStandard } from '@eot/contract/rating-standards'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import { type RatedNow, rateRooms } from './rate-rooms.command.ts'
import { siteRatingToWire } from './ratings.wire.ts'
import { findPath, listNewer, listRooms, listStandards } from './rooms.queries.ts'
import { standardAt } from './standard-at.ts'

interface Parts {
  hub: { watchedSites(): string[]; sendRatings(message: RatingsMessage): void }
  db: Kysely<Database>
  clock: Clock
  log: Log
  /** Larger sites are not rated live: their pages read the rating of each minute. */
  mostRooms?: number
}

const lookEveryMs = 400
/** Time changes ratings too, and so do moved devices and chosen standards. */
const reloadAfterMs = 60_000
/** Of the time that rating a site takes, so that it takes at most a tenth of a processor. */
const restFactor = 9
const mostRoomsLive = 2000

/** What is known of a watched site. */
interface Board {
  path: string
  standards: ReadonlyMap<string, RatingStandard>
  isTooLarge: boolean
  rooms: Map<number, RatedNow>
  loadedAt: number
  /** Not looked at again before then. */
  restUntil: number
  sent: string
}

/** Sends the ratings of watched sites when new readings change them, also those that another process has stored. */
export function startLiveRatings({ hub, db, clock, log, mostRooms = mostRoomsLive }: Parts) {
  const boards = new Map<string, Board>()

  async function look(): Promise<void> {
    const watched = new Set(hub.watchedSites())
    for (const siteId of boards.keys()) if (!watched.has(siteId)) boards.delete(siteId)
    for (const siteId of watched) {
      const began = performance.now()
      const board = boards.get(siteId)
      if (board && began < board.restUntil) continue
      const now = clock().getTime()
      const isKnown = board !== undefined && now - board.loadedAt < reloadAfterMs
      const next = await inSnapshot(db, async (tx) => {
        const execute = executeIn(tx)
        return isKnown
          ? follow(execute, board, now)
          : load(execute, { siteId, now, mostRooms, before: board })
      })
      if (!next) continue
      const ended = performance.now()
      boards.set(siteId, { ...next, restUntil: ended + (ended - began) * restFactor })
      // Without its rooms, the rating would say that there are none.
      if (!next.isTooLarge) send(siteId, next, now)
    }
  }

  function send(siteId: string, board: Board, at: number): void {
    const rooms = [...board.rooms.values()]
    const standard = standardAt(board.path, board.standards)
    const rating = (type: 'AirQuality' | 'Comfort') =>
      siteRatingToWire({ type, siteId, at, standard, before: null, rooms })
    const message = { SiteId: siteId, AirQuality: rating('AirQuality'), Comfort: rating('Comfort') }
    const content = JSON.stringify([message.AirQuality, message.Comfort].map(({ At: _, ...rest }) => rest))
    const stored = boards.get(siteId)
    if (!stored || content === stored.sent) return
    stored.sent = content
    hub.sendRatings(message)
  }

  return repeat('rate-live', lookEveryMs, look, log)
}

interface Loaded {
  siteId: string
  now: number
  mostRooms: number
  before: Board | undefined
}

async function load(
  execute: Execute,
  { siteId, now, mostRooms, before }: Loaded,
): Promise<Board | undefined> {
  const path = await findPath(execute, siteId)
  if (path === undefined) return undefined
  const standards = await listStandards(execute)
  const rooms = await listRooms(execute, { siteId, path, includesSubSites: true }, mostRooms + 1)
  const isTooLarge = rooms.length > mostRooms
  const rated = isTooLarge ? [] : await rateRooms(execute, rooms, now, standards)
  return {
    path,
    standards,
    isTooLarge,
    rooms: new Map(rated.map((one) => [one.room.no, one])),
    loadedAt: now,
    restUntil: 0,
    sent: before?.sent ?? '',
  }
}

/** Rates the rooms that have sent readings since; undefined if there are none. */
async function follow(execute: Execute, board: Board, now: number): Promise<Board | undefined> {
  const known = [...board.rooms.values()].map(({ room }) => room)
  const newer = await listNewer(execute, known)
  const changed = newer.flatMap(({ no, latest_at }) => {
    const room = board.rooms.get(no)?.room
    return room ? [{ ...room, latest_at }] : []
  })
  if (changed.length === 0) return undefined
  const rated = await rateRooms(execute, changed, now, board.standards)
  return { ...board, rooms: new Map([...board.rooms, ...rated.map((one) => [one.room.no, one] as const)]) }
}
