import type { DeviceState } from '@eot/contract/devices'
import type { Point, SensorGraphs } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { RangeSteps } from '../../../domain/range-steps.tsx'
import { longestGapMs } from '../../../domain/sensors/longest-gap.ts'
import { ImageButton } from '../../../lib/lists/download-button.tsx'
import { useSession } from '../../../session/use-session.tsx'
import { chartImage } from '../../../ui/chart/chart-image.ts'
import { silences, usualSpacingMs } from '../../../ui/chart/gaps.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { QualityNotes } from '../quality/quality-notes.tsx'
import { sensorOrder } from '../sensor-order.ts'
import { FiguresTable } from './figures-table.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryNotes } from './history-notes.tsx'
import { HistoryTable } from './history-table.tsx'
import { type Lane, toLane } from './lanes.ts'
import { RangeStrip } from './range-strip.tsx'
import { rangeText } from './range-text.ts'
import { SensorChips } from './sensor-chips.tsx'
import type { Historical } from './use-historical-search.ts'
import type { useHistory } from './use-history.ts'
import { useOutdoors } from './use-outdoors.ts'
import { useRangePercentiles } from './use-range-percentiles.ts'

interface DeviceHistoryProps {
  device: DeviceState
  historical: Historical
  history: ReturnType<typeof useHistory>
}

/** The values of a device in the shown range, as a chart or as a table. */
export function DeviceHistory({ device, historical, history }: DeviceHistoryProps) {
  return (
    <section className={classNames('card history-card', history.shown.isPlaceholderData && 'stale')}>
      <Panel query={history.shown} skeleton={<Skeleton height={520} />}>
        {(graphs) => <Shown {...{ device, historical, history, graphs }} />}
      </Panel>
    </section>
  )
}

function Shown({ device, historical, history, graphs }: DeviceHistoryProps & { graphs: SensorGraphs }) {
  const { t } = useTranslation()
  const { zone, now, filter, zoom, view } = historical
  const chart = useRef<HTMLDivElement>(null)
  const measured = useMemo(() => sensorsWithData(graphs), [graphs])
  const asked = {
    range: historical.range,
    zone,
    interval: graphs.Interval,
  } as const
  const outdoors = useOutdoors({ siteId: device.Site.Id, ...asked })
  const drawsOutdoors = historical.filters.outdoors === true
  const beside = { compared: history.compared, outdoors: outdoors?.points, drawsOutdoors }
  const lanes = useLanes(graphs, beside, shownSensors(historical.filters.sensors, measured))
  const percentiles = useRangePercentiles({
    deviceId: device.Id,
    shown: lanes.map(({ sensor }) => sensor),
    ...asked,
  })
  const hasOutdoors = lanes.some((lane) => lane.outdoors.length > 0)
  const times = useMemo(() => allTimes(graphs), [graphs])
  const gapMs = longestGapMs(usualSpacingMs(times, 60_000))
  const range = fitted(historical.range, times)
  const gaps = silences(times, range.startTime, Math.min(range.endTime, now), gapMs)
  const span = rangeText(range, zone, now)
  const label = t('historical.chart', { device: device.Name, span })
  const reset = () => filter({ range: undefined, startTime: undefined, endTime: undefined })
  const [first] = lanes
  return (
    <>
      <div className="history-head">
        <h2>{span}</h2>
        <p className="muted">{t(`historical.interval.${graphs.Interval}`)}</p>
        <RangeSteps range={range} onZoom={zoom} />
        {first && view !== 'table' && (
          <ImageButton
            name={`sensor-data-${device.Name}`}
            load={() => pictureOf(chart.current, { title: device.Name, subtitle: span })}
          />
        )}
      </div>
      {first === undefined ? (
        <Empty title={t('historical.empty')} heading="h3">
          {t('historical.emptyText')}
        </Empty>
      ) : (
        <>
          <SensorChips
            sensors={measured}
            chosen={lanes.map(({ sensor }) => sensor)}
            onChange={(sensors) => filter({ sensors })}
            {...(hasOutdoors && {
              outdoors: {
                isShown: drawsOutdoors,
                onChange: (isShown) => filter({ outdoors: isShown || undefined }),
              },
            })}
          />
          {view === 'table' ? (
            <HistoryTable lanes={lanes} timeZone={zone} label={label} />
          ) : (
            <>
              <div ref={chart}>
                <HistoryChart
                  {...{ lanes, range, gaps, label, now }}
                  alerts={history.alerts}
                  longestGapMs={gapMs}
                  timeZone={zone}
                  onZoom={zoom}
                  onReset={reset}
                />
              </div>
              <RangeStrip
                deviceId={device.Id}
                sensor={sensorKeys.find((key) => key === first.sensor) ?? 'temperature'}
                {...{ range, now, zone }}
                onZoom={zoom}
              />
            </>
          )}
          <QualityNotes series={lanes} zone={zone} now={now} />
          <FiguresTable
            {...{ lanes, percentiles }}
            label={t('historical.statistics', { device: device.Name, span })}
          />
        </>
      )}
      <HistoryNotes
        {...{ gaps, zone, now }}
        alerts={
          history.allAlerts === undefined
            ? undefined
            : { shown: history.alerts.length, all: history.allAlerts }
        }
        hasLevels={lanes.some(({ levels }) => levels.length > 0)}
        weather={hasOutdoors ? outdoors?.weather : undefined}
      />
    </>
  )
}

