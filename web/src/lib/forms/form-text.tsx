import type { ComponentProps } from 'react'
import { TextField } from '../../ui/field.tsx'
import type { Form } from './use-form.ts'

type TextName<V extends object> = { [K in keyof V & string]: V[K] extends string ? K : never }[keyof V &
  string]

interface FormTextProps<V extends object>
  extends Omit<ComponentProps<typeof TextField>, 'form' | 'name' | 'value' | 'error' | 'onChange'> {
  form: Pick<Form<V>, 'values' | 'errors' | 'set'>
  /** The name of a text value. */
  name: TextName<V>
}

/** A text field of a form, with its error. */
export function FormText<V extends object>({ form, name, ...rest }: FormTextProps<V>) {
  const { values, errors, set } = form
  return (
    <TextField
      {...rest}
      value={values[name] as string} // TextName only allows text values
      error={errors[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value } as Partial<V>)} // as above
    />
  )
}
