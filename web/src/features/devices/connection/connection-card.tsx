import './connection.css'
import { connectionDays, connections, type DeviceConnection } from '@eot/contract/connections'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { When } from '../../../domain/time-text.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { clockTime, dayText, elapsedText, shortTime } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { classNames } from '../../../ui/class-names.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { connectionDaysOf, onlinePercent } from './connection-days.ts'

const refreshEveryMs = 60_000
const mostListed = 5

/** The times when the device was online during the last days: a track for each day, and the last outages. */
export function ConnectionCard({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    ...queryOf(connections.ofDevice, { params: { id: deviceId } }),
    refetchInterval: refreshEveryMs,
    refetchOnMount: 'always',
  })
  return (
    <section className="card" aria-label={t('devices.connection.title')}>
      <header>
        <h2>{t('devices.connection.title')}</h2>
        {query.data && <OnlineNote connection={query.data} />}
      </header>
      <div className="body">
        <Panel query={query} skeleton={<SkeletonRows rows={7} height={8} gap={14} />}>
          {(connection) =>
            connection.Periods.length > 0 ? (
              <>
                <Tracks connection={connection} />
                <Outages connection={connection} />
              </>
            ) : (
              <p className="hint">{t('devices.connection.unknown')}</p>
            )
          }
        </Panel>
      </div>
    </section>
  )
}

function OnlineNote({ connection }: { connection: DeviceConnection }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const percent = onlinePercent(connection)
  if (percent === undefined) return null
  const [startAt, endAt] = [Date.parse(connection.StartAt), Date.parse(connection.EndAt)]
  const isWhole = endAt - startAt >= connectionDays * 86_400_000
  return (
    <span className="note keep">
      {isWhole
        ? t('devices.connection.online', { percent })
        : t('devices.connection.onlineSince', { percent, time: shortTime(startAt, zone, endAt, clockTime) })}
    </span>
  )
}

/** Hidden from screen readers; the list of outages below says the same. */
function Tracks({ connection }: { connection: DeviceConnection }) {
  const zone = useTimeZone()
  const now = Date.parse(connection.EndAt)
  const timeText = (instant: string) => shortTime(instant, zone, now)
  return (
    <div className="connection-days" aria-hidden="true">
      {connectionDaysOf(connection, zone).map(({ at, spans }) => (
        <div key={at}>
          <span>{dayText(at, zone, now)}</span>
          <span className="track">
            {spans.map(({ left, width, isOnline, startAt }) => (
              <i
                key={startAt}
                className={classNames(isOnline ? 'online' : 'hatch')}
                style={{ left: `${left}%`, width: `${width}%` }}
                title={timeText(startAt)}
              />
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}

/** The last outages, the newest first. */
function Outages({ connection: { EndAt, Periods } }: { connection: DeviceConnection }) {
  const { t } = useTranslation()
  const outages = Periods.filter(({ IsOnline }) => !IsOnline).toReversed()
  if (outages.length === 0) return <p className="hint">{t('devices.connection.never')}</p>
  return (
    <ul className="connection-list">
      {outages.slice(0, mostListed).map(({ StartAt, EndAt: until }) => {
        const duration = elapsedText((Date.parse(until) - Date.parse(StartAt)) / 1000)
        return (
          <li key={StartAt}>
            <span>
              {t(until === EndAt ? 'devices.connection.since' : 'devices.connection.outage', { duration })}
            </span>
            <When at={StartAt} toMinute />
          </li>
        )
      })}
      {outages.length > mostListed && (
        <li className="faint">{t('devices.connection.more', { count: outages.length - mostListed })}</li>
      )}
    </ul>
  )
}
