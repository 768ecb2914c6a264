import './template-input.css'
import { parseTemplate, type WebhookVariable } from '@eot/contract/webhook-variables'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { insertedAt, matchingVariables, typedName } from './typed-variable.ts'

interface TemplateInputProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'list' | 'type'> {
  /** Accessible name. */
  'aria-label'?: string | undefined
  value: string
  onChange: (value: string) => void
  variables: readonly WebhookVariable[] | undefined
  large?: boolean
}

/** The field last typed in, into which a click on a variable inserts it. */
let latest: HTMLInputElement | undefined

/** Inserts a variable into the field last typed in. */
export function insertVariable(name: string): void {
  if (!latest?.isConnected) return
  const at = latest.selectionEnd ?? latest.value.length
  type(latest, insertedAt(latest.value, at, name))
}

/** Sets the value as if it were typed, so that React notices. */
function type(input: HTMLInputElement, { value, caret }: { value: string; caret: number }) {
  input.focus()
  input.setRangeText(value, 0, input.value.length, 'end')
  input.setSelectionRange(caret, caret)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An input for a text with variables, which are highlighted, and suggested when `{{` is typed. */
export function TemplateInput({ value, onChange, variables, large, ...rest }: TemplateInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(0)
  const [scrolled, setScrolled] = useState(0)
  const typed = caret === undefined ? undefined : typedName(value, caret)
  const offered = typed === undefined ? [] : matchingVariables(variables ?? [], typed)
  const chosen = offered[Math.min(active, offered.length - 1)]

  function insert(name: string) {
    if (input.current && caret !== undefined) type(input.current, insertedAt(value, caret, name))
    setCaret(undefined)
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (!chosen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined)
      setActive((Math.min(active, offered.length - 1) + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen.Name)
    else if (event.key === 'Escape') setCaret(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={classNames('template-input', large && 'lg')}>
      <div className="marked" aria-hidden="true">
        <span style={{ transform: `translateX(${-scrolled}px)` }}>
          <Marked value={value} />
        </span>
      </div>
      <input
        {...rest}
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={offered.length > 0 ? id : undefined}
        aria-activedescendant={chosen && `${id}-${chosen.Name}`}
        className={classNames('input mono', large && 'lg')}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          setCaret(currentTarget.selectionEnd ?? undefined)
          setActive(0)
        }}
        onKeyDown={handleKey}
        onFocus={({ currentTarget }) => {
          latest = currentTarget
        }}
        onBlur={(event) => {
          setCaret(undefined)
          rest.onBlur?.(event)
        }}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}
      />
      {offered.length > 0 && (
        <div className="menu offered" id={id} role="listbox" aria-label={rest['aria-label']}>
          {offered.map(({ Name, Description, Sample }) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field
            <div
              key={Name}
              id={`${id}-${Name}`}
              role="option"
              aria-selected={Name === chosen?.Name}
              className="menu-item"
              title={Description}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(Name)}
            >
              <span className="mono">{Name}</span>
              <small className="muted truncate">{Sample}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The same text behind the input, with its variables tinted. */
function Marked({ value }: { value: string }) {
  const marks = [...value.matchAll(/\{\{\s*[^{}\s]*\s*\}\}/g)]
  if (marks.length === 0 || parseTemplate(value).every((part) => 'text' in part)) return null
  let end = 0
  return (
    <>
      {marks.map((match) => {
        const before = value.slice(end, match.index)
        end = match.index + match[0].length
        return (
          <span key={match.index}>
            {before}
            <mark>{match[0]}</mark>
          </span>
        )
      })}
    </>
  )
}
