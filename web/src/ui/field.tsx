import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** Shown below the input. `errorAbove` is shown between label and input. */
  error?: string | undefined
  errorAbove?: boolean
  className?: string
  children: (input: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A label, input, hint and error, connected for screen readers. */
export function Field({ label, hint, error, errorAbove, className, children }: FieldProps) {
  const id = useId()
  const message = <FieldError id={id} error={error} />
  return (
    <div className={classNames('field', error && 'error', className)}>
      <label htmlFor={id}>{label}</label>
      {errorAbove && message}
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy(id, { error, hint }) })}
      {!errorAbove && message}
      <FieldHint id={id} hint={hint} />
    </div>
  )
}

interface Notes {
  hint?: ReactNode
  error?: string | undefined
}

/** The ids of the notes of the field with this id, for its `aria-describedby`. */
export const describedBy = (id: string, { error, hint }: Notes): string | undefined =>
  classNames(error && `${id}-error`, Boolean(hint) && `${id}-hint`) || undefined

export function FieldError({ id, error }: Pick<Notes, 'error'> & { id: string }) {
  if (!error) return null
  return (
    <div className="err" id={`${id}-error`} role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      {error}
    </div>
  )
}

export function FieldHint({ id, hint }: Pick<Notes, 'hint'> & { id: string }) {
  if (!hint) return null
  return (
    <div className="hint" id={`${id}-hint`}>
      {hint}
    </div>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  errorAbove?: boolean
  large?: boolean
  mono?: boolean
}

export function TextField({ label, hint, error, errorAbove, large, mono, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(errorAbove ? { errorAbove } : {})}>
      {(input) => (
        <input {...rest} {...input} className={classNames('input', large && 'lg', mono && 'mono')} />
      )}
    </Field>
  )
}
