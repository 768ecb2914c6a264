import { type Subscription, subscriptions } from '@eot/contract/subscriptions'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { useMinute } from '../../lib/time/now.ts'
import { zoneNames } from '../../lib/time/time.ts'
import { fromLocalInput, toLocalInput } from '../../lib/time/time-range.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { dayStart, wallOf } from '../../texts/zoned-time.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { usePauseText } from './subscription-state.tsx'

interface PauseDialogProps {
  subscription: Pick<Subscription, 'Id' | 'Name'>
  onClose: () => void
}

/** The hour at which a pause by days ends. */
const morning = 7

/** Pauses a subscription until a time on the clocks of the current site. */
export function PauseDialog({ subscription, onClose }: PauseDialogProps) {
  const { t } = useTranslation()
  const { Id: id, Name: name } = subscription
  const zone = useTimeZone()
  const now = useMinute()
  const pauseText = usePauseText()
  const morningIn = (days: number) =>
    `${toLocalInput(dayStart(now, zone, days), zone).slice(0, 10)}T0${morning}:00`
  const daysToMonday = 7 - ((new Date(wallOf(now, zone)).getUTCDay() + 6) % 7)
  const form = useBodyForm<{ Until: string }, typeof subscriptions.update>({
    endpoint: subscriptions.update,
    initial: { Until: morningIn(1) },
    request({ Until }) {
      const until = fromLocalInput(Until, zone)
      // A time in the past is refused like an invalid one.
      const PausedUntil = until !== undefined && until > Date.now() ? new Date(until).toISOString() : Until
      return { params: { id }, body: { PausedUntil } }
    },
    messages: { PausedUntil: t('subscriptions.pause.bad') },
    places: { PausedUntil: 'Until' },
    refreshes: [subscriptions],
    onSaved({ PausedUntil }) {
      showToast(t('subscriptions.pause.done', { name, time: pauseText(PausedUntil ?? '') }))
    },
    onDone: onClose,
  })
  const shortcuts = [
    ['tomorrow', 1],
    ['monday', daysToMonday],
    ['week', 7],
  ] as const
  // On Sundays, tomorrow is Monday; on Mondays, in a week is too.
  const offered = shortcuts.filter(
    ([, days], at) => shortcuts.findIndex(([, earlier]) => earlier === days) === at,
  )
  return (
    <FormDialog
      title={t('subscriptions.pause.title', { name })}
      text={t('subscriptions.pause.text')}
      form={form}
      save={t('subscriptions.pause.save')}
      saving={t('subscriptions.pause.saving')}
      onClose={onClose}
    >
      <div className="row wrap">
        {offered.map(([key, days]) => (
          <Button
            key={key}
            size="sm"
            aria-pressed={form.values.Until === morningIn(days)}
            onClick={() => form.set({ Until: morningIn(days) })}
          >
            {t(`subscriptions.pause.${key}`)}
          </Button>
        ))}
      </div>
      <FormText
        form={form}
        name="Until"
        type="datetime-local"
        label={t('subscriptions.pause.until')}
        hint={t('subscriptions.pause.zone', { zone: zoneNames(zone, now).name })}
      />
    </FormDialog>
  )
}
