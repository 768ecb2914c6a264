import type { ComponentProps } from 'react'
import { type TextOf, textOf } from '../lib/forms/form-text.tsx'
import { MacField } from './mac-field.tsx'
import { SiteField } from './site-field.tsx'

type Bound = 'value' | 'error' | 'onChange'

/** The hardware address in a form, with its error. */
export function FormMac<V extends object>(props: TextOf<V> & Omit<ComponentProps<typeof MacField>, Bound>) {
  const { form, name, ...rest } = props
  const { value, error, change } = textOf({ form, name })
  return <MacField {...rest} value={value} error={error} onChange={change} />
}

/** A site in a form, with its error. */
export function FormSite<V extends object>(props: TextOf<V> & Omit<ComponentProps<typeof SiteField>, Bound>) {
  const { form, name, ...rest } = props
  const { value, error, change } = textOf({ form, name })
  return <SiteField {...rest} value={value} error={error} onChange={change} />
}
