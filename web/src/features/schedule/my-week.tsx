import { type Schedule, type ScheduleEntry, schedule } from '@eot/contract/schedule'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { daysOf } from '../../domain/windows/week-window.ts'
import { daysText, hoursText } from '../../domain/windows/window-words.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useNow } from '../../lib/time/now.ts'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { listText } from '../../texts/lists.ts'
import { Banner } from '../../ui/banner.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { eventsText } from './type-words.ts'
import { WeekCalendar } from './week-calendar.tsx'

/** The user's own week. */
export function MyWeek() {
  const { t } = useTranslation()
  const query = useQuery(queryOf(schedule.mine))
  if (query.isError)
    return (
      <section className="card">
        <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
      </section>
    )
  if (!query.data)
    return (
      <section className="card">
        <SkeletonRows rows={8} />
      </section>
    )
  const { Entries, Channels } = query.data
  return (
    <>
      <Unreachable channels={Channels} />
      {Entries.length === 0 ? (
        <section className="card">
          <Empty icon={CalendarClock} title={t('schedule.empty')}>
            {t('schedule.emptyText')}
          </Empty>
        </section>
      ) : (
        <div className="my-week">
          <WeekCalendar entries={Entries} />
          <section className="card" aria-labelledby="my-subscriptions">
            <header>
              <h2 id="my-subscriptions">{t('schedule.subscriptions')}</h2>
            </header>
            <ul className="body rules">
              {Entries.map((entry) => (
                <Rule key={entry.Subscription.Id} entry={entry} />
              ))}
            </ul>
          </section>
        </div>
      )}
    </>
  )
}

/** Shown if no channel reaches the user. */
function Unreachable({ channels }: { channels: Schedule['Channels'] }) {
  const { t } = useTranslation()
  const [first] = channels
  if (!first?.Against || channels.some(({ Against }) => Against === null)) return null
  return (
    <Banner
      tone="caution"
      icon={BellOff}
      action={
        <Link to="/account-info" className="btn sm">
          {t('schedule.account')}
        </Link>
      }
    >
      {t('schedule.unreachable', { reason: t(`schedule.against.${first.Against}`) })}
    </Banner>
  )
}

function Rule({ entry }: { entry: ScheduleEntry }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useNow()
  const { Subscription, Site, Lists, PausedUntil } = entry
  const isPaused = PausedUntil !== null && Date.parse(PausedUntil) > now
  const lists = listText(Lists.map(({ Name }) => `“${Name}”`))
  const reasons = [
    ...(entry.ByName ? [t('schedule.named')] : []),
    ...(Lists.length > 0 ? [t('schedule.through', { lists })] : []),
  ]
  return (
    <li>
      {entry.Opens ? (
        <Link to="/subscriptions" search={{ open: Subscription.Id, view: undefined, copy: undefined }}>
          {Subscription.Name}
        </Link>
      ) : (
        <b>{Subscription.Name}</b>
      )}
      <small className="rules-note">
        {daysText(daysOf(entry))}, {hoursText(entry)}, {eventsText(entry)}
      </small>
      <small className="rules-note">
        {Site.Name}, {listText(reasons)}
      </small>
      {entry.When === 'Reminder' && <small className="rules-note">{t('schedule.onlyReminds')}</small>}
      {isPaused && (
        <small className="rules-note fg-serious">
          {t('schedule.paused', { until: fullTime(PausedUntil, zone) })}
        </small>
      )}
    </li>
  )
}
