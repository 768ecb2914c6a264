import type { SystemMessageRow } from '@eot/contract/system-messages'
import { Clock, Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { cellColumn, RowLink } from '../../lib/lists/columns.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { fullTime, shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { t } from '../../texts/i18n.ts'
import { numberText } from '../../texts/number-format.ts'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { type MessageSortField, messageList } from './message-list.ts'

export const messageColumns = (): Column<SystemMessageRow, MessageSortField>[] => [
  cellColumn(t('messages.message'), (row) => <Message row={row} />, { sort: 'Title', className: 'cut' }),
  cellColumn(t('messages.who'), (row) => <Audience row={row} />, { className: 'cut' }),
  cellColumn(t('messages.when'), (row) => <Span row={row} />, { sort: 'StartAt' }),
  cellColumn(t('messages.state'), (row) => <State row={row} />),
  cellColumn(t('messages.dismissedCount'), (row) => <Dismissed row={row} />),
]

function Message({ row }: { row: SystemMessageRow }) {
  return (
    <span className="message-cell">
      <Glyph level={levelOf(row.Severity)} label={t(`vocabulary.severity.${row.Severity}`)} />
      <span className="truncate">
        <RowLink list={messageList} id={row.Id}>
          <span className="strong">{row.Title}</span>
        </RowLink>
        <small className="truncate">{row.Description}</small>
      </span>
    </span>
  )
}

const listOf = (items: readonly { Name: string }[]) => items.map(({ Name }) => Name).join(', ')

function Audience({ row }: { row: SystemMessageRow }) {
  const { t } = useTranslation()
  return (
    <span className="message-lines">
      <span className="truncate">{listOf(row.Sites) || t('messages.nobody')}</span>
      <small className="truncate">{listOf(row.UserRoles) || t('messages.everyone')}</small>
    </span>
  )
}

function Span({ row }: { row: SystemMessageRow }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const time = (at: string) => <span title={fullTime(at, zone)}>{shortTime(at, zone, now)}</span>
  return (
    <span className="message-lines muted nowrap">
      {time(row.StartAt)}
      <small>
        {row.EndAt === null
          ? t('messages.untilChanged')
          : t('messages.to', { when: shortTime(row.EndAt, zone, now) })}
      </small>
    </span>
  )
}

function State({ row }: { row: SystemMessageRow }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  if (!row.IsActive) return <Chip tone="outline">{t('messages.draft')}</Chip>
  if (row.EndAt !== null && Date.parse(row.EndAt) <= now) return <Chip>{t('messages.ended')}</Chip>
  // Minutes are rounded down, but a message begins within its minute.
  if (Date.parse(row.StartAt) >= now + 60_000)
    return <Chip icon={Clock}>{t('messages.begins', { when: shortTime(row.StartAt, zone, now) })}</Chip>
  return (
    <Chip tone="ok" icon={Eye}>
      {t('messages.shownNow')}
    </Chip>
  )
}

function Dismissed({ row }: { row: SystemMessageRow }) {
  const { t } = useTranslation()
  if (row.Severity === 'Critical') return <span className="faint">{t('messages.noDismissal')}</span>
  return numberText(row.DismissedCount)
}

/** A message as a card, on narrow screens. */
export function MessageCard({ row }: { row: SystemMessageRow }) {
  return (
    <div className="row-card">
      <Message row={row} />
      <div className="row card-line muted">
        <Audience row={row} />
        <span className="spacer" />
        <State row={row} />
      </div>
      <Span row={row} />
    </div>
  )
}
