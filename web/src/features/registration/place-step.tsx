import { useTranslation } from 'react-i18next'
import { TimeZoneField } from '../../lib/time/time-zone-field.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import type { PlaceDraft } from './site-draft.ts'
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

  const text = (field: TextName, label: string, length: number, autoComplete: string) => (
    <TextField
      large
      label={label}
      error={errors[field]}
      value={values[field]}
      maxLength={length}
      autoComplete={autoComplete}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
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
      <FormFailure text={form.failure} />
      <div className="pair">
        <Button size="lg" onClick={() => onBack(values)}>
          {t('registration.site.back')}
        </Button>
        <Button type="submit" variant="primary" size="lg" disabled={form.busy}>
          {t(form.busy ? 'registration.site.submitting' : 'registration.site.submit')}
        </Button>
      </div>
    </form>
  )
}
