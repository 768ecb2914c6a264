import { alerts } from '@eot/contract/alerts'
import type { Kysely } from 'kysely'
import { type Caller, requirePermission } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { EventSignal } from '../events/index.ts'
import { alertQueries } from './alerts.queries.ts'
import { alertToWire, filterFromWire } from './alerts.wire.ts'
import { exportAlerts } from './export-alerts.command.ts'
import { reviewAlert } from './review-alert.command.ts'
import { endSnooze, snoozeAlert } from './snooze-alert.command.ts'

/** The limit for a response without pages. */
const mostReturned = 2000

export interface AlertParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  signal: Pick<EventSignal, 'notify'>
  clock: Clock
}

export function alertRoutes(serve: Serve<Caller>, parts: AlertParts): void {
  const { db, scopeOf, clock } = parts
  const queries = alertQueries(db)
  const getAlert = async (caller: Caller, id: string) =>
    alertToWire(found(await queries.findAlert(ownScope(caller), id), 'alert_not_found'), caller.siteId)

  serve(alerts.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const filter = await queries.withPlaces(scope, filterFromWire(query))
    return answerPage(query, {
      count: () => queries.countAlerts(scope, filter),
      list: async (slice) => {
        const rows = await queries.listAlerts(scope, filter, query, slice)
        return rows.map((row) => alertToWire(row, caller.siteId))
      },
    })
  })

  serve(alerts.export, async ({ query, caller, reply }) => {
    const scope = await scopeOf(caller, query)
    const day = clock().toISOString().slice(0, 10)
    const csv = await exportAlerts(db, {
      scope,
      filter: filterFromWire(query),
      order: query,
      visibleFrom: caller.siteId,
    })
    reply.header('content-disposition', `attachment; filename="alerts-${day}.csv"`)
    return csv
  })

  serve(alerts.all, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const page = { limit: mostReturned + 1, offset: 0 }
    const rows = await queries.listAlerts(scope, filterFromWire(query), query, page)
    if (rows.length > mostReturned)
      throw invalid('startTime', `More than ${mostReturned} alerts match. Choose a shorter time range.`)
    return rows.map((row) => alertToWire(row, caller.siteId))
  })

  serve(alerts.get, ({ params, caller }) => getAlert(caller, params.id))

  serve(alerts.update, async ({ params, body, caller }) => {
    // A comment may accompany a confirmation; a comment on its own is an edit.
    if (body.Confirmed === undefined) requirePermission(caller, 'EditAlerts')
    const alert = await reviewAlert(parts, caller, params.id, {
      confirmed: body.Confirmed,
      comment: body.Comment,
      formerComment: body.FormerComment,
      disposition: body.Disposition,
    })
    return alertToWire(alert, caller.siteId)
  })

  serve(alerts.snooze, async ({ params, body, caller }) =>
    alertToWire(await snoozeAlert(parts, caller, params.id, new Date(body.Until)), caller.siteId),
  )

  serve(alerts.endSnooze, async ({ params, caller }) =>
    alertToWire(await endSnooze(parts, caller, params.id), caller.siteId),
  )
}
