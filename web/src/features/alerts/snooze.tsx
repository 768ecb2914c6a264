import { type Alert, alerts, longestSnoozeHours } from '@eot/contract/alerts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { putAlert } from '../../domain/alerts/put-alert.ts'
import { untilText } from '../../domain/until-text.ts'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { useNow } from '../../lib/time/now.ts'
import { fromLocalInput, toLocalInput } from '../../lib/time/time-range.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'

const minuteMs = 60_000

/** The snooze of an open alert: shown to everyone, and changed by those who may confirm the alert. */
export function Snooze({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const id = useId()
  const now = useNow()
  const mayChange = useAllowed('ConfirmAlerts')
  const isSnoozed = alert.SnoozedUntil !== null && Date.parse(alert.SnoozedUntil) > now
  if (alert.EndAt !== null || (!isSnoozed && (!mayChange || alert.Confirmed))) return null
  return (
    <section className="snooze" aria-labelledby={id}>
      <h3 id={id}>{t('maintenance.snooze.title')}</h3>
      {isSnoozed ? <Snoozed alert={alert} mayChange={mayChange} /> : <SnoozeForm alert={alert} />}
    </section>
  )
}

/** Sets or ends the snooze of an alert. `until` null: ends it. */
function useSnooze({ Id }: Alert, done: (answer: Alert) => string) {
  const queryClient = useQueryClient()
  const params = { id: Id }
  return useMutation({
    mutationFn: (until: number | null) =>
      until === null
        ? call(alerts.endSnooze, { params })
        : call(alerts.snooze, { params, body: { Until: new Date(until).toISOString() } }),
    onSuccess(answer) {
      putAlert(queryClient, answer)
      showToast(done(answer))
    },
    onError: (error) => showToast(failureText(error), { urgent: true }),
  })
}

function Snoozed({ alert, mayChange }: { alert: Alert; mayChange: boolean }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const end = useSnooze(alert, () => t('maintenance.snooze.ended'))
  const until = untilText(alert.SnoozedUntil ?? '', zone, Date.now())
  return (
    <div className="row wrap">
      <Chip tone="caution" icon={BellOff}>
        {t('maintenance.snooze.is', { until, name: alert.SnoozedBy?.Name ?? '' })}
      </Chip>
      <span className="spacer" />
      {mayChange && (
        <Button size="sm" disabled={end.isPending} onClick={() => end.mutate(null)}>
          {t('maintenance.snooze.end')}
        </Button>
      )}
    </div>
  )
}

function SnoozeForm({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const snooze = useSnooze(alert, ({ SnoozedUntil }) =>
    t('maintenance.snooze.done', { until: untilText(SnoozedUntil ?? '', zone, Date.now()) }),
  )
  const [until, setUntil] = useState<string>()
  const [error, setError] = useState<string>()

  function submit() {
    const instant = fromLocalInput(until ?? '', zone)
    const awayMs = (instant ?? 0) - Date.now()
    if (instant === undefined || awayMs <= 0 || awayMs > longestSnoozeHours * 60 * minuteMs)
      return setError(t('maintenance.snooze.badTime'))
    snooze.mutate(instant)
  }

  return (
    <>
      <p className="hint">{t('maintenance.snooze.hint')}</p>
      <div className="row wrap">
        <Button
          size="sm"
          disabled={snooze.isPending}
          onClick={() => snooze.mutate(Date.now() + 15 * minuteMs)}
        >
          {t('maintenance.snooze.minutes', { count: 15 })}
        </Button>
        <Button
          size="sm"
          disabled={snooze.isPending}
          onClick={() => snooze.mutate(Date.now() + 60 * minuteMs)}
        >
          {t('maintenance.snooze.hour')}
        </Button>
        <Button
          size="sm"
          aria-expanded={until !== undefined}
          onClick={() =>
            setUntil(until === undefined ? toLocalInput(Date.now() + 120 * minuteMs, zone) : undefined)
          }
        >
          {t('maintenance.snooze.until')}
        </Button>
      </div>
      {until !== undefined && (
        <form
          className="snooze-until"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextField
            label={t('maintenance.snooze.until')}
            type="datetime-local"
            value={until}
            error={error}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" disabled={snooze.isPending}>
            {t('maintenance.snooze.set')}
          </Button>
        </form>
      )}
    </>
  )
}
