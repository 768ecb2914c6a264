import type { DeviceState } from '@eot/contract/devices'
import { type Series, sensors } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Panel } from '../../../domain/panel.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { useSession } from '../../../session/use-session.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useUnchanged } from '../../../ui/use-unchanged.ts'
import { comparedColor, comparedDash, comparedLetter } from '../compared.ts'
import { ComparedList } from '../compared-list.tsx'
import { HistoryView } from './history-view.tsx'
import { toLane } from './lanes.ts'
import { sensorsWithData, shownSensors, timesOf } from './shown-sensors.ts'
import type { Historical } from './use-historical-search.ts'
import { refreshMs } from './use-history.ts'
import { useRangePercentiles } from './use-range-percentiles.ts'

interface DevicesHistoryProps {
  /** In the order in which they were chosen, which sets their letters. */
  devices: readonly DeviceState[]
  historical: Historical
}

/** The values of several devices in the shown range, with a line for each. */
export function DevicesHistory({ devices, historical }: DevicesHistoryProps) {
  const { range, zone, filters } = historical
  const asked = { DeviceId: devices.map(({ Id }) => Id), ...range, timeZone: zone }
  const options = { refetchInterval: refreshMs, placeholderData: keepPreviousData<Series | undefined> }
  // Which sensors have values. All values of all sensors would be a hundred series.
  const coarse = useQuery({
    ...queryOf(sensors.series, { query: { ...asked, interval: 'OneDay' } }),
    ...options,
  })
  const measured = useMemo(() => sensorsWithData(coarse.data?.Series ?? []), [coarse.data])
  // Kept while it has the same sensors, so that the previous values are not drawn again when the range changes.
  const shown = useUnchanged(shownSensors(filters.sensors, measured), hasSameItems)
  const query = useQuery({
    ...queryOf(sensors.series, {
      query: { ...asked, type: sensorKeys.filter((key) => shown.includes(key)) },
    }),
    ...options,
    enabled: coarse.data !== undefined,
  })
  return (
    <section className={classNames('card history-card', query.isPlaceholderData && 'stale')}>
      <Panel query={coarse.isError ? coarse : query} skeleton={<Skeleton height={520} />}>
        {(series) => (
          <Shown {...{ devices, historical, series, shown, measured, isDrawn: !query.isPlaceholderData }} />
        )}
      </Panel>
    </section>
  )
}

interface ShownProps extends DevicesHistoryProps {
  series: Series
  shown: readonly string[]
  measured: readonly string[]
  isDrawn: boolean
}

function Shown({ historical, series, shown, measured, isDrawn, ...given }: ShownProps) {
  // Devices change whenever their state does.
  const devices = useUnchanged(given.devices, haveSameNames)
  const { range, zone, choose } = historical
  const { measurement } = useSession()
  const lanes = useMemo(
    () =>
      shown.flatMap((sensor) => {
        const lines = devices.map(({ Id, Name }, place) => {
          const one = series.Series.find(({ DeviceId, Sensor }) => DeviceId === Id && Sensor === sensor)
          return { key: Id, name: Name, look: lookOf(place), points: one?.Points ?? [] }
        })
        return lines.some(({ points }) => points.length > 0) ? toLane({ sensor, lines }, measurement) : []
      }),
    [series, devices, shown, measurement],
  )
  const ids = devices.map(({ Id }) => Id)
  const asked = { range, zone, interval: series.Interval }
  const percentiles = useRangePercentiles({ deviceIds: ids, shown, isDrawn, ...asked })
  return (
    <HistoryView
      {...{ historical, lanes, measured, percentiles }}
      names={devices.map(({ Name }, place) => `${comparedLetter(place)} ${Name}`).join(', ')}
      deviceId={ids[0] ?? ''}
      interval={series.Interval}
      times={useMemo(() => timesOf(series.Series), [series])}
      legend={
        <ComparedList
          devices={devices.map(({ Id, Name }) => ({ id: Id, name: Name }))}
          onRemove={(id) => choose(ids.filter((one) => one !== id))}
        />
      }
    />
  )
}

const hasSameItems = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((item, place) => item === b[place])

const haveSameNames = (a: readonly DeviceState[], b: readonly DeviceState[]) =>
  a.length === b.length && a.every(({ Id, Name }, place) => Id === b[place]?.Id && Name === b[place]?.Name)

const lookOf = (place: number) => ({
  color: comparedColor(place),
  dash: comparedDash(place),
  letter: comparedLetter(place),
})
