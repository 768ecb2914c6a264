import './combobox.css'
import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from './class-names.ts'
import { describedBy, FieldError, FieldHint } from './field.tsx'

export interface ComboboxOption {
  value: string
  /** Searched, and the accessible name. */
  label: string
  /** Shown in the list instead of the label. */
  shown?: ReactNode
}

export interface ComboboxGroup {
  value: string
  label: string
  items: readonly ComboboxOption[]
}

interface ComboboxProps {
  label: string
  /** The label is for screen readers only. */
  labelHidden?: boolean
  groups: readonly ComboboxGroup[]
  /** null: none is selected. */
  value: string | null
  onChange: (value: string) => void
  searchLabel: string
  emptyText: string
  /** What the button shows for the selected option. Omitted: the same as in the list. */
  chosen?: ReactNode
  placeholder?: string
  hint?: ReactNode
  error?: string | undefined
  /** Marked as invalid; the reason is shown elsewhere. */
  invalid?: boolean
  className?: string
}

/** Nobody scrolls through more; others are found by typing. */
const shownAtMost = 100

/** Selects one of many options by typing. The list opens below its button. */
export function Combobox(props: ComboboxProps) {
  const {
    label,
    labelHidden,
    groups,
    value,
    onChange,
    chosen,
    placeholder,
    hint,
    error,
    invalid,
    className,
  } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const options = groups.flatMap(({ items }) => items)
  const selected = options.find((option) => option.value === value) ?? null
  return (
    <div className={classNames('field', error && 'error')}>
      <BaseCombobox.Root
        items={groups}
        value={selected}
        onValueChange={(option: ComboboxOption | null) => option && onChange(option.value)}
        isItemEqualToValue={(option: ComboboxOption, other: ComboboxOption) => option.value === other.value}
        limit={shownAtMost}
        onInputValueChange={setTyped}
      >
        <BaseCombobox.Label className={labelHidden ? 'vh' : 'label'}>{label}</BaseCombobox.Label>
        <BaseCombobox.Trigger
          className={classNames('select', className)}
          aria-invalid={error || invalid ? true : undefined}
          aria-describedby={describedBy(id, { error, hint })}
        >
          {chosen ?? selected?.shown ?? (
            <span className={classNames('truncate', !selected && 'faint')}>
              {selected?.label ?? placeholder}
            </span>
          )}
          <BaseCombobox.Icon render={<ChevronsUpDown className="icon" aria-hidden="true" />} />
        </BaseCombobox.Trigger>
        <ComboboxPopup {...props} total={options.length} untyped={typed === ''} />
      </BaseCombobox.Root>
      <FieldError id={id} error={error} />
      <FieldHint id={id} hint={hint} />
    </div>
  )
}

function ComboboxPopup(props: ComboboxProps & { total: number; untyped: boolean }) {
  const { label, searchLabel, emptyText, total, untyped, groups } = props
  const { t } = useTranslation()
  const headed = groups.length > 1
  return (
    <BaseCombobox.Portal>
      <BaseCombobox.Positioner className="pop-place" align="start" sideOffset={4} collisionPadding={8}>
        <BaseCombobox.Popup className="menu combo" aria-label={label}>
          <div className="combo-search">
            <BaseCombobox.Input className="input quiet" placeholder={searchLabel} aria-label={searchLabel} />
          </div>
          <BaseCombobox.Empty>
            <p className="combo-none">{emptyText}</p>
          </BaseCombobox.Empty>
          <BaseCombobox.List className="combo-list">
            {(group: ComboboxGroup) => (
              <BaseCombobox.Group key={group.value} items={group.items}>
                {headed && <BaseCombobox.GroupLabel className="caps">{group.label}</BaseCombobox.GroupLabel>}
                <BaseCombobox.Collection>
                  {(option: ComboboxOption) => (
                    <BaseCombobox.Item key={option.value} value={option} className="menu-item">
                      {option.shown ?? option.label}
                      <BaseCombobox.ItemIndicator className="end">
                        <Check className="icon" aria-hidden="true" />
                      </BaseCombobox.ItemIndicator>
                    </BaseCombobox.Item>
                  )}
                </BaseCombobox.Collection>
              </BaseCombobox.Group>
            )}
          </BaseCombobox.List>
          {total > shownAtMost && untyped && (
            <p className="combo-more">{t('list.narrow', { count: shownAtMost })}</p>
          )}
        </BaseCombobox.Popup>
      </BaseCombobox.Positioner>
    </BaseCombobox.Portal>
  )
}
