import type { LoggedMessage } from '@eot/contract/logs'
import { timeColumn } from '../../domain/time-column.tsx'
import { When } from '../../domain/time-text.tsx'
import { cellColumn, numberColumn, RowLink, textColumn } from '../../lib/lists/columns.tsx'
import { t } from '../../texts/i18n.ts'
import type { Column } from '../../ui/data-table.tsx'
import { type MessageSortField, messageList } from './message-list.ts'
import { MessageStatusMark } from './message-status.tsx'

export const messageColumns = (): Column<LoggedMessage, MessageSortField>[] => [
  cellColumn(t('logs.column.receiver'), (mail) => <Receiver mail={mail} />, {
    sort: 'Receiver',
    className: 'email-to',
  }),
  textColumn(t('logs.column.subject'), (mail) => mail.Subject, { sort: 'Type', className: 'email-subject' }),
  textColumn(t('logs.column.site'), (mail) => mail.Site?.Name, { className: 'email-site muted' }),
  cellColumn(t('logs.column.status'), (mail) => <MessageStatusMark status={mail.Status} />, {
    sort: 'Status',
  }),
  numberColumn(t('logs.column.attempts'), (mail) => mail.Attempts, { className: 'email-attempts' }),
  timeColumn(t('logs.column.requested'), (mail) => mail.CreatedAt, { sort: 'CreatedAt' }),
]

/** Browser notifications have only a name, no address. */
const hasAddress = ({ User, Receiver }: LoggedMessage) => User !== null && User.Name !== Receiver

function Receiver({ mail }: { mail: LoggedMessage }) {
  return (
    <>
      <RowLink list={messageList} id={mail.Id}>
        {mail.User?.Name ?? mail.Receiver}
      </RowLink>
      {hasAddress(mail) && <small>{mail.Receiver}</small>}
    </>
  )
}

/** An email as a card, on narrow screens. */
export function MessageCard({ mail }: { mail: LoggedMessage }) {
  return (
    <div className="row-card">
      <div className="row">
        <h2 className="truncate">
          <RowLink list={messageList} id={mail.Id}>
            {mail.User?.Name ?? mail.Receiver}
          </RowLink>
        </h2>
        <span className="spacer" />
        <MessageStatusMark status={mail.Status} />
      </div>
      <div className="row muted">
        <span className="truncate">{mail.Subject}</span>
        <span className="spacer" />
        <span className="faint">
          <When at={mail.CreatedAt} />
        </span>
      </div>
      {hasAddress(mail) && <div className="faint truncate">{mail.Receiver}</div>}
    </div>
  )
}
