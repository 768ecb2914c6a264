import { Check as CheckIcon, ChevronDown, type LucideIcon, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from './class-names.ts'
import { Popover } from './popover.tsx'
import { SearchBox } from './search-box.tsx'

export interface PickerOption {
  value: string
  text: string
  /** Shown in the list instead of the text, which is used for searching. */
  shown?: ReactNode
  detail?: string
}

interface PickerProps {
  label: string
  icon?: LucideIcon
  options: readonly PickerOption[]
  /** Empty: no filter. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** The button text while nothing is selected. */
  allText: string
  /** The selected values, as text for the button. */
  chosenText: string
}

/** The minimum number of choices for a search field. */
const searchFrom = 9

/** A multi-value filter behind a button, which shows the selection and can clear it. */
export function Picker(props: PickerProps) {
  const { label, icon: Icon, options, chosen, onChange, allText, chosenText } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const active = chosen.length > 0
  return (
    <span className="filter-box">
      <Popover
        label={label}
        className="picker"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={classNames('filter', active && 'on clearable')}>
            {Icon && <Icon className="icon icon-sm" aria-hidden="true" />}
            {label}: <b>{active ? chosenText : allText}</b>
            {!active && <ChevronDown className="icon icon-sm" aria-hidden="true" />}
          </button>
        }
      >
        <PickerList label={label} options={options} chosen={chosen} onChange={onChange} />
      </Popover>
      {active && (
        <button
          type="button"
          className="filter-clear"
          aria-label={`${t('action.clear')}: ${label}`}
          onClick={() => onChange([])}
        >
          <X className="icon icon-sm" aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

/** Typing co2 finds CO₂. */
const searchable = (text: string) => text.normalize('NFKC').toLowerCase()

function PickerList({
  label,
  options,
  chosen,
  onChange,
}: Pick<PickerProps, 'label' | 'options' | 'chosen' | 'onChange'>) {
  const { t } = useTranslation()
  const id = useId()
  const [search, setSearch] = useState('')
  const wanted = searchable(search.trim())
  const found = options.filter((option) =>
    searchable(`${option.text} ${option.detail ?? ''}`).includes(wanted),
  )
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <>
      {options.length >= searchFrom && (
        <div className="picker-search">
          <SearchBox
            label={t('action.search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
      )}
      <ul className="picker-list" aria-label={label}>
        {found.map((option) => (
          <li key={option.value}>
            <label className="menu-item" htmlFor={`${id}${option.value}`}>
              <input
                id={`${id}${option.value}`}
                type="checkbox"
                className="check"
                checked={chosen.includes(option.value)}
                onChange={() => toggle(option.value)}
              />
              <span className="picker-text">
                {option.shown ?? option.text}
                {option.detail && <small>{option.detail}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="picker-none">{t('list.noMatch', { search })}</p>}
    </>
  )
}

/** Selects one of a few values behind a button, for narrow screens. */
export function PickOne<T extends string>(props: {
  label: string
  icon?: LucideIcon
  value: T
  options: readonly { value: T; text: string }[]
  onChange: (value: T) => void
  /** Whether the value filters anything. */
  active: boolean
}) {
  const { label, icon: Icon, value, options, onChange, active } = props
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover
      label={label}
      className="picker"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={classNames('filter', active && 'on')}>
          {Icon && <Icon className="icon icon-sm" aria-hidden="true" />}
          {!Icon && `${label}:`} <b>{chosen?.text}</b>
          <ChevronDown className="icon icon-sm" aria-hidden="true" />
        </button>
      }
    >
      {(close) =>
        options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="menu-item"
            aria-pressed={option.value === value}
            onClick={() => {
              onChange(option.value)
              close()
            }}
          >
            {option.text}
            {option.value === value && <CheckIcon className="icon end" aria-hidden="true" />}
          </button>
        ))
      }
    </Popover>
  )
}
