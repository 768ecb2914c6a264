import type { MessageAttempt } from '@eot/contract/logs'
import { CheckCheck, type LucideIcon, RefreshCw, Send, ThumbsDown, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { classNames } from '../../ui/class-names.ts'

const looks: Record<MessageAttempt['Outcome'], { icon: LucideIcon; tone: string }> = {
  Accepted: { icon: Send, tone: 'fg-info' },
  Retry: { icon: RefreshCw, tone: 'fg-caution' },
  Refused: { icon: X, tone: 'fg-critical' },
  Delivered: { icon: CheckCheck, tone: 'fg-ok' },
  Undelivered: { icon: X, tone: 'fg-critical' },
  Complaint: { icon: ThumbsDown, tone: 'fg-critical' },
}

/** What happened to a message: each attempt to send it and each report of the provider, oldest first. */
export function Attempts({ history }: { history: readonly MessageAttempt[] }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  return (
    <section>
      <h3>{t('logs.history')}</h3>
      <ol className="attempts">
        {history.map(({ At, Outcome, Answer, DurationMs }) => {
          const { icon: Icon, tone } = looks[Outcome]
          return (
            <li key={`${At} ${Outcome}`}>
              <Icon className={classNames('icon icon-sm', tone)} aria-hidden="true" />
              <span>
                <span className="row">
                  <strong>{t(`logs.outcome.${Outcome}`)}</strong>
                  <span className="spacer" />
                  {DurationMs !== null && (
                    <span className="faint">
                      {t('logs.took', { seconds: (DurationMs / 1000).toFixed(1) })}
                    </span>
                  )}
                </span>
                <small className="muted">{fullTime(At, zone)}</small>
                {Answer !== null && <code>{Answer}</code>}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
