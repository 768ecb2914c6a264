import './history.css'
import { type AuditEntry, audit } from '@eot/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { clockSeconds, dayText, fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { ChangeList } from './change-list.tsx'
import { actionText } from './history-words.ts'

/** Entries about one record, or all at a site. */
export type HistoryOf = { subject: string } | { SiteId: string; IncludeSubSites: boolean }

const rowsAtFirst = 20
const mostRows = 200

/**
 * The history of a record or site by day, newest first: who changed what, before and after, from where. Nothing for
 * users who may not read it.
 */
export function HistorySection({ of }: { of: HistoryOf }) {
  const { t } = useTranslation()
  const id = useId()
  const isAllowed = useAllowed('ViewHistory')
  const [PageSize, setPageSize] = useState(rowsAtFirst)
  const query = useQuery({
    ...queryOf(audit.list, { query: { ...of, PageSize } }),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  })
  if (!isAllowed) return null
  return (
    <section className="history" aria-labelledby={id}>
      <h3 id={id}>{t('history.title')}</h3>
      <Panel query={query} skeleton={<SkeletonRows rows={4} />}>
        {({ Items = [], Total }) =>
          Items.length === 0 ? (
            <p className="muted">{t('history.empty')}</p>
          ) : (
            <>
              <Days entries={Items} />
              {Items.length < Total && PageSize < mostRows && (
                <Button size="sm" disabled={query.isFetching} onClick={() => setPageSize(mostRows)}>
                  {t('history.more', { count: Math.min(Total, mostRows) - Items.length })}
                </Button>
              )}
            </>
          )
        }
      </Panel>
    </section>
  )
}

function Days({ entries }: { entries: readonly AuditEntry[] }) {
  const zone = useTimeZone()
  const now = useMinute()
  const days = Map.groupBy(entries, ({ At }) => dayText(At, zone, now))
  return [...days].map(([day, ofDay]) => (
    <div key={day} className="history-day">
      <h4>{day}</h4>
      <ol>
        {ofDay.map((entry) => (
          <Entry key={entry.Id} entry={entry} zone={zone} />
        ))}
      </ol>
    </div>
  ))
}

function Entry({ entry, zone }: { entry: AuditEntry; zone: string }) {
  const { t } = useTranslation()
  return (
    <li>
      <time dateTime={entry.At} title={fullTime(entry.At, zone)}>
        {clockSeconds(entry.At, zone)}
      </time>
      <div>
        <b>{actionText(entry.Action)}</b>
        <ChangeList entry={entry} />
        <small>
          {entry.Actor?.Name ?? t('history.program')}
          {entry.Address && `, ${t('history.from', { address: entry.Address })}`}
        </small>
      </div>
    </li>
  )
}
