import { type QuarantineRow, quarantine } from '@eot/contract/quarantine'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { EmptyList } from '../../lib/lists/empty-list.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { fullTime, shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { t as text } from '../../texts/i18n.ts'
import { numberText } from '../../texts/number-format.ts'
import { messageText } from '../../texts/problem-text.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Pager } from '../../ui/pager.tsx'

const pageSize = 10

const columns = (): Column<QuarantineRow>[] => [
  { key: 'at', title: text('sites.quarantine.received'), cell: (row) => <Received row={row} /> },
  {
    key: 'channel',
    title: text('sites.quarantine.channel'),
    cell: (row) => text(`sites.quarantine.${row.Channel}`),
  },
  { key: 'device', title: text('sites.quarantine.device'), cell: (row) => <Sender row={row} /> },
  {
    key: 'reason',
    title: text('sites.quarantine.reason'),
    cell: (row) => messageText(row.Reason),
    className: 'reason-cell',
  },
  {
    key: 'payload',
    title: text('sites.quarantine.payload'),
    cell: (row) => (
      <span className="mono payload" title={row.Payload}>
        {row.Payload}
      </span>
    ),
    className: 'payload-cell',
  },
  {
    key: 'count',
    title: text('sites.quarantine.count'),
    cell: (row) => numberText(row.Count),
    numeric: true,
  },
]

/** Rejected readings, newest first. Similar ones are combined into one row with a count. */
export function QuarantineList({ siteId }: { siteId: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const list = useQuery(
    keepingPrevious(queryOf(quarantine.list, { query: { SiteId: siteId, Page: page, PageSize: pageSize } })),
  )
  return (
    <section className="card c12 list-page" aria-label={t('sites.quarantine.title')}>
      <header>
        <h2>{t('sites.quarantine.title')}</h2>
        <span className="note">{t('sites.quarantine.note')}</span>
      </header>
      <DataTable
        label={t('sites.quarantine.title')}
        columns={columns()}
        rows={list.data?.Items ?? (list.isError ? [] : undefined)}
        keyOf={(row) => row.Id}
        card={(row) => <Card row={row} />}
        stale={list.isPlaceholderData}
        instead={
          <EmptyList
            query={list}
            onFirstPage={() => setPage(0)}
            empty={{
              icon: ShieldCheck,
              title: t('sites.quarantine.empty'),
              text: t('sites.quarantine.emptyText'),
            }}
          />
        }
      />
      {list.data && list.data.Total > pageSize && (
        <Pager page={page} pageSize={pageSize} total={list.data.Total} onPage={setPage} />
      )}
    </section>
  )
}

function Received({ row }: { row: QuarantineRow }) {
  const zone = useTimeZone()
  const now = useMinute()
  return (
    <time dateTime={row.ReceivedAt} title={fullTime(row.ReceivedAt, zone)}>
      {shortTime(row.ReceivedAt, zone, now)}
    </time>
  )
}

function Sender({ row }: { row: QuarantineRow }) {
  if (row.Device) return row.Device.Name
  if (row.Mac) return <span className="mono">{row.Mac}</span>
  return <span className="faint">{text('sites.quarantine.unknownDevice')}</span>
}

function Card({ row }: { row: QuarantineRow }) {
  const { t } = useTranslation()
  return (
    <div className="row-card">
      <div className="row">
        <Sender row={row} />
        <span className="spacer" />
        <Received row={row} />
      </div>
      <div className="strong">{messageText(row.Reason)}</div>
      <div className="mono payload">{row.Payload}</div>
      <div className="faint">
        {t(`sites.quarantine.${row.Channel}`)}, {t('sites.quarantine.times', { count: row.Count })}
      </div>
    </div>
  )
}
