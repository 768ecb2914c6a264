import './history.css'
import { type AuditEntry, audit } from '@eot/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { clockSeconds, dayText, fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { ChangeList } from './change-list.tsx'
import { actionText } from './history-words.ts'
import { MoveBack } from './move-back.tsx'
import { type UndoableMove, undoableMove } from './undoable-move.ts'

/** Entries about one record, or all at a site. */
export type HistoryOf = { subject: string } | { SiteId: string; IncludeSubSites: boolean }

const rowsAtFirst = 20
const mostRows = 200

interface HistoryEntriesProps {
  of: HistoryOf
  /** The heading of a day, one level below that of the history. */
  dayHeading: 'h3' | 'h4'
}

/** The history of a record or site by day, newest first: who changed what, before and after, from where. */
export function HistoryEntries({ of, dayHeading }: HistoryEntriesProps) {
  const { t } = useTranslation()
  const [PageSize, setPageSize] = useState(rowsAtFirst)
  const query = useQuery(keepingPrevious(queryOf(audit.list, { query: { ...of, PageSize } })))
  return (
    <Panel query={query} skeleton={<SkeletonRows rows={4} />}>
      {({ Items = [], Total }) =>
        Items.length === 0 ? (
          <p className="muted">{t('history.empty')}</p>
        ) : (
          <>
            <Days entries={Items} heading={dayHeading} />
            {Items.length < Total && PageSize < mostRows && (
              <Button size="sm" disabled={query.isFetching} onClick={() => setPageSize(mostRows)}>
                {t('history.more', { count: Math.min(Total, mostRows) - Items.length })}
              </Button>
            )}
          </>
        )
      }
    </Panel>
  )
}

function Days({ entries, heading: Heading }: { entries: readonly AuditEntry[]; heading: 'h3' | 'h4' }) {
  const zone = useTimeZone()
  const now = useMinute()
  const days = Map.groupBy(entries, ({ At }) => dayText(At, zone, now))
  return [...days].map(([day, ofDay]) => (
    <div key={day} className="history-day">
      <Heading>{day}</Heading>
      <ol>
        {ofDay.map((entry) => (
          <Entry key={entry.Id} entry={entry} zone={zone} move={undoableMove(entry, entries, now)} />
        ))}
      </ol>
    </div>
  ))
}

function Entry({ entry, zone, move }: { entry: AuditEntry; zone: string; move: UndoableMove | null }) {
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
        {move && <MoveBack move={move} />}
      </div>
    </li>
  )
}
