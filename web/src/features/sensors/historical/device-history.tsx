import type { DeviceState } from '@eot/contract/devices'
import type { SensorGraphs } from '@eot/contract/sensors'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { sensorLook } from '../../../domain/sensors/sensor-look.tsx'
import { useSession } from '../../../session/use-session.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { HistoryView } from './history-view.tsx'
import { toLane } from './lanes.ts'
import { sensorsWithData, shownSensors, timesOf } from './shown-sensors.ts'
import type { Historical } from './use-historical-search.ts'
import { useHistory } from './use-history.ts'
import { useOutdoors } from './use-outdoors.ts'
import { useRangePercentiles } from './use-range-percentiles.ts'

interface DeviceHistoryProps {
  device: DeviceState
  historical: Historical
  siteId: string
}

/** The values of a device in the shown range, with its alerts, levels and data quality. */
export function DeviceHistory({ device, historical, siteId }: DeviceHistoryProps) {
  const { range, zone, filters } = historical
  const history = useHistory({ siteId, deviceId: device.Id, range, compare: filters.compare, zone })
  return (
    <section className={classNames('card history-card', history.shown.isPlaceholderData && 'stale')}>
      <Panel query={history.shown} skeleton={<Skeleton height={520} />}>
        {(graphs) => <Shown {...{ device, historical, history, graphs }} />}
      </Panel>
    </section>
  )
}

interface ShownProps extends Omit<DeviceHistoryProps, 'siteId'> {
  history: ReturnType<typeof useHistory>
  graphs: SensorGraphs
}

function Shown({ device, historical, history, graphs }: ShownProps) {
  const { t } = useTranslation()
  const { range, zone, filters, filter } = historical
  const asked = { range, zone, interval: graphs.Interval }
  const { measurement } = useSession()
  const outdoors = useOutdoors({ siteId: device.Site.Id, ...asked })
  const drawsOutdoors = filters.outdoors === true
  const measured = useMemo(() => sensorsWithData(graphs.Graphs), [graphs])
  const { compared } = history
  const { Id, Name } = device
  const nameBefore = t('historical.deviceBefore', { device: Name })
  const lanes = useMemo(() => {
    return shownSensors(filters.sensors, measured).flatMap((sensor) => {
      const graph = graphs.Graphs.find(({ Sensor }) => Sensor === sensor)
      if (!graph) return []
      const look = { color: sensorLook(sensor).color, hasBand: true }
      const past = compared?.get(sensor)
      const lane = {
        sensor,
        lines: [
          { key: Id, name: Name, look, points: graph.Points },
          ...(past ? [{ key: 'before', name: nameBefore, look: pastLook, points: past }] : []),
        ],
        quality: graph.Quality,
        levels: graph.Levels.map(({ RaiseLevel }) => RaiseLevel),
        outdoors: outdoors?.points.get(sensor),
        drawsOutdoors,
      }
      return toLane(lane, measurement)
    })
  }, [
    Id,
    Name,
    graphs,
    measured,
    filters.sensors,
    compared,
    outdoors,
    drawsOutdoors,
    measurement,
    nameBefore,
  ])
  const percentiles = useRangePercentiles({
    deviceIds: [Id],
    before: history.before,
    shown: lanes.map(({ sensor }) => sensor),
    isDrawn: !history.shown.isPlaceholderData,
    ...asked,
  })
  const hasOutdoors = lanes.some((lane) => lane.outdoors.length > 0)
  return (
    <HistoryView
      {...{ historical, measured, lanes, percentiles }}
      names={Name}
      deviceId={Id}
      interval={graphs.Interval}
      legend={compared && <PeriodsKey />}
      times={useMemo(() => timesOf(graphs.Graphs), [graphs])}
      alerts={history.alerts}
      allAlerts={history.allAlerts}
      {...(hasOutdoors && {
        outdoors: {
          isShown: drawsOutdoors,
          onChange: (isShown) => filter({ outdoors: isShown || undefined }),
        },
        weather: outdoors?.weather,
      })}
    />
  )
}

/** The key of a chart that compares a device with its past. The line of the shown range has the color of its sensor. */
function PeriodsKey() {
  const { t } = useTranslation()
  return (
    <p className="periods-key muted">
      <svg width="24" height="8" aria-hidden="true">
        <line x2="24" y1="4" y2="4" stroke={pastLook.color} strokeDasharray={pastLook.dash} strokeWidth="2" />
      </svg>
      {t('historical.before')}
    </p>
  )
}

const pastLook = { color: 'var(--text-3)', dash: '4 3' }
