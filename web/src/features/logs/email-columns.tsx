import type { EmailLogEntry } from '@eot/contract/logs'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../lib/time-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { EmailSortField } from './email-search.ts'
import { EmailStatusMark } from './email-status.tsx'

export function useEmailColumns(): Column<EmailLogEntry, EmailSortField>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'receiver',
        title: t('logs.column.receiver'),
        sort: 'Receiver',
        className: 'email-to',
        cell: (mail) => <Receiver mail={mail} />,
      },
      {
        key: 'subject',
        title: t('logs.column.subject'),
        sort: 'Type',
        className: 'email-subject',
        cell: (mail) => <span className="truncate">{mail.Subject}</span>,
      },
      {
        key: 'site',
        title: t('logs.column.site'),
        className: 'email-site muted',
        cell: (mail) => <span className="truncate">{mail.Site?.Name}</span>,
      },
      {
        key: 'status',
        title: t('logs.column.status'),
        sort: 'Status',
        cell: (mail) => <EmailStatusMark status={mail.Status} />,
      },
      {
        key: 'attempts',
        title: t('logs.column.attempts'),
        numeric: true,
        className: 'email-attempts',
        cell: (mail) => mail.Attempts,
      },
      {
        key: 'requested',
        title: t('logs.column.requested'),
        sort: 'CreatedAt',
        cell: (mail) => <When at={mail.CreatedAt} />,
      },
    ],
    [t],
  )
}

/** Opens the details; a real link, so that it can be opened in another tab. */
function MailLink({ mail }: { mail: EmailLogEntry }) {
  return (
    <Link
      className="plain"
      from="/admin/notifications"
      to="."
      search={(before) => ({ ...before, mail: mail.Id })}
      resetScroll={false}
    >
      {mail.User?.Name ?? mail.Receiver}
    </Link>
  )
}

function Receiver({ mail }: { mail: EmailLogEntry }) {
  return (
    <>
      <MailLink mail={mail} />
      {mail.User && <small>{mail.Receiver}</small>}
    </>
  )
}

/** The same mail where there is no room for a table. */
export function EmailCard({ mail }: { mail: EmailLogEntry }) {
  return (
    <div className="row-card">
      <div className="row">
        <h2 className="truncate">
          <MailLink mail={mail} />
        </h2>
        <span className="spacer" />
        <EmailStatusMark status={mail.Status} />
      </div>
      <div className="row muted">
        <span className="truncate">{mail.Subject}</span>
        <span className="spacer" />
        <span className="faint">
          <When at={mail.CreatedAt} />
        </span>
      </div>
      {mail.User && <div className="faint truncate">{mail.Receiver}</div>}
    </div>
  )
}
