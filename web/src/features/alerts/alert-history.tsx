import type { Alert } from '@eot/contract/alerts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { When } from '../../domain/time-text.tsx'
import { durationText } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'
import { Glyph, type Level } from '../../ui/glyph.tsx'

interface Step {
  key: string
  at: string
  level: Level
  title: string
  detail?: ReactNode
}

/** The events of an alert, in order: raised, peaked, confirmed, ended. */
export function AlertHistory({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const steps = useSteps(alert)
  return (
    <section>
      <h3>{t('alerts.history')}</h3>
      <ol className="timeline">
        {steps.map((step) => (
          <li key={step.key}>
            <Glyph level={step.level} />
            <span>
              <b className="strong">{step.title}</b>{' '}
              {step.detail && <span className="muted">{step.detail}</span>}
            </span>
            <span className="faint">
              <When at={step.at} zone={alert.TimeZone} />
            </span>
          </li>
        ))}
        {alert.EndAt === null && (
          <li>
            <Glyph level="idle" />
            <span className="muted">{t('alerts.stillOpen')}</span>
          </li>
        )}
      </ol>
    </section>
  )
}

function useSteps(alert: Alert): Step[] {
  const { t } = useTranslation()
  const { text, levelText, unit } = useAlertValues(alert)
  const withUnit = (value: number) => `${text(value)} ${unit}`.trim()
  const steps: Step[] = [
    {
      key: 'raised',
      at: alert.StartAt,
      level: levelOf(alert.Severity),
      title: t('alerts.raised'),
      detail:
        alert.Value !== null &&
        alert.Threshold !== null &&
        t('alerts.raisedAt', {
          value: withUnit(alert.Value),
          limit: `${levelText(alert.Threshold)} ${unit}`.trim(),
        }),
    },
  ]
  if (alert.PeakAt !== null && alert.Peak !== null && alert.PeakAt !== alert.StartAt) {
    steps.push({
      key: 'peak',
      at: alert.PeakAt,
      level: levelOf(alert.Severity),
      title: t('alerts.peaked'),
      detail: withUnit(alert.Peak),
    })
  }
  if (alert.Confirmed && alert.ConfirmedAt !== null) {
    steps.push({
      key: 'confirmed',
      at: alert.ConfirmedAt,
      level: 'info',
      title: t('alerts.confirmedEvent'),
      detail: alert.ConfirmedBy && t('alerts.by', { name: alert.ConfirmedBy.Name }),
    })
  }
  if (alert.EndAt !== null) {
    steps.push({
      key: 'ended',
      at: alert.EndAt,
      level: 'ok',
      title: t('alerts.endedEvent'),
      detail: `${t('alerts.after', { duration: durationText(alert.Duration) })}${endReason(alert)}`,
    })
  }
  return steps.toSorted((a, b) => a.at.localeCompare(b.at))
}

function endReason(alert: Alert): string {
  if (alert.EndReason === null) return ''
  if (alert.EndReason !== 'EndedByUser') return `. ${t(`vocabulary.endReason.${alert.EndReason}`)}.`
  return alert.EndedBy
    ? `. ${t('vocabulary.endReason.EndedByUser', { name: alert.EndedBy.Name })}.`
    : `. ${t('vocabulary.endReason.EndedBySomeone')}.`
}
