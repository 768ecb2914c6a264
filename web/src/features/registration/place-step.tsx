import { useTranslation } from 'react-i18next'
import { FormText } from '../../lib/forms/form-text.tsx'
import { TimeZoneField } from '../../lib/time/time-zone-field.tsx'
import type { PlaceDraft } from './site-draft.ts'
import { StepButtons } from './step-buttons.tsx'
import { useStepForm } from './use-step-form.ts'

interface PlaceStepProps {
  initial: PlaceDraft
  /** Submits the answers of all steps. */
  send: (place: PlaceDraft) => Promise<void>
  onBack: (place: PlaceDraft) => void
  onSent: () => void
}

type TextName = Exclude<keyof PlaceDraft, 'TimeZone'>

export function PlaceStep({ initial, send, onBack, onSent }: PlaceStepProps) {
  const { t } = useTranslation()
  const form = useStepForm<PlaceDraft, void>({
    initial,
    check: ({ Name }) => (Name.trim() === '' ? { Name: t('registration.site.nameMissing') } : {}),
    send,
    onSent,
  })
  const { values, errors, set } = form

  const text = (name: TextName, label: string, length: number, autoComplete: string) => (
    <FormText form={form} name={name} large label={label} maxLength={length} autoComplete={autoComplete} />
  )
  return (
    <form ref={form.element} noValidate onSubmit={form.submit}>
      <p className="muted">{t('registration.site.placeLead')}</p>
      {text('Name', t('registration.site.name'), 120, 'organization')}
      {text('Address', t('registration.site.address'), 200, 'street-address')}
      <div className="pair">
        {text('City', t('registration.site.city'), 120, 'address-level2')}
        {text('State', t('registration.site.state'), 120, 'address-level1')}
      </div>
      <div className="pair">
        {text('Zip', t('registration.site.zip'), 20, 'postal-code')}
        {text('Country', t('registration.site.country'), 120, 'country-name')}
      </div>
      <TimeZoneField
        label={t('registration.site.timeZone')}
        value={values.TimeZone}
        onChange={(TimeZone) => set({ TimeZone })}
        error={errors.TimeZone}
        hint={(time) => t('registration.site.timeZoneHint', { time })}
      />
      <StepButtons
        form={form}
        text={t('registration.site.submit')}
        busyText={t('registration.site.submitting')}
        onBack={onBack}
      />
    </form>
  )
}
