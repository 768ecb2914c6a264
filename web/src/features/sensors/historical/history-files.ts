import type { DeviceState } from '@eot/contract/devices'
import { type Interval, type Series, sensors } from '@eot/contract/sensors'
import { call, callForFile } from '../../../lib/api/api.ts'
import { periodBefore } from '../../../lib/time/period-before.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import type { Measurement } from '../../../lib/units.ts'
import { t } from '../../../texts/i18n.ts'
import { type CsvPart, historyCsv } from './history-csv.ts'
import { toLane } from './lanes.ts'

interface Shown {
  devices: readonly DeviceState[]
  range: TimeRange
  zone: string
}

const asked = ({ devices, range, zone }: Shown, interval?: Interval) => ({
  query: {
    DeviceId: devices.map(({ Id }) => Id),
    ...range,
    timeZone: zone,
    interval,
    percentiles: 'Points' as const,
    quality: true,
  },
})

interface CsvOptions {
  /** The period before is added. */
  compare: 'before' | undefined
  measurement: Measurement
}

/** Loads all sensors of the shown devices as CSV, in the units of the reader. */
export async function loadHistoryCsv(shown: Shown, { compare, measurement }: CsvOptions): Promise<Blob> {
  const { devices, range, zone } = shown
  const series = await call(sensors.series, asked(shown))
  const partsOf = (given: Series, nameOf: (device: DeviceState) => string) =>
    devices.map((device) => partOf(given, device, nameOf(device), measurement))
  const parts = partsOf(series, ({ Name }) => Name)
  if (!compare) return historyCsv(parts, zone)
  const before = { ...shown, range: periodBefore(range, zone) }
  const past = await call(sensors.series, asked(before, series.Interval))
  const pastParts = partsOf(past, ({ Name }) => t('historical.deviceBefore', { device: Name }))
  return historyCsv([...parts, ...pastParts], zone)
}

function partOf({ Series }: Series, { Id }: DeviceState, name: string, measurement: Measurement): CsvPart {
  const own = Series.filter(({ DeviceId, Points }) => DeviceId === Id && Points.length > 0)
  const lanes = own.map(
    ({ Sensor: sensor, Points: points, PointPercentiles: percentiles, Quality: quality }) => {
      const line = { key: Id, name, look: { color: '' }, points, percentiles }
      return toLane({ sensor, lines: [line], quality }, measurement)
    },
  )
  return { name, lanes }
}

/** Loads all sensors of the shown devices as Parquet, in the units of the sensors. */
export const loadHistoryParquet = (shown: Shown): Promise<Blob> => {
  const [device] = shown.devices
  const { DeviceId: _, ...query } = asked(shown).query
  return shown.devices.length === 1 && device
    ? callForFile(sensors.graphs, { params: { id: device.Id }, query }, 'parquet')
    : callForFile(sensors.series, asked(shown), 'parquet')
}
