import type { ChangeEvent } from 'react'
import { TextField } from '../ui/field.tsx'
import { typedMac } from './mac-input.ts'

interface MacFieldProps {
  label: string
  hint: string
  error: string | undefined
  value: string
  onChange: (mac: string) => void
  large?: boolean
}

/** A hardware address. Formatted in pairs while typed; accepts any common form when pasted. */
export function MacField({ onChange, ...rest }: MacFieldProps) {
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const { text, cursor } = typedMac(input.value, input.selectionStart ?? input.value.length)
    onChange(text)
    requestAnimationFrame(() => input.setSelectionRange(cursor, cursor))
  }
  return (
    <TextField
      mono
      {...rest}
      placeholder="A4:CF:12:7B:03:9E"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={handleChange}
    />
  )
}
