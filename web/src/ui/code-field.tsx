import './code-field.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Field } from './field.tsx'
import { codePlaces, typedCode } from './typed-code.ts'

interface CodeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: ReactNode
  autoFocus?: boolean
  disabled?: boolean
}

/** Six digits in six boxes. Accepts pasted and autofilled codes, with or without spaces. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, error, hint, autoFocus, disabled } = props
  const element = useRef<HTMLInputElement>(null)

  // Typing or pasting again replaces a rejected code.
  useEffect(() => {
    if (error) element.current?.select()
  }, [error])

  return (
    <Field label={label} error={error} hint={hint}>
      {(input) => (
        <div className="code">
          <input
            {...input}
            ref={element}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            // biome-ignore lint/a11y/noAutofocus: only where the page starts with this field
            autoFocus={autoFocus}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(typedCode(event.currentTarget.value))}
            // Input always goes to the end, as the boxes show.
            onSelect={({ currentTarget }) => keepCursorBehind(currentTarget)}
          />
          <div className="code-boxes" aria-hidden="true">
            {codePlaces(value).map(({ place, digit, isNext }) => (
              <span key={place} className={isNext ? 'next' : undefined}>
                {digit}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}

function keepCursorBehind(input: HTMLInputElement) {
  const { selectionStart, selectionEnd, value } = input
  if (selectionStart === selectionEnd && selectionEnd !== value.length)
    input.setSelectionRange(value.length, value.length)
}
