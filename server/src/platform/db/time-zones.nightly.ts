import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../log.ts'
import { createPool } from './pool.ts'

const database = await createTestDatabase()
const pool = createPool(database.url, { max: 1, log: createLog('silent'), statementTimeoutMs: 60_000 })
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const daySeconds = 86_400
const from = Date.UTC(2020, 0, 1) / 1000
const to = Date.UTC(2038, 0, 1) / 1000

/** Seconds east of Greenwich that Node.js takes for an instant, in epoch seconds. */
function offsetsOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(at * 1000)) ?? []
    const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    return sign === '-' ? -size : size
  }
}

/** The first second of the new offset, between two instants that have different ones. */
function transitionBetween(offset: (at: number) => number, before: number, after: number): number {
  if (after - before === 1) return after
  const middle = Math.floor((before + after) / 2)
  return offset(middle) === offset(before)
    ? transitionBetween(offset, middle, after)
    : transitionBetween(offset, before, middle)
}

/** Rules of 2026 that the time zone data of the PostgreSQL we bring is too old for: filters by local hour are wrong there. */
const outdated = ['Africa/Casablanca', 'Africa/El_Aaiun', 'America/Edmonton']

async function differ(zone: string): Promise<boolean> {
  const offset = offsetsOf(zone)
  const days = Array.from({ length: (to - from) / daySeconds }, (_, day) => from + day * daySeconds)
  const edges = days.flatMap((day) => {
    if (offset(day) === offset(day + daySeconds)) return []
    const at = transitionBetween(offset, day, day + daySeconds)
    return [at - 1, at, at + 1]
  })
  const instants = [...days, ...edges]
  const { rows } = await pool.query<{ offset: number }>(
    `select extract(epoch from (at at time zone $1) - (at at time zone 'UTC'))::int as offset
     from unnest($2::bigint[]) with ordinality as given (seconds, place), to_timestamp(seconds) as at order by place`,
    [zone, instants],
  )
  return instants.some((at, index) => rows[index]?.offset !== offset(at))
}

test('Node.js and PostgreSQL agree on the time from 2020 to 2037 in all zones but those known to be outdated', async () => {
  const differing: string[] = []
  for (const zone of Intl.supportedValuesOf('timeZone')) if (await differ(zone)) differing.push(zone)
  expect(differing).toEqual(outdated)
})
