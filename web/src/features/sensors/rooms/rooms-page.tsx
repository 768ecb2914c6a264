import './rooms.css'
import { qualities } from '@eot/contract/quality'
import type { SensorKey } from '@eot/contract/vocabulary'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartLine, Cpu, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { SensorName, sensorLook } from '../../../domain/sensors/sensor-look.tsx'
import { CsvButton } from '../../../lib/lists/download-button.tsx'
import { useSession } from '../../../session/use-session.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { mostCompared } from '../most-compared.ts'
import { QualityKey } from '../quality/quality-key.tsx'
import { RoomTile } from './room-tile.tsx'
import type { Room } from './rooms.ts'
import { RoomsCompare } from './rooms-compare.tsx'
import { roomsCsv } from './rooms-csv.ts'
import { roomsHeadline, roomsSentence } from './rooms-headline.ts'
import { RoomsScale } from './rooms-scale.tsx'
import type { RoomsSearch } from './rooms-search.ts'
import { RoomsTable } from './rooms-table.tsx'
import { useRoomSensors, useRooms } from './use-rooms.ts'

/** One sensor of all rooms, worst first. */
export function RoomsPage() {
  const { t } = useTranslation()
  const { sensor } = useSearch({ from: '/portal/devices/all-rooms' })
  const { query, kinds, first } = useRoomSensors()
  return (
    <Panel query={query} skeleton={<Skeleton height={400} />} className="c12">
      {() => {
        const shown = sensor && kinds.includes(sensor) ? sensor : first
        return shown ? (
          <Rooms sensor={shown} kinds={kinds} />
        ) : (
          <>
            <PageHead title={t('rooms.title')} />
            <Empty icon={Cpu} title={t('rooms.noRooms')}>
              {t('rooms.noRoomsText')}
            </Empty>
          </>
        )
      }}
    </Panel>
  )
}

function useRoomsAddress() {
  const search: RoomsSearch = useSearch({ from: '/portal/devices/all-rooms' })
  const navigate = useNavigate({ from: '/devices/all-rooms' })
  const change = (next: RoomsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false, replace: true })
  return { ...search, change }
}

function Rooms({ sensor, kinds }: { sensor: SensorKey; kinds: readonly SensorKey[] }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const { view, compare, change } = useRoomsAddress()
  const { latest, rooms, unread, fromMs, toMs, now, zone } = useRooms(sensor)
  const shown = { sensor, measurement, now, zone }
  const chosen = compare?.flatMap((id) => rooms?.find((room) => room.id === id) ?? [])
  const toggle = (id: string) => change({ compare: toggled(compare ?? [], id) })
  return (
    <>
      <PageHead
        title={rooms ? roomsHeadline(rooms, sensor, measurement) : t('rooms.title')}
        sub={rooms && roomsSentence(rooms, { sensor, measurement, now, zone })}
        actions={
          <>
            <Segments
              label={t('rooms.view')}
              value={view ?? 'wall'}
              options={[
                { value: 'wall', text: t('rooms.wall') },
                { value: 'table', text: t('rooms.table') },
              ]}
              onChange={(next) => change({ view: next === 'table' ? next : undefined, compare: undefined })}
            />
            <Button
              icon={ChartLine}
              aria-pressed={compare !== undefined}
              onClick={() => change({ compare: compare ? undefined : [], view: undefined })}
            >
              {t('rooms.compare')}
            </Button>
            {rooms && <CsvButton name="rooms" load={async () => roomsCsv(rooms, shown)} />}
          </>
        }
      />
      <fieldset className="kind-pick">
        <legend className="vh">{t('rooms.sensor')}</legend>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className="line-chip"
            aria-pressed={kind === sensor}
            onClick={() => change({ sensor: kind })}
          >
            <i className="swatch" style={{ '--kc': sensorLook(kind).color }} aria-hidden="true" />
            <SensorName sensor={kind} />
          </button>
        ))}
      </fieldset>
      <Panel query={latest} skeleton={<Skeleton height={400} />} className="c12">
        {() =>
          rooms ? (
            <>
              {unread && (
                <Banner
                  tone="caution"
                  icon={TriangleAlert}
                  action={
                    <Button size="sm" onClick={() => void unread.refetch()}>
                      {t('action.retry')}
                    </Button>
                  }
                >
                  {t('rooms.notRead')}
                </Banner>
              )}
              {chosen && (
                <RoomsCompare
                  {...{ sensor, measurement, fromMs, toMs, zone }}
                  rooms={chosen}
                  onRemove={toggle}
                  onClose={() => change({ compare: undefined })}
                />
              )}
              <RoomsScale rooms={rooms} sensor={sensor} measurement={measurement} />
              {view === 'table' ? (
                <RoomsTable {...{ rooms, fromMs, toMs }} {...shown} />
              ) : (
                <Wall {...{ rooms, sensor, fromMs, toMs, now, zone }} compare={compare} onCompare={toggle} />
              )}
              <StripKeys />
            </>
          ) : (
            <Skeleton height={400} />
          )
        }
      </Panel>
    </>
  )
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-mostCompared)

interface WallProps {
  rooms: readonly Room[]
  sensor: SensorKey
  fromMs: number
  toMs: number
  now: number
  zone: string
  /** undefined: no rooms are being chosen. */
  compare: readonly string[] | undefined
  onCompare: (id: string) => void
}

function Wall({ rooms, compare, onCompare, ...shown }: WallProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const values = rooms.flatMap(({ samples }) => samples.map(([, value]) => value))
  const low = Math.min(...values)
  const scale = values.length === 0 ? { low: 0, high: 1 } : { low, high: Math.max(low + 1e-6, ...values) }
  return (
    <ul className="rooms-wall" aria-label={t('rooms.title')}>
      {rooms.map((room) => {
        const place = compare?.indexOf(room.id) ?? -1
        return (
          <li key={room.id}>
            <RoomTile
              {...shown}
              room={room}
              measurement={measurement}
              scale={scale}
              onCompare={compare && (() => onCompare(room.id))}
              compared={place < 0 ? undefined : place}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The legend for the strips of the rooms. */
function StripKeys() {
  const { t } = useTranslation()
  return (
    <p className="muted rooms-foot">
      {t('rooms.strip')}
      {(['Good', ...qualities] as const).map((quality) => (
        <QualityKey key={quality} quality={quality} />
      ))}
    </p>
  )
}
