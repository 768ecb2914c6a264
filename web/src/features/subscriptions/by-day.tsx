import './by-day.css'
import { type DayWindow, subscriptions } from '@eot/contract/subscriptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailPlus, SearchX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hourSpan } from '../../domain/terms/week-strip.tsx'
import { useWeekTime } from '../../domain/windows/use-week-time.ts'
import { hoursText } from '../../domain/windows/window-words.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { RowLink } from '../../lib/lists/columns.tsx'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { useTypedSearch } from '../../lib/lists/use-typed-search.ts'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { cardsBelowPx } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { byRecord, type WeekRow } from './by-record.ts'
import { filterQuery } from './filter-query.ts'
import { subscriptionList } from './subscription-list.ts'
import { StateChips, useIsSilent } from './subscription-state.tsx'

/** The active subscriptions of the current site and its sub-sites as a week. On a phone, one day at a time. */
export function ByDay({ filters }: { filters: ReactNode }) {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const list = useListState(subscriptionList)
  const [typed, setTyped] = useTypedSearch(list.search, list.onSearch)
  const { alertType } = filterQuery({ type: list.filters.type })
  const query = useQuery({
    ...queryOf(subscriptions.byDay, { query: { SiteId, alertType, search: list.search || undefined } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="split list-page alone">
      <div>
        <PageHead
          title={t('subscriptions.title')}
          actions={
            <SearchBox
              label={t('subscriptions.search')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          }
        />
        {filters}
        <section className="card" aria-label={t('subscriptions.byDay.label')}>
          {query.isError ? (
            <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <SkeletonRows rows={8} />
          ) : query.data.length === 0 && list.isNarrowed ? (
            <Empty
              icon={SearchX}
              title={t('subscriptions.nothing')}
              action={<Button onClick={list.onClear}>{t('action.clearFilters')}</Button>}
            >
              {t('subscriptions.nothingHint')}
            </Empty>
          ) : query.data.length === 0 ? (
            <Empty icon={MailPlus} title={t('subscriptions.byDay.empty')}>
              {t('subscriptions.byDay.emptyText')}
            </Empty>
          ) : (
            <Week windows={query.data} />
          )}
        </section>
      </div>
    </div>
  )
}

function Week({ windows }: { windows: readonly DayWindow[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, cardsBelowPx)
  const now = useWeekTime()
  const [chosen, setChosen] = useState(now.day)
  const days = isNarrow ? [chosen] : weekdays
  return (
    <div ref={box}>
      {isNarrow && (
        <div className="day-choice">
          <Segments
            fill
            label={t('subscriptions.byDay.day')}
            value={String(chosen)}
            options={weekdays.map((day) => ({
              value: String(day),
              text: (
                <>
                  <span aria-hidden="true">{weekdayName(day, 'narrow')}</span>
                  <span className="vh">{weekdayName(day, 'long')}</span>
                </>
              ),
            }))}
            onChange={(day) => setChosen(Number(day))}
          />
        </div>
      )}
      <table className="by-day" aria-label={t('subscriptions.byDay.label')}>
        <thead>
          <tr>
            <th scope="col">{t('subscriptions.column.rule')}</th>
            {days.map((day) => (
              <th key={day} scope="col" className={day === now.day ? 'now' : undefined}>
                {weekdayName(day, isNarrow ? 'long' : 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byRecord(windows).map((row) => (
            <Row key={row.id} row={row} days={days} now={now} />
          ))}
        </tbody>
      </table>
      <p className="by-day-foot">{t('subscriptions.byDay.foot')}</p>
    </div>
  )
}

interface RowProps {
  row: WeekRow
  days: readonly number[]
  now: { day: number; hour: number }
}

function Row({ row, days, now }: RowProps) {
  const { t } = useTranslation()
  const subscription = { IsActive: true, PausedUntil: row.pausedUntil }
  const isSilent = useIsSilent()(subscription)
  return (
    <tr>
      <th scope="row">
        <RowLink list={subscriptionList} id={row.id}>
          <span className="truncate">{row.name}</span>
        </RowLink>
        <small className="truncate">{row.site}</small>
        <StateChips subscription={subscription} />
      </th>
      {days.map((day) => {
        const parts = row.parts.filter((part) => part.day === day)
        return (
          <td key={day}>
            {parts.length === 0 && <span className="vh">{t('subscriptions.byDay.none')}</span>}
            {parts.map(({ start, end, fromDayBefore, runsOn }) => {
              const hours = hoursText({ StartTime: start, EndTime: end })
              const text = fromDayBefore
                ? t('subscriptions.byDay.fromBefore', { hours })
                : runsOn
                  ? t('subscriptions.byDay.runsOn', { hours })
                  : hours
              return (
                <span
                  key={start}
                  className={classNames('part', runsOn && 'to', fromDayBefore && 'from', isSilent && 'off')}
                  style={hourSpan(start, end)}
                  title={text}
                >
                  <span className="vh">{text}</span>
                </span>
              )
            })}
            {day === now.day && <u style={{ left: `${(now.hour / 24) * 100}%` }} />}
          </td>
        )
      })}
    </tr>
  )
}
