import type { RatingStandard } from '@eot/contract/rating-standards'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { type RatedNow, rateRooms } from './rate-rooms.command.ts'
import { findPath, listNewer, listRooms, listStandards, type Room } from './rooms.queries.ts'

/** The state of a watched site. */
export interface Board {
  siteId: string
  path: string
  standards: ReadonlyMap<string, RatingStandard>
  isTooLarge: boolean
  rooms: ReadonlyMap<number, KnownRoom>
  /** When its rooms and standards were read, in epoch ms. */
  listedAt: number
}

interface KnownRoom {
  room: Room
  /** null: not yet. */
  rated: RatedNow | null
  /** Epoch ms. */
  ratedAt: number
}

/** Devices may move and standards may change. */
const listAgainAfterMs = 60_000
/** Ratings also change with time. */
const rateAgainAfterMs = 60_000
/** The time of one update determines how soon the next reading is seen. */
const mostAtOnce = 100

interface Opened {
  siteId: string
  now: number
  mostRooms: number
}

/** Reads a site and rates all of its rooms, unless there are too many; undefined: the site does not exist. */
export async function openBoard(execute: Execute, opened: Opened): Promise<Board | undefined> {
  const board = await listAgain(execute, { ...opened, known: new Map() })
  return board && rateSome(execute, board, [...board.rooms.values()], opened.now)
}

/** Rates rooms that have sent readings since or were not rated for a minute; undefined: there is nothing new. */
export async function updateBoard(
  execute: Execute,
  board: Board,
  { now, mostRooms }: Omit<Opened, 'siteId'>,
): Promise<Board | undefined> {
  const isOld = now - board.listedAt >= listAgainAfterMs
  const listed = isOld
    ? await listAgain(execute, { siteId: board.siteId, now, mostRooms, known: board.rooms })
    : board
  if (!listed) return undefined
  const rooms = [...listed.rooms.values()]
  const newer = new Map(
    (
      await listNewer(
        execute,
        rooms.map(({ room }) => room),
      )
    ).map(({ no, ...newest }) => [no, newest]),
  )
  const due = rooms
    .filter(({ room, rated, ratedAt }) => !rated || newer.has(room.no) || now - ratedAt >= rateAgainAfterMs)
    .toSorted((a, b) => Number(hasScore(a)) - Number(hasScore(b)) || a.ratedAt - b.ratedAt)
    .slice(0, mostAtOnce)
    .map((one) => ({
      ...one,
      room: { ...one.room, ...newer.get(one.room.no) },
    }))
  if (due.length === 0) return isOld ? listed : undefined
  return rateSome(execute, listed, due, now)
}

/** Rooms without a score come first, because people wait for it. */
const hasScore = ({ rated }: KnownRoom): boolean =>
  rated !== null && (rated.air.score !== null || rated.comfort.score !== null)

async function rateSome(
  execute: Execute,
  board: Board,
  due: readonly KnownRoom[],
  now: number,
): Promise<Board> {
  const rated = await rateRooms(
    execute,
    due.map(({ room }) => room),
    now,
    board.standards,
  )
  const rooms = new Map(board.rooms)
  for (const one of rated) rooms.set(one.room.no, { room: one.room, rated: one, ratedAt: now })
  return { ...board, rooms }
}

async function listAgain(
  execute: Execute,
  { siteId, now, mostRooms, known }: Opened & { known: Board['rooms'] },
): Promise<Board | undefined> {
  const path = await findPath(execute, siteId)
  if (path === undefined) return undefined
  const standards = await listStandards(execute)
  const rooms = await listRooms(execute, { siteId, path, includesSubSites: true }, mostRooms + 1)
  const isTooLarge = rooms.length > mostRooms
  const entries = (isTooLarge ? [] : rooms).map((room): [number, KnownRoom] => {
    const before = known.get(room.no)
    // Readings that came while it was rated are still new.
    const { latest_at, open_hour, open_day } = before?.room ?? room
    // A room that was rated at another site is rated again, and until then counts with its old rating.
    const isSame = before?.room.path === room.path
    return [
      room.no,
      {
        room: { ...room, latest_at, open_hour, open_day },
        rated: before?.rated ?? null,
        ratedAt: isSame ? before.ratedAt : 0,
      },
    ]
  })
  return { siteId, path, standards, isTooLarge, rooms: new Map(entries), listedAt: now }
}
