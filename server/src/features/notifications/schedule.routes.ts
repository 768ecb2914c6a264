import { channels } from '@eot/contract/channels'
import { schedule } from '@eot/contract/schedule'
import { findAlertType } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { candidateQueries } from './candidates.queries.ts'
import { coverageQueries } from './coverage.queries.ts'
import { receiverGateOf } from './explain.ts'
import { findGates } from './gates.queries.ts'
import { listSchedule } from './schedule.queries.ts'
import { coverageToWire, entryToWire } from './schedule.wire.ts'
import { findCoverage } from './site-coverage.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

/** The notifications that the caller gets during the week, and the hours in which nobody is told. */
export function scheduleRoutes(serve: Serve<Caller>, { db, scopeOf, clock }: Parts): void {
  serve(schedule.mine, async ({ caller }) => ({
    TimeZone: caller.timeZone,
    Channels: await findChannels(caller),
    Entries: (await listSchedule(db, caller.userId)).map((row) => entryToWire(row, caller)),
  }))

  serve(schedule.coverage, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const { search } = query
    const alertType = query.alertType && findAlertType(query.alertType)?.Key
    return answerPage(query, {
      count: () => coverageQueries(db).countSites(scope, search),
      list: async (slice) =>
        (await findCoverage(db, { scope, search, alertType, slice, now: clock() })).map(coverageToWire),
    })
  })

  /** Finds what prevents notifications to the caller about alerts of their own site. */
  async function findChannels({ userId, sitePath }: Caller) {
    const person = found((await candidateQueries(db).findPeople([userId])).get(userId), 'user_not_found')
    const gateOf = await findGates(db, [person], clock())
    return channels.map((Channel) => {
      const gate = receiverGateOf(gateOf(person, sitePath, Channel) ?? '')
      return { Channel, Against: gate === undefined || gate === 'Maintenance' ? null : gate }
    })
  }
}
