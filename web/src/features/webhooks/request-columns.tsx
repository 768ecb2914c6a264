import type { WebhookRequestRow } from '@eot/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { When } from '../../domain/time-text.tsx'
import { cellColumn, textColumn } from '../../lib/lists/columns.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { LastResult } from './last-result.tsx'
import { type requestList, requestPath } from './request-list.ts'
import { ResumeButton } from './resume-button.tsx'

type RequestSort = (typeof requestList)['sort'][number]

export const requestColumns = (): Column<WebhookRequestRow, RequestSort>[] => [
  cellColumn(t('webhooks.column.request'), (row) => <RequestName row={row} />, {
    sort: 'Name',
    className: 'cut',
  }),
  cellColumn(t('webhooks.column.address'), (row) => <Address row={row} />, { sort: 'Url', className: 'cut' }),
  textColumn(t('webhooks.column.site'), ({ Site }) => Site.Name, { sort: 'Site', className: 'cut' }),
  cellColumn(t('webhooks.column.events'), (row) => <Uses row={row} />),
  cellColumn(t('webhooks.column.last'), (row) => <RequestState row={row} />),
]

interface RowProps {
  row: WebhookRequestRow
}

function RequestName({ row }: RowProps) {
  return (
    <Link to={requestPath} search={{ id: row.Id }} className="plain strong truncate">
      {row.Name}
    </Link>
  )
}

function Address({ row: { Method, Url } }: RowProps) {
  return (
    <span className="webhook-address">
      <b>{Method}</b> <span className="mono">{Url}</span>
    </span>
  )
}

/** The number of webhook events that send it, linked to their list. */
function Uses({ row: { Id, EventCount: count } }: RowProps) {
  const { t } = useTranslation()
  if (count === 0) return <span className="faint">{t('webhooks.usedBy.none')}</span>
  return (
    <Link to="/site/webhooks/events" search={{ request: Id }}>
      {t('webhooks.usedBy.count', { count })}
    </Link>
  )
}

function RequestState({ row }: RowProps) {
  const { t } = useTranslation()
  const mayResume = useFeatures(requestPath).edit
  if (row.LostSecrets.length > 0)
    return (
      <Chip tone="critical" glyph="critical">
        {t('webhooks.lost.short')}
      </Chip>
    )
  if (row.StoppedAt === null) return <LastResult of={row} />
  return (
    <span className="row nowrap">
      <Chip tone="critical" glyph="critical">
        {t('webhooks.stopped.short')} <When at={row.StoppedAt} toMinute />
      </Chip>
      {mayResume && <ResumeButton id={row.Id} name={row.Name} />}
    </span>
  )
}

/** A webhook request as a card, on narrow screens. */
export function RequestCard({ row }: RowProps) {
  return (
    <div className="row-card">
      <RequestName row={row} />
      <div className="truncate muted">
        <Address row={row} />
      </div>
      <div className="row wrap muted">
        <span className="truncate">{row.Site.Name}</span>
        <span className="spacer" />
        <Uses row={row} />
      </div>
      <RequestState row={row} />
    </div>
  )
}
