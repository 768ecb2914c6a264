import type { RatingStandard, RatingType } from '@eot/contract/rating-standards'
import type { Wanted } from './past.queries.ts'
import type { Room } from './rooms.queries.ts'
import { columnOf } from './score-columns.ts'
import { standardAt } from './standard-at.ts'

/** Returns which stored scores of rooms are requested: of their air, those by the standard in effect where they are. */
export const wantedOf = (
  type: RatingType,
  rooms: readonly Pick<Room, 'no' | 'path'>[],
  standards: ReadonlyMap<string, RatingStandard>,
): Wanted[] => rooms.map(({ no, path }) => ({ no, column: columnOf(type, standardAt(path, standards)) }))
