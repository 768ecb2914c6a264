import { useEffect, useEffectEvent } from 'react'
import type { ApiError } from '../../lib/api/api-error.ts'
import { type FieldErrors, fieldErrors } from '../../lib/forms/field-errors.ts'
import { type Form, type FormOptions, useForm } from '../../lib/forms/use-form.ts'

interface StepForm<V extends object> extends Form<V> {
  /** The server's errors for this step after all steps were sent. An error is cleared when its field changes. */
  errors: FieldErrors<V>
}

/** The form of one step. Focuses the first rejected field, or else the first field. */
export function useStepForm<V extends object, T>(
  options: FormOptions<V, T>,
  refusal?: ApiError | undefined,
): StepForm<V> {
  const form = useForm(options)
  const refused = refusal ? fieldErrors<V>(refusal, options.initial, options.places ?? {}) : undefined
  const { element } = form
  const start = useEffectEvent(() => {
    const first = refused && element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const begin = first ?? element.current?.querySelector<HTMLElement>('input')
    begin?.focus()
  })
  useEffect(() => start(), [])
  return { ...form, errors: form.dirty || !refused ? form.errors : { ...refused, ...form.errors } }
}
