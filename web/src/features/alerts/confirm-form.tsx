import type { Alert, Disposition } from '@eot/contract/alerts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortTime } from '../../lib/time.ts'
import { useUpdateAlert } from '../../lib/update-alert.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'

const dispositions: Disposition[] = ['Real', 'False', 'Unknown']

/** What it was and what was done about it. Shown to those who may only look as what was noted. */
export function ConfirmForm({ alert }: { alert: Alert }) {
  const allowed = useAllowed('ConfirmAlerts')
  if (allowed) return <EditableNote alert={alert} />
  if (!alert.Confirmed && !alert.Comment) return null
  return (
    <footer className="confirm">
      <ConfirmedLine alert={alert} />
      {alert.Comment && <p>{alert.Comment}</p>}
    </footer>
  )
}

function EditableNote({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { confirm, update, isPending } = useUpdateAlert()
  const [comment, setComment] = useState(alert.Comment ?? '')
  const [disposition, setDisposition] = useState(alert.Disposition ?? undefined)
  const note = { Comment: comment.trim() || null, Disposition: disposition ?? null }
  const changed = note.Comment !== alert.Comment || note.Disposition !== alert.Disposition

  function handleSubmit(event: React.SubmitEvent) {
    event.preventDefault()
    if (alert.Confirmed) update(alert, note)
    else confirm(alert, note)
  }

  return (
    <footer className="confirm">
      <ConfirmedLine alert={alert} />
      <div className="row">
        <span className="label" aria-hidden="true">
          {t('alerts.wasItReal')}
        </span>
        <span className="spacer" />
        <Segments
          label={t('alerts.wasItReal')}
          small
          value={disposition}
          options={dispositions.map((value) => ({ value, text: t(`vocabulary.disposition.${value}`) }))}
          onChange={(value) => setDisposition(value === disposition ? undefined : value)}
        />
      </div>
      <form className="row" onSubmit={handleSubmit}>
        <input
          className="input"
          aria-label={t('alerts.comment')}
          placeholder={t('alerts.comment')}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {alert.Confirmed ? (
          <>
            <Button onClick={() => update(alert, { Confirmed: false })} disabled={isPending}>
              {t('alerts.unconfirm')}
            </Button>
            <Button type="submit" variant="primary" disabled={isPending || !changed}>
              {t('alerts.save')}
            </Button>
          </>
        ) : (
          <Button type="submit" variant="primary" disabled={isPending}>
            {t('alerts.confirm')}
          </Button>
        )}
      </form>
    </footer>
  )
}

function ConfirmedLine({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  if (!alert.Confirmed || !alert.ConfirmedAt) return null
  const time = shortTime(alert.ConfirmedAt, alert.TimeZone, Date.now())
  return (
    <p className="muted confirmed-line">
      {t('alerts.confirmedBy', { name: alert.ConfirmedBy?.Name ?? '', time })}
    </p>
  )
}
