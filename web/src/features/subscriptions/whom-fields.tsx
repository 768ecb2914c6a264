import './whom.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../domain/terms/load-failure.tsx'
import type { Form } from '../../lib/forms/use-form.ts'
import { elapsedText } from '../../lib/time/time.ts'
import { Select } from '../../ui/select.tsx'
import { Receivers } from './receivers.tsx'
import { reminds, type SubscriptionValues } from './subscription-values.ts'
import { useReach } from './use-reach.ts'

interface WhomFieldsProps {
  form: Form<SubscriptionValues>
  siteId: string
}

/** The fields for whom to notify, step by step: at once, then by a reminder, and what stops it. */
export function WhomFields({ form, siteId }: WhomFieldsProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const reach = useReach(siteId, values)
  const isReminding = reminds(values)
  return (
    <ol className="ladder">
      <Step at={t('subscriptions.editor.atOnce')}>
        <Receivers
          label={t('subscriptions.editor.receivers')}
          siteId={siteId}
          chosen={values.Receivers}
          reach={reach.data}
          onChange={(Receivers) => set({ Receivers })}
          error={errors.Receivers}
        />
        <LoadFailure failed={reach.error} onRetry={() => void reach.refetch()} />
      </Step>
      {values.Events.includes('AlertStarted') && (
        <Step at={t('subscriptions.editor.afterwards')}>
          <RemindAfterField form={form} />
          {isReminding && (
            <Receivers
              label={t('subscriptions.editor.reminded')}
              siteId={siteId}
              chosen={values.Reminded}
              reach={reach.data}
              onChange={(Reminded) => set({ Reminded })}
              error={errors.Reminded}
            />
          )}
        </Step>
      )}
      <Step at={t('subscriptions.editor.stops')} isLast>
        <p className="muted">
          {t(isReminding ? 'subscriptions.editor.stopsWhen' : 'subscriptions.editor.stopsOnce')}
        </p>
      </Step>
    </ol>
  )
}

function Step({ at, isLast, children }: { at: string; isLast?: boolean; children: ReactNode }) {
  return (
    <li className={isLast ? 'stop' : undefined}>
      <span className="at">{at}</span>
      <span className="pt" aria-hidden="true" />
      <div className="stack tight">{children}</div>
    </li>
  )
}

/** The offered minutes. Other values, set through the API, are shown too. */
const minuteChoices = [5, 10, 15, 30, 60, 120]

function RemindAfterField({ form }: Pick<WhomFieldsProps, 'form'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const { RemindAfter } = values
  const choices = [...new Set([...minuteChoices, ...(RemindAfter === null ? [] : [RemindAfter])])]
  return (
    <>
      <Select
        label={t('subscriptions.editor.remindAfter')}
        value={String(RemindAfter ?? 'never')}
        options={[
          { value: 'never', text: t('subscriptions.editor.never') },
          ...choices
            .sort((a, b) => a - b)
            .map((minutes) => ({
              value: String(minutes),
              text: t('subscriptions.editor.after', { minutes: elapsedText(minutes * 60) }),
            })),
        ]}
        onChange={(value) => set({ RemindAfter: value === 'never' ? null : Number(value) })}
      />
      {errors.RemindAfter && (
        <p className="err" role="alert">
          {errors.RemindAfter}
        </p>
      )}
    </>
  )
}
