import type { WebhookAttempt, WebhookDeliveryDetails } from '@eot/contract/webhook-log'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clockSeconds, fullTime } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { Exchange } from '../preview/test-result.tsx'
import { durationWords, resultWords } from './delivery-words.ts'

/** Every attempt of a delivery: when, how long it took and its result; for the last one, also the request and the response. */
export function DeliveryAttempts({
  delivery: { History, NextAt },
}: {
  delivery: Pick<WebhookDeliveryDetails, 'History' | 'NextAt'>
}) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const most = Math.max(1, ...History.map(({ DurationMs }) => DurationMs))
  if (History.length === 0) return null
  return (
    <section>
      <h3>
        {t('logs.history')}
        <span className="note">
          {NextAt === null
            ? t('webhooks.log.attempts', { count: History.length })
            : t('webhooks.log.attemptsNext', {
                count: History.length,
                time: clockSeconds(NextAt, zone),
              })}
        </span>
      </h3>
      <ol className="delivery-attempt-list">
        {History.map((attempt) => (
          <Attempt key={attempt.At} attempt={attempt} share={attempt.DurationMs / most} zone={zone} />
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt, share, zone }: { attempt: WebhookAttempt; share: number; zone: string }) {
  const isOk = attempt.ResultCode === 1
  const Icon = isOk ? Check : X
  const result = resultWords(attempt)
  return (
    <li>
      <Icon className={`icon icon-sm ${isOk ? 'fg-ok' : 'fg-critical'}`} aria-hidden="true" />
      <div>
        <p className="row">
          <time dateTime={attempt.At} title={fullTime(attempt.At, zone)} className="faint nowrap">
            {clockSeconds(attempt.At, zone)}
          </time>
          <span className={isOk ? 'fg-ok' : 'fg-critical'}>
            <b>{result?.code}</b> {result?.text}
          </span>
          <span className="spacer" />
          <span className="faint nowrap">{durationWords(attempt.DurationMs)}</span>
        </p>
        <span className={isOk ? 'took ok' : 'took'} aria-hidden="true">
          <i style={{ width: `${Math.max(2, share * 100)}%` }} />
        </span>
        <Exchange result={attempt} />
      </div>
    </li>
  )
}
