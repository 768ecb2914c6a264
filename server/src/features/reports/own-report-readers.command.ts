import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { candidateQueries, type Receiver } from '../notifications/index.ts'
import { mayRead } from './may-read.ts'
import { ownReportQueries } from './own-reports.queries.ts'

interface Read {
  id: string
  sitePath: string
}

/** Lists the receivers of each of these reports who may read it and can be reached by email, ordered by id. */
export async function listOwnReaders(
  db: Kysely<Database>,
  reports: readonly Read[],
): Promise<Map<string, Receiver[]>> {
  const named = await ownReportQueries(db).listReceivers(reports.map(({ id }) => id))
  const people = await candidateQueries(db).findPeople([...new Set(named.map(({ userId }) => userId))])
  const readers = new Map(reports.map(({ id }): [string, Receiver[]] => [id, []]))
  const paths = new Map(reports.map(({ id, sitePath }) => [id, sitePath]))
  for (const { ownReportId, userId } of named) {
    const person = people.get(userId)
    const path = paths.get(ownReportId)
    if (person && path !== undefined && mayRead(person, path)) readers.get(ownReportId)?.push(person)
  }
  return readers
}
