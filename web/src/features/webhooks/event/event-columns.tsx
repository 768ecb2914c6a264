import type { WebhookEventRow } from '@eot/contract/webhook-events'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Said } from '../../../domain/terms/said.tsx'
import { WeekStrip } from '../../../domain/terms/week-strip.tsx'
import { cellColumn, RowLink, textColumn } from '../../../lib/lists/columns.tsx'
import { RowControls } from '../../../lib/lists/row-controls.tsx'
import { useMinute } from '../../../lib/time/now.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { t } from '../../../texts/i18n.ts'
import { Chip } from '../../../ui/chip.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { eventList } from '../event-list.ts'
import { LastResult } from '../last-result.tsx'
import { requestPath } from '../request-list.ts'
import { EventMenu } from './event-menu.tsx'
import { EventSwitch } from './event-switch.tsx'
import { ruleOfRow } from './event-values.ts'

export type EventSort = (typeof eventList)['sort'][number]

export const eventColumns = (): Column<WebhookEventRow, EventSort>[] => [
  cellColumn(t('webhooks.column.event'), (row) => <RuleCell row={row} />, {
    sort: 'Name',
    className: 'rule-cell',
  }),
  cellColumn(t('webhooks.column.request'), (row) => <RequestLink row={row} />, {
    sort: 'WebhookRequest',
    className: 'cut',
  }),
  textColumn(t('webhooks.column.site'), ({ Site }) => Site.Name, { sort: 'Site', className: 'cut' }),
  cellColumn(t('webhooks.column.week'), (row) => <Week row={row} />),
  cellColumn(t('webhooks.column.last'), (row) => <LastResult of={row} />),
  cellColumn(t('webhooks.column.state'), (row) => <Actions row={row} />, { titleHidden: true }),
]

interface RowProps {
  row: WebhookEventRow
}

function useIsSilent({ IsActive, PausedUntil }: WebhookEventRow): boolean {
  const now = useMinute()
  return !IsActive || (PausedUntil !== null && Date.parse(PausedUntil) > now)
}

function RuleCell({ row }: RowProps) {
  const { t } = useTranslation()
  const isSilent = useIsSilent(row)
  return (
    <div className="rule">
      <Glyph level={isSilent ? 'idle' : 'ok'} />
      <div>
        <RowLink list={eventList} id={row.Id}>
          <span className="strong">{row.Name}</span>
        </RowLink>
        <p className="say">
          <Said rule={ruleOfRow(row)} />
        </p>
        {!row.IsActive && (
          <span className="row state-chips">
            <Chip tone="outline">{t('subscriptions.off')}</Chip>
          </span>
        )}
      </div>
    </div>
  )
}

function RequestLink({ row: { WebhookRequest } }: RowProps) {
  const { t } = useTranslation()
  if (WebhookRequest === null) return <span className="fg-critical">{t('webhooks.events.missing')}</span>
  return (
    <Link to={requestPath} search={{ id: WebhookRequest.Id }} className="truncate">
      {WebhookRequest.Name}
    </Link>
  )
}

function Week({ row }: RowProps) {
  return <WeekStrip window={ruleOfRow(row)} off={useIsSilent(row)} />
}

function Actions({ row }: RowProps) {
  const mayEdit = useFeatures(eventList.path).edit
  return (
    <RowControls>
      {mayEdit && <EventSwitch event={row} />}
      <EventMenu event={row} />
    </RowControls>
  )
}

/** A webhook event as a card, on narrow screens. */
export function EventCard({ row }: RowProps) {
  return (
    <div className="row-card rule-card">
      <span className="acts">
        <Actions row={row} />
      </span>
      <RuleCell row={row} />
      <Week row={row} />
      <span className="muted">
        <LastResult of={row} />
      </span>
    </div>
  )
}
