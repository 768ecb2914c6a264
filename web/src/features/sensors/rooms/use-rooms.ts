import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import type { SensorKey } from '@eot/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { keepingPrevious } from '../../../lib/api/keeping-previous.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useMinute } from '../../../lib/time/now.ts'
import { useCurrentSiteId, useTimeZone } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import { sensorOrder } from '../sensor-order.ts'
import { dayMs, roomsOf } from './rooms.ts'

const valuesMs = 15_000
const seriesMs = 300_000
const quarterMs = 900_000

/** The most informative sensors are shown first. */
const preferred: readonly SensorKey[] = ['ECO2', 'IAQ', 'particulate', 'temperature']

/** Returns the sensors that the devices at the current site have, in the usual order. undefined: not loaded yet. */
export function useRoomSensors() {
  const id = useCurrentSiteId()
  const query = useQuery(queryOf(sites.streamingTypes, { params: { id } }))
  const found = new Set(query.data?.map(({ Key }) => Key))
  const kinds = sensorOrder.flatMap(([, keys]) => keys.filter((key) => found.has(key)))
  return { query, kinds, first: preferred.find((key) => kinds.includes(key)) ?? kinds[0] }
}

/** Reads one sensor of all devices at the current site: the newest values, and the last day in quarter hours. */
export function useRooms(sensor: SensorKey) {
  const SiteId = useCurrentSiteId()
  const zone = useTimeZone()
  const { measurement } = useSession()
  const now = useMinute()
  const toMs = Math.floor(now / quarterMs) * quarterMs + quarterMs
  const fromMs = toMs - dayMs
  const latest = useQuery({
    ...queryOf(sensors.latest, { query: { SiteId, type: [sensor] } }),
    refetchInterval: valuesMs,
  })
  const series = useQuery({
    ...keepingPrevious(
      queryOf(sensors.ofEachDevice, {
        query: {
          SiteId,
          type: [sensor],
          startTime: fromMs,
          endTime: toMs,
          interval: 'FifteenMinutes',
          timeZone: zone,
          quality: true,
        },
      }),
    ),
    refetchInterval: seriesMs,
  })
  // While another sensor is loading, rooms have no curves rather than those of the previous sensor.
  const shown = series.data?.Series.filter(({ Sensor }) => Sensor === sensor) ?? []
  const seriesOf = new Map(shown.flatMap((series) => (series.DeviceId ? [[series.DeviceId, series]] : [])))
  // Not without them, since a sensor that is stuck would be judged. If they cannot be read, all values are.
  const isWaiting = series.isPending
    ? series.errorUpdateCount === 0
    : series.isPlaceholderData && shown.length === 0
  const rooms =
    latest.data && !isWaiting ? roomsOf(latest.data, seriesOf, { sensor, measurement, now }) : undefined
  /** Curves and data quality, if they could not be read. */
  const unread = !isWaiting && (series.isError || series.isPending) ? series : undefined
  return { latest, rooms, unread, fromMs, toMs, now, zone }
}
