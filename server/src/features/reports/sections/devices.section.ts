import { alertTypeName } from '@eot/contract/shown-names'
import { alertCountQueries } from '../../alert-counts/index.ts'
import { alertsLink } from '../alerts-link.ts'
import type { ReportPart } from '../report-context.section.ts'
import { change, count, duration, said, text, type Words } from '../report-facts.ts'
import { reportDeviceQueries, reportFigures, selectionOf } from '../report-figures.queries.ts'

const most = 20
const mostTypes = 3

/** The devices with the most alerts. */
export const devices: ReportPart = {
  key: 'Devices',
  title: 'Devices with the most alerts',
  async build(context) {
    const { tx, scope, span, deviceIds } = context
    const figures = reportFigures(context, span)
    const top = await figures.listDevices(most)
    const withAlerts = await figures.countDevicesWithAlerts()
    const ids = top.map(({ id }) => id)
    const { filter } = selectionOf(context, context.before)
    const then = await alertCountQueries(tx).countBy(
      'device',
      { scope, filter: { ...filter, deviceIds: ids } },
      { results: most, threshold: 0 },
    )
    const before = new Map(then.map(({ key, count }) => [key, count]))
    const total = deviceIds?.length ?? (await reportDeviceQueries(tx).listIds(scope, {})).length
    return {
      note: [
        count(withAlerts),
        ' devices raised alerts; there are ',
        count(total),
        ` now. At most ${most} are listed`,
      ],
      blocks: [
        {
          kind: 'Table',
          key: 'devices',
          title: 'Devices with the most alerts',
          columns: [
            { key: 'Device', title: 'Device', isNumber: false },
            { key: 'Site', title: 'Site', isNumber: false },
            { key: 'Types', title: 'By type', isNumber: false },
            { key: 'Alerts', title: 'Alerts', isNumber: true },
            { key: 'Before', title: 'Before', isNumber: true },
            { key: 'Change', title: 'Change', isNumber: true },
            { key: 'InAlert', title: 'In alert', isNumber: true },
          ],
          rows: top.map((device) => [
            text(device.name, alertsLink(context, { device: device.id })),
            text(device.siteName),
            said(typesIn(device.types)),
            count(device.count),
            count(before.get(device.id) ?? 0),
            change(device.count - (before.get(device.id) ?? 0)),
            duration(device.inAlert),
          ]),
          ...(top.length === 0 && { note: ['No device raised an alert in this period.'] }),
        },
      ],
    }
  },
}

function typesIn(types: readonly { key: string; count: number }[]): Words {
  const named = types.slice(0, mostTypes).map(({ key, count }) => ({ name: alertTypeName(key), count }))
  const rest = types.slice(mostTypes).reduce((sum, { count }) => sum + count, 0)
  return [...named, ...(rest > 0 ? [{ name: 'other', count: rest }] : [])].flatMap(
    ({ name, count }, index) => [...(index > 0 ? [', '] : []), name, ` ${count}`],
  )
}
