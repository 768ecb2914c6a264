import './tabs.css'
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Chip } from './chip.tsx'

export interface TabItem<T extends string> {
  value: T
  text: string
  /** A note after the text, such as the number of rows. */
  note?: ReactNode
  /** The number of invalid fields in it. */
  errors?: number | undefined
  /** The same for screen readers. */
  errorsText?: string
  content: ReactNode
}

interface TabsProps<T extends string> {
  label: string
  value: T
  items: readonly TabItem<T>[]
  onChange: (value: T) => void
}

/** Parts of a form, one of them shown at a time. The others keep their state. */
export function Tabs<T extends string>({ label, value, items, onChange }: TabsProps<T>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <BaseTabs.List className="tabs" aria-label={label}>
        {items.map(({ value: own, text, note, errors = 0, errorsText }) => (
          <BaseTabs.Tab key={own} value={own}>
            {text}
            {errors > 0 ? (
              <Chip tone="critical">
                {errors}
                <span className="vh">{errorsText}</span>
              </Chip>
            ) : (
              note !== undefined && <span className="note">{note}</span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {items.map(({ value: own, content }) => (
        <BaseTabs.Panel key={own} value={own} className="tab-panel">
          {content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
