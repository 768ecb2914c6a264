import './combobox.css'
import './pick-box.css'
import { Combobox } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from './class-names.ts'
import { describedBy, FieldError, FieldHint } from './field.tsx'

export interface PickOption {
  value: string
  label: string
  /** A note after the label, such as a site or the reason why something does not work. */
  note?: string | undefined
  /** `all`: stands for everything, now and later. `bad`: does not work. */
  tone?: 'all' | 'bad' | undefined
  /** An icon before the label. */
  mark?: ReactNode
}

export interface PickGroup {
  value: string
  label: string
  items: readonly PickOption[]
}

interface PickBoxProps {
  label: string
  /** The label is for screen readers only. */
  labelHidden?: boolean
  placeholder: string
  /** The matches of the search. undefined while loading. */
  groups: readonly PickGroup[] | undefined
  /** How many more match the search. */
  more?: number
  search: string
  onSearch: (text: string) => void
  chosen: readonly PickOption[]
  onChange: (chosen: PickOption[]) => void
  emptyText: string
  hint?: ReactNode
  error?: string | undefined
}

/** An input to search and select several options. Selected options are shown as chips before the input. */
export function PickBox(props: PickBoxProps) {
  const { label, labelHidden, placeholder, groups, search, onSearch, chosen, onChange, hint, error } = props
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  // Rendered beside its input, so that the list is in the same landmark.
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className={classNames('field', error && 'error')} ref={place}>
      <label htmlFor={id} className={labelHidden ? 'vh' : 'label'}>
        {label}
      </label>
      <Combobox.Root
        multiple
        autoHighlight
        items={groups ?? []}
        filter={null}
        value={[...chosen]}
        // Esc closes the list; it does not remove everything that was chosen.
        onValueChange={(next, { reason }) => reason !== 'escape-key' && onChange(next)}
        isItemEqualToValue={(one: PickOption, other: PickOption) => one.value === other.value}
        itemToStringLabel={(one: PickOption) => one.label}
        inputValue={search}
        onInputValueChange={onSearch}
      >
        {/* The library has chips too, but all pages with a combobox would load them. */}
        <div ref={box} className="picks">
          {chosen.map((one) => (
            <span key={one.value} className={classNames('pick', one.tone)}>
              {one.mark}
              <span className="truncate">
                {one.label}
                {one.note && <small>{one.note}</small>}
              </span>
              <button
                type="button"
                aria-label={t('pick.remove', { name: one.label })}
                onClick={() => {
                  onChange(chosen.filter(({ value }) => value !== one.value))
                  document.getElementById(id)?.focus()
                }}
              >
                <X className="icon icon-sm" aria-hidden="true" />
              </button>
            </span>
          ))}
          <Combobox.Input
            id={id}
            className="more"
            placeholder={placeholder}
            // Without a highlighted option the library would let it submit the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { error, hint })}
          />
        </div>
        <Popup {...props} anchor={box} place={place} />
      </Combobox.Root>
      <FieldError id={id} error={error} />
      <FieldHint id={id} hint={hint} />
    </div>
  )
}

type Place = RefObject<HTMLDivElement | null>

function Popup(props: PickBoxProps & { anchor: Place; place: Place }) {
  const { label, groups, more = 0, emptyText, anchor, place } = props
  const { t } = useTranslation()
  const isHeaded = (groups?.length ?? 0) > 1
  return (
    <Combobox.Portal container={place}>
      <Combobox.Positioner
        className="pop-place"
        positionMethod="fixed"
        anchor={anchor}
        align="start"
        sideOffset={4}
        collisionPadding={8}
      >
        <Combobox.Popup className="menu combo">
          <Combobox.Empty>
            <p className="combo-none">{groups ? emptyText : t('pick.loading')}</p>
          </Combobox.Empty>
          <Combobox.List className="combo-list" aria-label={label}>
            {(group: PickGroup) => (
              <Combobox.Group key={group.value} items={group.items}>
                {isHeaded && <Combobox.GroupLabel className="caps">{group.label}</Combobox.GroupLabel>}
                <Combobox.Collection>
                  {(one: PickOption) => (
                    <Combobox.Item key={one.value} value={one} className="menu-item">
                      {one.mark}
                      <span className="truncate">{one.label}</span>
                      {one.note && <small className="muted truncate">{one.note}</small>}
                      <Combobox.ItemIndicator className="end">
                        <Check className="icon" aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </Combobox.Item>
                  )}
                </Combobox.Collection>
              </Combobox.Group>
            )}
          </Combobox.List>
          {more > 0 && <p className="combo-more">{t('pick.more', { count: more })}</p>}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
