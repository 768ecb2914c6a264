import { useTranslation } from 'react-i18next'
import type { Form } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'

interface StepButtonsProps<V extends object> {
  form: Pick<Form<V>, 'values' | 'busy' | 'failure'>
  /** The button text, normally and while sending. */
  text: string
  busyText: string
  onBack: (values: V) => void
}

/** The buttons at the end of a step: back, keeping what was entered, or next. */
export function StepButtons<V extends object>({ form, text, busyText, onBack }: StepButtonsProps<V>) {
  const { t } = useTranslation()
  return (
    <>
      <FormFailure text={form.failure} />
      <div className="pair">
        <Button size="lg" onClick={() => onBack(form.values)}>
          {t('registration.site.back')}
        </Button>
        <Button type="submit" variant="primary" size="lg" disabled={form.busy}>
          {form.busy ? busyText : text}
        </Button>
      </div>
    </>
  )
}
