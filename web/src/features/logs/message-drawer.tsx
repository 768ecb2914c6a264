import type { Channel } from '@eot/contract/channels'
import type { LoggedMessage, LoggedMessageDetails } from '@eot/contract/logs'
import { emailTypes } from '@eot/contract/message-kinds'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Attempts } from './attempts.tsx'
import { channelCalls } from './channel-calls.ts'
import { MessageStatusMark } from './message-status.tsx'
import { SendAgain } from './send-again.tsx'

interface MessageDrawerProps {
  channel: Channel
  id: string
  /** The row the drawer was opened from, shown until the response arrives. */
  known: LoggedMessage | undefined
  onClose: () => void
}

/** The details of a message: its recipient, its status, its attempts, and its text if it may be read. */
export function MessageDrawer({ channel, id, known, onClose }: MessageDrawerProps) {
  const { t } = useTranslation()
  // Each read is recorded in the audit log, so never refetch automatically and never cache.
  const query = useQuery({
    ...queryOf(channelCalls[channel].get, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const mail = query.data ?? known
  return (
    <DetailsDrawer
      label={t(`logs.${channel}.details`)}
      id={id}
      query={query}
      gone={t(`logs.${channel}.gone`)}
      onClose={onClose}
      head={
        mail && (
          <div className="d-title">
            <h2>{mail.Subject}</h2>
            <p className="muted">{mail.Receiver}</p>
          </div>
        )
      }
      known={mail && <MessageFacts mail={mail} />}
    >
      {(read) => <MessageContent channel={channel} mail={read} />}
    </DetailsDrawer>
  )
}

function MessageFacts({ mail }: { mail: LoggedMessage }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const type = emailTypes.find((known) => known === mail.Type)
  const facts: Fact[] = [
    [t('logs.column.status'), <MessageStatusMark key="status" status={mail.Status} />],
    [t('logs.about'), type ? t(`logs.type.${type}`) : mail.Type],
    [t('logs.user'), mail.User?.Name],
    [t('logs.column.site'), mail.Site?.Name],
    [t('logs.column.requested'), fullTime(mail.CreatedAt, zone)],
    [t('logs.sent'), mail.SentAt && fullTime(mail.SentAt, zone)],
    [t('logs.delivered'), mail.DeliveredAt && fullTime(mail.DeliveredAt, zone)],
    [t('logs.column.attempts'), mail.Attempts],
  ]
  return (
    <section className="email-facts">
      <FactList facts={facts} />
      <p className="muted">{t(`logs.explained.${mail.Status}`)}</p>
    </section>
  )
}

function MessageContent({ channel, mail }: { channel: Channel; mail: LoggedMessageDetails }) {
  const { t } = useTranslation()
  return (
    <>
      {channel === 'Email' && ['Failed', 'Blocked', 'Expired'].includes(mail.Status) && (
        <SendAgain mail={mail} />
      )}
      {mail.Error !== null && (
        <section>
          <h3>{t('logs.error')}</h3>
          <p className="email-error">{mail.Error}</p>
        </section>
      )}
      {mail.History.length > 0 && <Attempts history={mail.History} />}
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
