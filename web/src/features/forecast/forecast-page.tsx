import './forecast.css'
import { forecast, type WeeklyForecast } from '@eot/contract/forecast'
import { findAlertType } from '@eot/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Clock, TrendingUp, Unplug, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { raisedTypes } from '../../domain/sensors/raised-types.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { weekdayName } from '../../lib/time/weekdays.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ClosedDaysCard } from './closed-days-card.tsx'
import type { ForecastSearch } from './forecast-search.ts'
import { dateText, headline, hourText, meanText } from './forecast-words.ts'
import { QualityCard, ScoresCard, YesterdayCard } from './quality-cards.tsx'
import { SensorCards } from './sensor-cards.tsx'
import { WeekCard } from './week-card.tsx'

const anyType = 'Any'
const refreshMs = 300_000

/** The forecast of the coming week, and the accuracy of earlier forecasts. */
export function ForecastPage() {
  const { t } = useTranslation()
  const { type } = useSearch({ from: '/portal/forecast' })
  const SiteId = useCurrentSiteId()
  const navigate = useNavigate({ from: '/forecast' })
  const query = useQuery({
    ...keepingPrevious(queryOf(forecast.weekly, { query: { SiteId, ...(type && { type: [type] }) } })),
    refetchInterval: refreshMs,
  })
  const change = (next: ForecastSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false, replace: true })
  return (
    <Panel query={query} skeleton={<Skeleton height={600} />} className="c12">
      {(found) => (
        <>
          <PageHead
            title={found.Expected ? headline(found) : t('forecast.title')}
            sub={found.Expected && <Context found={found} />}
            actions={
              <Select
                label={t('forecast.what')}
                labelHidden
                value={type ?? anyType}
                options={[
                  { value: anyType, text: t('forecast.all') },
                  ...raisedTypes.map((one) => ({ value: one.Key as string, text: alertTypeName(one) })),
                ]}
                onChange={(chosen) => change({ type: chosen === anyType ? undefined : chosen })}
              />
            }
          />
          {found.Expected ? <Week found={found} type={type} /> : <NotYet found={found} />}
          <SensorCards change={change} />
          <ClosedDaysCard />
        </>
      )}
    </Panel>
  )
}

function Context({ found: { Expected, LastWeek, Days } }: { found: WeeklyForecast }) {
  const { t } = useTranslation()
  const closed = Days.filter((day) => day.Closed !== null).map(
    (day) => `${dateText(day.Date)} (${day.Closed})`,
  )
  return (
    <>
      {Expected && t('forecast.sub', { low: Expected.Low80, high: Expected.High80, last: LastWeek })}
      {closed.length > 0 && <> {t('forecast.closedOn', { days: closed.join(', ') })}</>}
    </>
  )
}

function Week({ found, type }: { found: WeeklyForecast; type: string | undefined }) {
  const { Busiest, Scored } = found
  const yesterday = Scored.at(-1)
  return (
    <>
      {Busiest && <Act busiest={Busiest} zone={found.TimeZone} type={type} />}
      <WeekCard forecast={found} />
      <div className="fc-cards">
        {yesterday && <YesterdayCard day={yesterday} />}
        <QualityCard scored={Scored} isKept />
        <ScoresCard scored={Scored} />
      </div>
    </>
  )
}

interface ActProps {
  busiest: NonNullable<WeeklyForecast['Busiest']>
  zone: string
  type: string | undefined
}

/** One sentence that a person can act on. */
function Act({ busiest, zone, type }: ActProps) {
  const { t } = useTranslation()
  const { StartAt, Hour, Mean, Low80, High80, Past, Device } = busiest
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone }).format(StartAt)
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(day)
  return (
    <div className="fc-act">
      <Users className="icon" aria-hidden="true" />
      <p>
        <b>
          {t('forecast.act', {
            day: weekdayName(weekday, 'long'),
            from: hourText(StartAt, zone),
            to: hourText(StartAt + 3_600_000, zone),
            mean: meanText(Mean),
          })}
        </b>
        {t('forecast.actRange', { low: Low80, high: High80 })}{' '}
        {Device &&
          Past > 1 &&
          t('forecast.actPlace', { count: Past, most: Device.Count, device: Device.Name })}{' '}
        {t('forecast.actAdvice')}
      </p>
      <Link
        className="btn sm"
        to="/devices/alert-activity"
        search={{
          searchFilters: { ...(type && findAlertType(type) && { type: [type] }) },
          cell: [weekday, Hour],
        }}
      >
        {t('forecast.activity')}
      </Link>
    </div>
  )
}

function NotYet({ found: { DaysOfData, IsSilent, NeededDays, StartsOn } }: { found: WeeklyForecast }) {
  const { t } = useTranslation()
  if (IsSilent)
    return (
      <section className="card">
        <Empty icon={Unplug} title={t('forecast.silent')} heading="h2">
          {t('forecast.silentText')}
        </Empty>
      </section>
    )
  if (StartsOn === null)
    return (
      <section className="card">
        <Empty icon={TrendingUp} title={t('forecast.noData')} heading="h2">
          {t('forecast.noDataText', { needed: NeededDays })}
        </Empty>
      </section>
    )
  const words = { have: DaysOfData, needed: NeededDays, date: dateText(StartsOn) }
  return (
    <section className="card">
      <Empty icon={Clock} title={t('forecast.notYet')} heading="h2">
        {t('forecast.notYetText', words)}
      </Empty>
      <div className="meter fc-meter" style={{ '--kc': 'var(--accent)' }}>
        <i style={{ width: `${(100 * DaysOfData) / NeededDays}%` }} />
      </div>
    </section>
  )
}
