import './coverage.css'
import { type CoverageSpan, type SiteCoverage, schedule } from '@eot/contract/schedule'
import { alertTypes } from '@eot/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { useWeekTime } from '../../domain/windows/use-week-time.ts'
import { hoursText } from '../../domain/windows/window-words.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { DayChoice } from './day-choice.tsx'
import { criticalTypes, useWorstType } from './worst-type.ts'

const PageSize = 25
const weekFromPx = 760
const anyType = 'Any'

/** Who would be notified of an alert at the current site and each of its sub-sites, hour by hour. */
export function Coverage() {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const navigate = useNavigate({ from: '/my-schedule' })
  const { type } = useSearch({ from: '/portal/my-schedule' })
  const [Page, setPage] = useState(0)
  const isChosen = type === anyType || alertTypes.some(({ Key }) => Key === type)
  const worst = useWorstType(SiteId, PageSize, !isChosen)
  const shown = isChosen ? type : worst
  const alertType = alertTypes.find(({ Key }) => Key === shown)?.Id
  const query = useQuery({
    ...keepingPrevious(queryOf(schedule.coverage, { query: { SiteId, alertType, Page, PageSize } })),
    enabled: shown !== undefined,
  })
  return (
    <>
      <div className="coverage-filter">
        <Select
          label={t('schedule.coverage.type')}
          value={shown ?? criticalTypes[0]?.Key ?? anyType}
          options={[
            { value: anyType, text: t('schedule.coverage.anyType') },
            ...alertTypes.map((one) => ({ value: one.Key, text: alertTypeName(one) })),
          ]}
          onChange={(chosen) =>
            void navigate({
              to: '.',
              search: (before) => ({ ...before, type: chosen }),
              replace: true,
            })
          }
        />
        <ul className="legend" aria-label={t('schedule.coverage.legend')}>
          <li className="l-none">{t('schedule.coverage.nobody')}</li>
          <li className="l-one">{t('schedule.coverage.people', { count: 1 })}</li>
          <li className="l-more">{t('schedule.coverage.more')}</li>
        </ul>
      </div>
      <section className="card" aria-label={t('schedule.coverage.map')}>
        {query.isError ? (
          <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <SkeletonRows rows={6} />
        ) : query.data.Total === 0 ? (
          <Empty icon={MapPinOff} title={t('schedule.coverage.empty')}>
            {t('schedule.coverage.emptyText')}
          </Empty>
        ) : (
          <CoverageMap sites={query.data.Items ?? []} />
        )}
        {query.data && query.data.Total > PageSize && (
          <Pager page={Page} pageSize={PageSize} total={query.data.Total} onPage={setPage} />
        )}
        <p className="foot">{t('schedule.coverage.foot')}</p>
      </section>
    </>
  )
}

function CoverageMap({ sites }: { sites: readonly SiteCoverage[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, weekFromPx)
  const now = useWeekTime()
  const [chosen, setChosen] = useState(now.day)
  const days = isNarrow ? [chosen] : weekdays
  return (
    <div ref={box}>
      {isNarrow && <DayChoice day={chosen} onChange={setChosen} />}
      <table className="coverage-map" aria-label={t('schedule.coverage.map')}>
        <thead>
          <tr>
            <th scope="col">{t('schedule.coverage.site')}</th>
            {days.map((day) => (
              <th key={day} scope="col" className={day === now.day ? 'now' : undefined}>
                {weekdayName(day, isNarrow ? 'long' : 'short')}
              </th>
            ))}
            <th scope="col" className="figure">
              {t('schedule.coverage.uncovered')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => (
            <SiteLine key={site.Site.Id} site={site} days={days} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SiteLine({ site, days }: { site: SiteCoverage; days: readonly number[] }) {
  const { t } = useTranslation()
  const hours = Math.round(site.UnheardHours * 10) / 10
  return (
    <tr>
      <th scope="row">
        <span className="truncate">{site.Site.Name}</span>
        <small className="coverage-note truncate">
          {site.UnheardDevices.length > 0 && site.UnheardHours === 168
            ? t('schedule.coverage.never', { names: site.UnheardDevices.map(({ Name }) => Name).join(', ') })
            : t('schedule.coverage.devices', { count: site.Devices })}
        </small>
      </th>
      {days.map((day) => (
        <td key={day}>
          {site.Spans.filter(({ DayOfWeek }) => DayOfWeek === day).map((span) => (
            <Span key={span.StartTime} span={span} devices={site.Devices} />
          ))}
        </td>
      ))}
      <td className="figure">
        <b className={hours > 0 ? 'fg-critical' : 'fg-ok'}>{t('schedule.coverage.hours', { hours })}</b>
        <small className="coverage-note">{t('schedule.coverage.ofWeek')}</small>
      </td>
    </tr>
  )
}

function Span({ span, devices }: { span: CoverageSpan; devices: number }) {
  const { t } = useTranslation()
  const { StartTime, EndTime, People, Unheard } = span
  const hours = hoursText({ StartTime, EndTime })
  const heard =
    Unheard === 0
      ? t('schedule.coverage.people', { count: People })
      : Unheard === devices
        ? t('schedule.coverage.nobody')
        : t('schedule.coverage.some', { count: Unheard, devices })
  const look = Unheard > 0 ? 'nobody hatch' : People === 1 ? 'one' : 'more'
  return (
    <span
      className={classNames('span', look)}
      style={{ left: `${(StartTime / 24) * 100}%`, width: `${((EndTime - StartTime) / 24) * 100}%` }}
      title={`${hours}: ${heard}`}
    >
      <span className="vh">{`${hours}: ${heard}. `}</span>
    </span>
  )
}
