import { alertCountQueries } from '../../alert-counts/index.ts'
import { alertsLink } from '../alerts-link.ts'
import { onlineShare } from '../online.queries.ts'
import type { ReportPart } from '../report-context.section.ts'
import { change, count, noAlerts, text } from '../report-facts.ts'
import { selectionOf } from '../report-figures.queries.ts'

const mostSites = 200
const all = { results: 100_000, threshold: 0 }

/** Alerts of the site and each of its sub-sites, compared with the period before. */
export const sites: ReportPart = {
  key: 'Sites',
  title: 'By site',
  async build(context) {
    const { tx, scope, span } = context
    const queries = alertCountQueries(tx)
    const now = await queries.countBy('site', selectionOf(context, span), all)
    const then = await queries.countBy('site', selectionOf(context, context.before), all)
    const before = new Map(then.map(({ key, count }) => [key, count]))
    const gone = then.filter(({ key }) => !now.some((other) => other.key === key))
    const online = Map.groupBy(await context.listOnline(span), ({ siteId }) => siteId)
    const counts = new Map(
      [...now, ...gone.map(({ key }) => ({ key, count: 0 }))].map((one) => [one.key, one.count]),
    )
    const names = await queries.listNames('site', scope, [...counts.keys()])
    // Sites without alerts are listed too, since their people want to know that.
    for (const [id, [device]] of online) {
      if (!counts.has(id)) counts.set(id, 0)
      if (!names.has(id)) names.set(id, { name: device?.siteName ?? '' })
    }
    const listed = [...counts]
      .map(([id, alerts]) => ({ id, alerts, name: names.get(id)?.name ?? '' }))
      .toSorted(
        (a, b) => b.alerts - a.alerts || a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id, 'en'),
      )
    const omitted = listed.length - mostSites
    return {
      blocks: [
        {
          kind: 'Table',
          key: 'sites',
          title: 'Alerts by site',
          columns: [
            { key: 'Site', title: 'Site', isNumber: false },
            { key: 'Alerts', title: 'Alerts', isNumber: true },
            { key: 'Before', title: 'Before', isNumber: true },
            { key: 'Change', title: 'Change', isNumber: true },
            { key: 'Devices', title: 'Devices', isNumber: true },
            { key: 'Online', title: 'Time online', isNumber: true },
          ],
          rows: listed
            .slice(0, mostSites)
            .map(({ id, alerts, name }) => [
              text(name, alertsLink(context, { atSite: id })),
              count(alerts),
              count(before.get(id) ?? 0),
              change(alerts - (before.get(id) ?? 0)),
              count(online.get(id)?.length ?? 0),
              onlineShare(online.get(id) ?? []),
            ]),
          ...(listed.length === 0 && { note: [noAlerts] }),
          ...(omitted > 0 && { note: [count(omitted), ' more sites with fewer alerts are not listed.'] }),
        },
      ],
    }
  },
}
