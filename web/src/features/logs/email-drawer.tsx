import { type EmailLogEntry, type EmailLogMail, emailTypes, logs } from '@eot/contract/logs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { EmailStatusMark } from './email-status.tsx'
import { SendAgain } from './send-again.tsx'

interface EmailDrawerProps {
  id: string
  /** The row the drawer was opened from, shown until the response arrives. */
  known: EmailLogEntry | undefined
  onClose: () => void
}

/** The details of an email: its recipient, its status, and its text if it may be read. */
export function EmailDrawer({ id, known, onClose }: EmailDrawerProps) {
  const { t } = useTranslation()
  // Each read is recorded in the audit log, so never refetch automatically and never cache.
  const query = useQuery({
    ...queryOf(logs.getEmail, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const mail = query.data ?? known
  return (
    <DetailsDrawer
      label={t('logs.details')}
      id={id}
      query={query}
      gone={t('logs.gone')}
      onClose={onClose}
      head={
        mail && (
          <div className="d-title">
            <h2>{mail.Subject}</h2>
            <p className="muted">{mail.Receiver}</p>
          </div>
        )
      }
      known={mail && <EmailFacts mail={mail} />}
    >
      {(read) => <EmailContent mail={read} />}
    </DetailsDrawer>
  )
}

function EmailFacts({ mail }: { mail: EmailLogEntry }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const type = emailTypes.find((known) => known === mail.Type)
  const facts: Fact[] = [
    [t('logs.column.status'), <EmailStatusMark key="status" status={mail.Status} />],
    [t('logs.about'), type ? t(`logs.type.${type}`) : mail.Type],
    [t('logs.user'), mail.User?.Name],
    [t('logs.column.site'), mail.Site?.Name],
    [t('logs.column.requested'), fullTime(mail.CreatedAt, zone)],
    [t('logs.sent'), mail.SentAt && fullTime(mail.SentAt, zone)],
    [t('logs.column.attempts'), mail.Attempts],
  ]
  return (
    <section className="email-facts">
      <FactList facts={facts} />
      <p className="muted">{t(`logs.explained.${mail.Status}`)}</p>
    </section>
  )
}

function EmailContent({ mail }: { mail: EmailLogMail }) {
  const { t } = useTranslation()
  return (
    <>
      {['Failed', 'Blocked', 'Expired'].includes(mail.Status) && <SendAgain mail={mail} />}
      {mail.Error !== null && (
        <section>
          <h3>{t('logs.error')}</h3>
          <p className="email-error">{mail.Error}</p>
        </section>
      )}
      {mail.Status === 'Kept' && (
        <section>
          <h3>{t('logs.text')}</h3>
          {mail.Text === null ? (
            <p className="muted">{t('logs.textGone')}</p>
          ) : (
            <div className="stack">
              <CopyBlock label={t('logs.text')} text={mail.Text.trim()} />
              <p className="hint">{t('logs.textNote')}</p>
            </div>
          )}
        </section>
      )}
    </>
  )
}
