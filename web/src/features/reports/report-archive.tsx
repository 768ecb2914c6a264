import { type ReportRecord, reports } from '@eot/contract/reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { call } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'

const pollMs = 1000

interface ArchiveProps {
  siteId: string
  /** Only reports made from this own report. `none`: only reports that were not made from one. */
  ownReport?: string | undefined
  /** The id of the report that is shown. */
  open: string | undefined
  onOpen: (id: string | undefined) => void
}

/** The reports that were made before, or are being made. */
export function ReportArchive({ siteId, ownReport, open, onOpen }: ArchiveProps) {
  const { t } = useTranslation()
  const query = useQuery({
    ...queryOf(reports.list, { params: { id: siteId }, query: { PageSize: 20, ownReport } }),
    refetchInterval: ({ state }) =>
      state.data?.Items?.some(({ State }) => State === 'Waiting') ? pollMs : false,
  })
  useNotice(query.data?.Items ?? [])
  return (
    <section className="card">
      <header>
        <h2>{t('reports.archive')}</h2>
        <span className="note">{t('reports.kept')}</span>
      </header>
      <Panel query={query} skeleton={<Skeleton height={120} />}>
        {({ Items = [] }) =>
          Items.length === 0 ? (
            <p className="body muted">{t('reports.noneMade')}</p>
          ) : (
            <ul className="report-archive">
              {Items.map((record) => (
                <Row key={record.Id} record={record} isOpen={record.Id === open} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </Panel>
    </section>
  )
}

/** Shows a message when a report that was being made is ready. */
function useNotice(records: readonly ReportRecord[]): void {
  const { t } = useTranslation()
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const { Id, State, Name } of records) {
      if (State === 'Waiting') waiting.current.add(Id)
      else if (waiting.current.delete(Id))
        showToast(t(State === 'Ready' ? 'reports.isReady' : 'reports.notMade', { name: Name }))
    }
  }, [records, t])
}

interface RowProps {
  record: ReportRecord
  isOpen: boolean
  onOpen: (id: string | undefined) => void
}

function Row({ record, isOpen, onOpen }: RowProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const mayMake = useAllowed('GenerateReport')
  const cancel = useMutation({
    mutationFn: () => call(reports.cancel, { params: { id: record.Id } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [reports.list.path] }),
  })
  const days = record.FirstDay === record.LastDay ? record.FirstDay : `${record.FirstDay} – ${record.LastDay}`
  return (
    <li className="report-made" aria-current={isOpen || undefined}>
      {record.State === 'Ready' ? (
        <button type="button" className="link-button" onClick={() => onOpen(isOpen ? undefined : record.Id)}>
          {record.Name}
        </button>
      ) : (
        <span>{record.Name}</span>
      )}
      <small className="report-archive-note">
        {days}
        {record.State === 'Ready' && record.Headline ? ` · ${record.Headline}` : ''}
        {record.Receivers > 0 ? ` · ${t('reports.sentTo', { count: record.Receivers })}` : ''}
      </small>
      {record.State === 'Waiting' && (
        <span className="report-progress">
          <progress
            className="report-bar-of-progress"
            value={record.Progress}
            max={1}
            aria-label={t('reports.making', { name: record.Name })}
          />
          {mayMake && (
            <IconButton icon={X} size="sm" label={t('reports.cancel')} onClick={() => cancel.mutate()} />
          )}
        </span>
      )}
      {(record.State === 'Failed' || record.State === 'Canceled') && (
        <small className="report-archive-note">{t(`reports.state.${record.State}`)}</small>
      )}
    </li>
  )
}