/** Draws a picture of the chart with the names of its sensors, which are HTML elements on top of the SVG. */
function pictureOf(chart: HTMLElement | null, head: { title: string; subtitle: string }): Promise<Blob> {
  const drawing = chart?.querySelector<SVGSVGElement>('svg.chart')
  if (!chart || !drawing) throw new Error('the chart is not shown')
  const names = [...chart.querySelectorAll<HTMLElement>('.lane-name')]
  return chartImage(drawing, {
    ...head,
    labels: names.map(({ textContent, style }) => ({
      text: textContent,
      x: Number.parseFloat(style.left),
      y: Number.parseFloat(style.top) + 12,
    })),
  })
}

/** The order of the tiles of the live page. */
const ordered = sensorOrder.flatMap(([, kinds]): readonly string[] => kinds)

function sensorsWithData({ Graphs }: SensorGraphs): string[] {
  const found = new Set(Graphs.filter(({ Points }) => Points.length > 0).map(({ Sensor }) => Sensor))
  return ordered.filter((sensor) => found.has(sensor))
}

/** The sensors that usually say most about a room. */
const telling = ['temperature', 'humidity', 'ECO2', 'particulate', 'TVOC', 'vape', 'noise']
const mostAtFirst = 5

/** Returns the chosen sensors that have data, or else the most informative ones. */
export function shownSensors(chosen: readonly string[] | undefined, measured: readonly string[]): string[] {
  const wanted = measured.filter((sensor) => chosen?.includes(sensor))
  if (wanted.length > 0) return wanted
  const usual = telling.filter((sensor) => measured.includes(sensor)).slice(0, mostAtFirst)
  return usual.length > 0 ? usual : measured.slice(0, mostAtFirst)
}

function useLanes(
  graphs: SensorGraphs,
  beside: {
    compared: ReturnType<typeof useHistory>['compared']
    outdoors: ReadonlyMap<string, readonly Point[]> | undefined
    drawsOutdoors: boolean
  },
  sensors: readonly string[],
): Lane[] {
  const { measurement } = useSession()
  const names = sensors.join()
  const { compared, outdoors, drawsOutdoors } = beside
  return useMemo(
    () =>
      names.split(',').flatMap((sensor) => {
        const graph = graphs.Graphs.find(({ Sensor }) => Sensor === sensor)
        return graph
          ? toLane(
              graph,
              { compared: compared?.get(sensor), outdoors: outdoors?.get(sensor), drawsOutdoors },
              measurement,
            )
          : []
      }),
    [graphs, compared, outdoors, drawsOutdoors, names, measurement],
  )
}

/** Returns the times at which any sensor has a value, ascending, so that a sensor that reports rarely does not make a gap. */
function allTimes({ Graphs }: SensorGraphs): number[] {
  const times = new Set(Graphs.flatMap(({ Points }) => Points.map(([ms]) => ms)))
  return [...times].sort((a, b) => a - b)
}

/** "All time" begins with the first value, not in 1970. */
const fitted = (range: Historical['range'], times: readonly number[]) =>
  range.startTime > 0 ? range : { ...range, startTime: times[0] ?? range.endTime - 86_400_000 }
