import './activity-cards.css'
import { alertCounts } from '@eot/contract/alert-counts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { activityOf, barInterval } from '../../../domain/alert-counts/activity.ts'
import { ActivityBars } from '../../../domain/alert-counts/activity-bars.tsx'
import { ActivityHeadline } from '../../../domain/alert-counts/activity-headline.tsx'
import { CountList } from '../../../domain/alert-counts/count-list.tsx'
import { CountedDevice } from '../../../domain/alert-counts/counted-device.tsx'
import { HourHeatmap } from '../../../domain/alert-counts/hour-heatmap.tsx'
import { Panel } from '../../../domain/panel.tsx'
import { RangeFilter } from '../../../domain/range-filter.tsx'
import { rangeName } from '../../../domain/range-name.ts'
import { useWeather } from '../../../domain/weather/use-weather.ts'
import { keepingPrevious } from '../../../lib/api/keeping-previous.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useMinute } from '../../../lib/time/now.ts'
import { periodBefore } from '../../../lib/time/period-before.ts'
import { useCurrentSiteId, useSitePath, useTimeZone } from '../../../session/current-site.ts'
import { useOpensPage } from '../../../session/use-session.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PageLink } from '../page-link.tsx'
import { WeatherCard } from './weather-card.tsx'

const refetchInterval = 60_000
const devicesShown = 6

/** When and where the alerts of the last weeks started. Choosing a period opens the page of alert activity. */
export function ActivityCards() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const zone = useTimeZone()
  const siteId = useCurrentSiteId()
  const weather = useShownWeather(siteId)
  const { searchFilters = {} } = useSearch({ from: '/portal/dashboard' })
  const activity = activityOf(searchFilters, {
    siteId,
    zone,
    now: useMinute(),
    filter: (change) => void navigate({ to: '/devices/alert-activity', search: { searchFilters: change } }),
  })
  const { query, range, preset, now } = activity
  const before = { ...query, ...periodBefore(range, zone, now) }
  const interval = barInterval(range)
  const overTime = useQuery({
    ...keepingPrevious(queryOf(alertCounts.overTimeByType, { query: { ...query, Mode: 'Sum', interval } })),
    refetchInterval,
  })
  const heatmap = useQuery({
    ...keepingPrevious(queryOf(alertCounts.heatmapBySite, { query })),
    refetchInterval,
  })
  const top = useQuery({
    ...keepingPrevious(queryOf(alertCounts.byDevice, { query: { ...query, results: devicesShown } })),
    refetchInterval,
  })
  const enabled = range.startTime > 0 && before.startTime >= 0
  const devicesBefore = useQuery({
    ...keepingPrevious({ ...queryOf(alertCounts.byDevice, { query: before }), enabled }),
  })
  const typesBefore = useQuery({
    ...keepingPrevious({ ...queryOf(alertCounts.byType, { query: before }), enabled }),
  })
  const count = overTime.data?.Series.flatMap(({ Points }) => Points).reduce(
    (sum, [, value]) => sum + value,
    0,
  )
  return (
    <div className="grid dash activity-on-dashboard">
      <search className="filters c12" aria-label={t('activity.overTime')}>
        <RangeFilter
          preset={preset}
          range={range}
          zone={zone}
          onChange={(next, custom) =>
            void navigate({
              to: '/dashboard',
              search: (before) => ({ ...before, searchFilters: { range: next, ...custom } }),
              resetScroll: false,
            })
          }
        />
      </search>
      <section className="card c8">
        <header>
          <h2>{t('activity.overTime')}</h2>
          <span className="note keep">
            {count !== undefined && (
              <ActivityHeadline
                count={count}
                before={typesBefore.data?.reduce((sum, { Count }) => sum + Count, 0)}
                soFar={now < range.endTime}
              />
            )}
          </span>
        </header>
        <div className="body">
          <Panel query={overTime} skeleton={<Skeleton height={230} />}>
            {(series) => <ActivityBars series={series} activity={activity} />}
          </Panel>
        </div>
      </section>
      <div className="c4">
        <CountList
          title={t('activity.topDevices')}
          note={rangeName(preset, range, zone)}
          counts={top}
          before={devicesBefore}
          color={() => 'var(--accent)'}
          name={(one) => <CountedDevice count={one} activity={activity} />}
          empty={t('activity.none')}
        />
      </div>
      <section className={`card ${weather.shown ? 'c8' : 'c12'}`}>
        <header>
          <h2>{t('activity.whenTitle')}</h2>
          <span className="note">{t('activity.whenNote')}</span>
          <div className="end">
            <PageLink path="/devices/alert-activity" search={{ searchFilters }}>
              {t('activity.title')}
            </PageLink>
          </div>
        </header>
        <div className="body">
          <Panel query={heatmap} skeleton={<Skeleton height={260} />}>
            {(cells) =>
              // Its width depends on whether there is weather beside it.
              weather.isPending ? (
                <Skeleton height={260} />
              ) : (
                <HourHeatmap heatmap={cells} activity={activity} />
              )
            }
          </Panel>
        </div>
      </section>
      {weather.shown && <WeatherCard weather={weather.shown} {...{ siteId, siteName: weather.siteName }} />}
    </div>
  )
}

/** Returns the weather, unless there is none, or the site lacks an address that this user cannot enter. */
function useShownWeather(siteId: string) {
  const { data, isPending } = useWeather(siteId)
  const siteName = useSitePath().data?.name ?? ''
  const opensSettings = useOpensPage('/site')
  const isLost = data?.State === 'NoAddress' || data?.State === 'AddressNotFound'
  const isShown = data !== undefined && data.State !== 'Off' && (!isLost || opensSettings)
  return { isPending, siteName, shown: isShown ? data : undefined }
}
