import type { Alert, Disposition } from '@eot/contract/alerts'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpdateAlert } from '../../domain/alerts/update-alert.ts'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'
import { shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { useReviewDraft } from './use-review-draft.ts'

const LeaveGuard = lazyAfterTexts(async () => (await import('../../lib/forms/leave-guard.tsx')).LeaveGuard)

const dispositions: Disposition[] = ['Real', 'False', 'Unknown']

/** Comment and disposition of an alert. Read-only for users who may not confirm. */
export function ConfirmForm({ alert }: { alert: Alert }) {
  const allowed = useAllowed('ConfirmAlerts')
  if (allowed) return <EditableNote alert={alert} />
  if (!alert.Confirmed && !alert.Comment) return null
  return (
    <footer className="confirm">
      {alert.Confirmed && <ConfirmedText alert={alert} />}
      {alert.Comment && <p>{alert.Comment}</p>}
    </footer>
  )
}

function EditableNote({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { confirm, update, isPending } = useUpdateAlert()
  const draft = useReviewDraft(alert)
  const [footer, moveFocus] = useFocusAfterReview(alert)

  function submit() {
    if (isPending) return
    if (alert.Confirmed) return update(alert, draft.change, draft.send())
    moveFocus()
    confirm(alert, draft.change, draft.send())
  }
  const { singleKeys } = useSession()
  useLetterKey('c', footer, () => !alert.Confirmed && submit())

  return (
    <footer className="confirm" ref={footer}>
      {alert.Confirmed && (
        <div className="row">
          <ConfirmedText alert={alert} />
          <span className="spacer" />
          <Button
            size="sm"
            // Never disabled, because it must be able to receive the focus while the confirmation is being saved.
            onClick={() => {
              moveFocus()
              update(alert, { Confirmed: false })
            }}
          >
            {t('alerts.unconfirm')}
          </Button>
        </div>
      )}
      <div className="row">
        <span className="label" aria-hidden="true">
          {t('alerts.wasItReal')}
        </span>
        <span className="spacer" />
        <Segments
          label={t('alerts.wasItReal')}
          small
          value={draft.disposition ?? undefined}
          options={dispositions.map((value) => ({ value, text: t(`vocabulary.disposition.${value}`) }))}
          onChange={(value) => draft.setDisposition(value === draft.disposition ? null : value)}
        />
      </div>
      {draft.othersComment && (
        <p className="muted" role="status">
          {t('alerts.othersComment', { comment: draft.othersComment })}
        </p>
      )}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <input
          className="input"
          aria-label={t('alerts.comment')}
          placeholder={t('alerts.comment')}
          maxLength={2000}
          value={draft.comment}
          onChange={(event) => draft.setComment(event.currentTarget.value)}
        />
        {alert.Confirmed ? (
          <Button type="submit" variant="primary" disabled={isPending || !draft.isChanged}>
            {t('alerts.save')}
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            disabled={isPending}
            aria-keyshortcuts={singleKeys ? 'c' : undefined}
          >
            {t('alerts.confirm')}
            {singleKeys && (
              <span className="hide-narrow" aria-hidden="true">
                <kbd>C</kbd>
              </span>
            )}
          </Button>
        )}
      </form>
      <Suspense>
        {/* A change that is being sent is shown as saved, so it is not asked about. */}
        <LeaveGuard part="alert" active={draft.isChanged} />
      </Suspense>
    </footer>
  )
}

/**
 * After confirming, moves the focus to the confirmation line, before its undo button; after undo, to the comment. The
 * button that was pressed no longer exists then, and without this the focus would land on the first button of the
 * drawer, which ends the alert.
 */
function useFocusAfterReview({ Confirmed }: Alert) {
  const footer = useRef<HTMLElement>(null)
  const isOurs = useRef(false)
  const move = useEffectEvent((confirmed: boolean) => {
    if (!isOurs.current) return
    isOurs.current = false
    footer.current?.querySelector<HTMLElement>(confirmed ? '.confirmed-line' : 'input')?.focus()
  })
  useEffect(() => move(Confirmed), [Confirmed])
  const moveFocus = () => {
    isOurs.current = true
  }
  return [footer, moveFocus] as const
}

function ConfirmedText({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  if (!alert.ConfirmedAt) return null
  const time = shortTime(alert.ConfirmedAt, zone, Date.now())
  return (
    <p className="muted confirmed-line" tabIndex={-1}>
      {t('alerts.confirmedBy', { name: alert.ConfirmedBy?.Name ?? '', time })}
    </p>
  )
}
