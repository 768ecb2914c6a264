import type { ComponentProps } from 'react'
import { TextField } from '../../ui/field.tsx'
import type { Form } from './use-form.ts'

type TextName<V extends object> = { [K in keyof V & string]: V[K] extends string ? K : never }[keyof V &
  string]

/** The value of a form that a field shows and changes. */
export interface TextOf<V extends object> {
  form: Pick<Form<V>, 'values' | 'errors' | 'set'>
  /** The name of a text value. */
  name: TextName<V>
}

/** Returns a text value of a form, its error, and a function to change it. */
export const textOf = <V extends object>({ form: { values, errors, set }, name }: TextOf<V>) => ({
  value: values[name] as string, // TextName only allows text values
  error: errors[name],
  change: (text: string) => set({ [name]: text } as Partial<V>), // as above
})

type FormTextProps<V extends object> = TextOf<V> &
  Omit<ComponentProps<typeof TextField>, 'form' | 'name' | 'value' | 'error' | 'onChange'>

/** A text field of a form, with its error. */
export function FormText<V extends object>({ form, name, ...rest }: FormTextProps<V>) {
  const { value, error, change } = textOf({ form, name })
  return (
    <TextField
      {...rest}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
