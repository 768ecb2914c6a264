import { sensorNames } from '@eot/contract/shown-names'
import type { SensorKey } from '@eot/contract/vocabulary'
import { sensorKinds } from '@eot/contract/vocabulary'
import { executeIn } from '../../../platform/db/execute.queries.ts'
import { listSiteSeriesDevices, readMergedSeries } from '../../readings/index.ts'
import type { ReportPart } from '../report-context.section.ts'
import { count, type Fact, phrase } from '../report-facts.ts'

const mostDevices = 100_000
const keys = sensorKinds.map(({ key }) => key)

/** Lowest, mean and highest value of each kind of sensor. */
export const sensors: ReportPart = {
  key: 'Sensors',
  title: 'Sensor values',
  async build(context) {
    const { tx, scope, span, site, deviceIds } = context
    const execute = executeIn(tx)
    const wanted = deviceIds && new Set(deviceIds)
    const listed = await listSiteSeriesDevices(execute, scope, keys, mostDevices)
    const devices = wanted ? listed.filter(({ id }) => wanted.has(id)) : listed
    const range = { from: span.from.getTime(), to: span.to.getTime() }
    const series = await readMergedSeries(execute, devices, {
      range,
      keys,
      interval: 'OneDay',
      timeZone: site.timeZone,
    })
    const rows = sensorKinds.flatMap(({ key, unit }, index) => {
      const points = series[index] ?? []
      const readings = points.reduce((sum, [, , , , n]) => sum + n, 0)
      if (readings === 0) return []
      const sum = points.reduce((all, [, mean, , , n]) => all + mean * n, 0)
      const measure = (value: number): Fact => ({ as: 'measure', value, unit })
      return [
        [
          { ...phrase(sensorNames[key]), link: `/devices/historical-sensor-data?siteId=${site.id}` },
          measure(Math.min(...points.map(([, , min]) => min))),
          measure(sum / readings),
          measure(Math.max(...points.map(([, , , max]) => max))),
          count(readings),
          count(measuring(devices, key)),
        ],
      ]
    })
    return {
      note: ['All readings of all devices together'],
      blocks: [
        {
          kind: 'Table',
          key: 'sensors',
          title: 'Sensor values',
          columns: [
            { key: 'Sensor', title: 'Sensor', isNumber: false },
            { key: 'Lowest', title: 'Lowest', isNumber: true },
            { key: 'Mean', title: 'Mean', isNumber: true },
            { key: 'Highest', title: 'Highest', isNumber: true },
            { key: 'Readings', title: 'Readings', isNumber: true },
            { key: 'Devices', title: 'Devices', isNumber: true },
          ],
          rows,
          ...(rows.length === 0 && { note: ['No device reported in this period.'] }),
        },
      ],
    }
  },
}

const measuring = (devices: readonly { kinds: readonly string[] }[], key: SensorKey): number =>
  devices.filter(({ kinds }) => kinds.includes(key)).length
