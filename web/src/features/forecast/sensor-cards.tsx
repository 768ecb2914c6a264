import { forecast, neededForecastDays, type RoomPeak } from '@eot/contract/forecast'
import { type ForecastSensor, forecastSensors } from '@eot/contract/forecast-sensors'
import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { DoorOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { SensorName, sensorLook } from '../../domain/sensors/sensor-look.tsx'
import { readingText, unitText } from '../../domain/sensors/shown-reading.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FanChart } from './fan-chart.tsx'
import type { ForecastSearch } from './forecast-search.ts'
import { hourText, missText } from './forecast-words.ts'
import { shownRoom } from './shown-room.ts'

const dayMs = 86_400_000
const mostRooms = 10

/** One sensor: the peak of each room tomorrow, and the coming days of one room. */
export function SensorCards({ change }: { change: (next: ForecastSearch) => void }) {
  const { t } = useTranslation()
  const { sensor: wished, deviceId } = useSearch({ from: '/portal/forecast' })
  const SiteId = useCurrentSiteId()
  const types = useQuery(queryOf(sites.streamingTypes, { params: { id: SiteId } }))
  const kinds = forecastSensors.filter((key) => types.data?.some(({ Key }) => Key === key))
  const sensor = kinds.find((key) => key === wished) ?? kinds[0] ?? 'ECO2'
  // A room in the address of the page may not be among those with the highest peaks. Rooms chosen later are.
  const [linkedId] = useState(deviceId)
  const query = { SiteId, Sensor: sensor, ...(linkedId && { DeviceId: linkedId }) }
  const rooms = useQuery(queryOf(forecast.rooms, { query }))
  return (
    <>
      {kinds.length > 1 && (
        <fieldset className="fc-sensors">
          <legend className="vh">{t('forecast.sensor')}</legend>
          {kinds.map((key) => (
            <button
              key={key}
              type="button"
              className="line-chip"
              aria-pressed={key === sensor}
              onClick={() => change({ sensor: key, deviceId: undefined })}
            >
              <i className="swatch" style={{ '--kc': sensorLook(key).color }} aria-hidden="true" />
              <SensorName sensor={key} />
            </button>
          ))}
        </fieldset>
      )}
      <Panel query={rooms} skeleton={<Skeleton height={300} />} className="c12">
        {(found) => {
          if (found.length === 0)
            return (
              <section className="card fc-none">
                <Empty icon={DoorOpen} title={t('forecast.noRooms')} heading="h2">
                  {t('forecast.noRoomsText', { needed: neededForecastDays })}
                </Empty>
              </section>
            )
          const room = shownRoom(found, deviceId)
          return (
            <div className="fc-cards rooms">
              {room ? (
                <RoomCard key={room.Device.Id} rooms={found} room={room} sensor={sensor} change={change} />
              ) : (
                <section className="card">
                  <Empty icon={DoorOpen} title={t('forecast.noRoom')} heading="h2">
                    {t('forecast.noRoomText')}
                  </Empty>
                </section>
              )}
              <PeaksCard rooms={found.slice(0, mostRooms)} room={room} sensor={sensor} change={change} />
            </div>
          )
        }}
      </Panel>
    </>
  )
}

interface RoomsProps {
  rooms: readonly RoomPeak[]
  /** undefined: the requested one has no forecast. */
  room: RoomPeak | undefined
  sensor: ForecastSensor
  change: (next: ForecastSearch) => void
}

function RoomCard({ rooms, room, sensor, change }: RoomsProps & { room: RoomPeak }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const now = useMinute()
  const { Id, Name } = room.Device
  const query = useQuery(queryOf(forecast.sensor, { query: { DeviceId: Id, Sensor: sensor } }))
  const hour = Math.floor(now / 3_600_000) * 3_600_000
  const graphs = useQuery(
    queryOf(sensors.graphs, {
      params: { id: Id },
      query: { startTime: hour - dayMs, endTime: hour, type: [sensor], interval: 'OneHour' },
    }),
  )
  return (
    <section className="card">
      <header>
        <h2>
          <SensorName sensor={sensor} /> · {Name}
        </h2>
        <span className="note">{t('forecast.inRoomNote')}</span>
        <div className="end">
          <Select
            label={t('forecast.room')}
            labelHidden
            value={Id}
            options={rooms.map(({ Device }) => ({ value: Device.Id, text: Device.Name }))}
            onChange={(deviceId) => change({ deviceId })}
          />
        </div>
      </header>
      <div className="body">
        <Panel query={query} skeleton={<Skeleton height={280} />}>
          {(found) =>
            found.State === 'Ready' ? (
              <FanChart
                forecast={found}
                sensor={sensor}
                room={Name}
                measured={graphs.data?.Graphs[0]?.Points ?? []}
                levels={graphs.data?.Graphs[0]?.Levels ?? []}
                now={now}
              />
            ) : (
              <p className="muted">
                {t(`forecast.states.${found.State}`, { have: found.DaysOfData, needed: found.NeededDays })}
              </p>
            )
          }
        </Panel>
      </div>
      {query.data?.Model && (
        <p className="foot">
          {t('forecast.madeBy', {
            model: t(`forecast.models.${query.data.Model}` as 'forecast.models.Lags', {
              defaultValue: query.data.Model,
            }), // a model of a newer server has no text yet
          })}{' '}
          {query.data.Score &&
            t('forecast.scoreOfRoom', {
              count: query.data.Score.Forecasts,
              miss: missText(query.data.Score.Miss, query.data.Unit, measurement),
              simple: missText(query.data.Score.SimpleMiss, query.data.Unit, measurement),
              share: `${Math.round(100 * query.data.Score.Inside80)}%`,
              unit: unitText(sensor, measurement),
            })}
        </p>
      )}
    </section>
  )
}

function PeaksCard({ rooms, room, sensor, change }: RoomsProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const zone = useTimeZone()
  const [low, high] = [
    Math.min(...rooms.map(({ Peak }) => Peak.Low80)),
    Math.max(...rooms.map(({ Peak }) => Peak.High80)),
  ]
  const place = (value: number) => `${(100 * (value - low)) / (high - low || 1)}%`
  const width = (from: number, to: number) => `${(100 * (to - from)) / (high - low || 1)}%`
  return (
    <section className="card">
      <header>
        <h2>{t('forecast.rooms')}</h2>
        <span className="note">
          <SensorName sensor={sensor} /> {unitText(sensor, measurement)}
        </span>
      </header>
      <ol className="fc-peaks" style={{ '--kc': sensorLook(sensor).color }}>
        {rooms.map(({ Device, Site, Peak }) => (
          <li key={Device.Id}>
            <button
              type="button"
              aria-pressed={Device.Id === room?.Device.Id}
              onClick={() => change({ deviceId: Device.Id })}
            >
              <span className="fc-room" title={`${Device.Name}, ${Site.Name}`}>
                <b>{Device.Name}</b>
                <small>{Site.Name}</small>
              </span>
              <span className="fc-range" aria-hidden="true">
                <s style={{ left: place(Peak.Low80), width: width(Peak.Low80, Peak.High80) }} />
                <u style={{ left: place(Peak.Low50), width: width(Peak.Low50, Peak.High50) }} />
                <i style={{ left: place(Peak.Value) }} />
              </span>
              <span className="fc-peak">
                <b>{readingText(Peak.Value, sensor, measurement)}</b>
                <small>
                  {t('forecast.peak', {
                    low: readingText(Peak.Low80, sensor, measurement),
                    high: readingText(Peak.High80, sensor, measurement),
                    time: hourText(Peak.StartAt, zone),
                  })}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
