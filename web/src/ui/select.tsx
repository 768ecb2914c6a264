import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { describedBy, FieldError } from './field.tsx'

export interface SelectOption<T extends string> {
  value: T
  text: string
}

interface SelectProps<T extends string> {
  label: string
  value: T | null
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
  placeholder?: string
  disabled?: boolean
  /** The label is for screen readers only. */
  labelHidden?: boolean
  error?: string | undefined
}

/** Selects one option of a list by typing its first letters. For long lists with a search, use Picker. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onChange, placeholder, disabled, labelHidden, error } = props
  const id = useId()
  // Rendered beside its button, so that the list is in the same landmark or dialog.
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className={classNames('field', error && 'error')} ref={place}>
      <span className={labelHidden ? 'vh' : 'label'} id={id}>
        {label}
      </span>
      <BaseSelect.Root
        items={options.map((option) => ({ value: option.value, label: option.text }))}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        disabled={disabled ?? false}
      >
        <BaseSelect.Trigger
          className="select"
          aria-labelledby={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { error })}
        >
          <BaseSelect.Value placeholder={placeholder ?? ''} />
          <BaseSelect.Icon render={<ChevronsUpDown className="icon" aria-hidden="true" />} />
        </BaseSelect.Trigger>
        <BaseSelect.Portal container={place}>
          <BaseSelect.Positioner
            className="pop-place"
            positionMethod="fixed"
            alignItemWithTrigger={false}
            align="start"
            sideOffset={4}
          >
            <BaseSelect.Popup className="menu select-list">
              <BaseSelect.List>
                {options.map((option) => (
                  <BaseSelect.Item key={option.value} value={option.value} className="menu-item">
                    <BaseSelect.ItemText>{option.text}</BaseSelect.ItemText>
                    <BaseSelect.ItemIndicator className="end">
                      <Check className="icon" aria-hidden="true" />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
      <FieldError id={id} error={error} />
    </div>
  )
}
