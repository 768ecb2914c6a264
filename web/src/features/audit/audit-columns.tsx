import type { AuditEntry } from '@eot/contract/audit'
import { ChangeList } from '../../domain/history/change-list.tsx'
import { actionText } from '../../domain/history/history-words.ts'
import { timeColumn } from '../../domain/time-column.tsx'
import { When } from '../../domain/time-text.tsx'
import { cellColumn, RowLink, textColumn } from '../../lib/lists/columns.tsx'
import { t } from '../../texts/i18n.ts'
import type { Column } from '../../ui/data-table.tsx'
import { type AuditSortField, auditList } from './audit-list.ts'

export const auditColumns = (): Column<AuditEntry, AuditSortField>[] => [
  timeColumn(t('history.log.when'), (entry) => entry.At, { sort: 'At' }),
  textColumn(t('history.log.who'), actorName),
  cellColumn(t('history.log.what'), (entry) => <What entry={entry} />),
  cellColumn(t('history.log.changes'), (entry) => <ChangeList entry={entry} />, { className: 'cut' }),
  textColumn(t('history.log.site'), (entry) => entry.Site?.Name, { className: 'muted audit-aside' }),
  textColumn(t('history.log.address'), (entry) => entry.Address, { className: 'muted audit-aside' }),
]

export const actorName = (entry: AuditEntry) => entry.Actor?.Name ?? t('history.program')

function What({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <RowLink list={auditList} id={entry.Id}>
        {actionText(entry.Action)}
      </RowLink>
      {entry.Subject?.Name && <small>{entry.Subject.Name}</small>}
    </>
  )
}

/** An entry as a card, on narrow screens. */
export function AuditCard({ entry }: { entry: AuditEntry }) {
  return (
    <div className="row-card">
      <div className="row">
        <h2 className="truncate">
          <RowLink list={auditList} id={entry.Id}>
            {actionText(entry.Action)}
          </RowLink>
        </h2>
        <span className="spacer" />
        <span className="faint">
          <When at={entry.At} />
        </span>
      </div>
      <div className="row muted">
        <span className="truncate">{actorName(entry)}</span>
        <span className="spacer" />
        <span className="truncate">{entry.Subject?.Name ?? entry.Site?.Name}</span>
      </div>
      <ChangeList entry={entry} />
    </div>
  )
}
