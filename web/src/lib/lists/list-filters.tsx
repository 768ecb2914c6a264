import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Picker } from '../../ui/picker.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { FilterReaders, ListDefinition } from './define-list.ts'
import { useListState } from './use-list-state.ts'

/** The row of filters below the header of a list page. */
export function ListFilters({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <search className="filters scroll" aria-label={t('list.filters')}>
      {children}
    </search>
  )
}

/** Names of filters whose values have this type. */
type NamesOf<Readers extends FilterReaders, Value> = {
  [Name in keyof Readers]: ReturnType<Readers[Name]> extends Value | undefined ? Name : never
}[keyof Readers] &
  string

interface FilterProps<Readers extends FilterReaders, Name extends string, T extends string> {
  list: ListDefinition<string, Readers>
  /** The search parameter of the filter. */
  name: Name
  label: string
  values: readonly T[]
  text: (value: T) => string
}

/** A filter with one value or all: buttons side by side, or one button if `folded`, for pages with many filters. */
export function OneFilter<
  Readers extends FilterReaders,
  Name extends NamesOf<Readers, string>,
  T extends NonNullable<ReturnType<Readers[Name]>> & string,
>({ list, name, label, values, text, folded }: FilterProps<Readers, Name, T> & { folded?: boolean }) {
  const { t } = useTranslation()
  const { filters, filter } = useListState(list)
  const chosen = filters[name] as T | undefined // its reader returns one of the values
  const choose = (value: string | undefined) => filter({ [name]: value } as typeof filters) // one of the values, under the filter's name
  const options = values.map((value) => ({ value, text: text(value) }))
  if (folded)
    return (
      <Picker
        label={label}
        options={options}
        chosen={chosen ? [chosen] : []}
        onChange={(next) => choose(next.at(-1))}
        allText={t('list.all')}
        chosenText={chosen ? text(chosen) : ''}
      />
    )
  return (
    <Segments<T | 'all'>
      label={label}
      value={chosen ?? 'all'}
      options={[{ value: 'all', text: t('list.all') }, ...options]}
      onChange={(value) => choose(value === 'all' ? undefined : value)}
    />
  )
}

/** A filter with any number of values, behind a button. */
export function SomeFilter<
  Readers extends FilterReaders,
  Name extends NamesOf<Readers, readonly string[]>,
  T extends string,
>({ list, name, label, values, text, icon }: FilterProps<Readers, Name, T> & { icon?: LucideIcon }) {
  const { t } = useTranslation()
  const { filters, filter } = useListState(list)
  const chosen = (filters[name] as T[] | undefined) ?? [] // its reader returns some of the values
  const [first] = chosen
  return (
    <Picker
      label={label}
      {...(icon && { icon })}
      options={values.map((value) => ({ value, text: text(value) }))}
      chosen={chosen}
      onChange={(next) => filter({ [name]: next.length > 0 ? next : undefined } as typeof filters)} // its options are the values
      allText={t('list.all')}
      chosenText={chosen.length === 1 && first ? text(first) : t('list.selected', { count: chosen.length })}
    />
  )
}

/** A filter that is set elsewhere, such as in the details of a row. Shown only while set, with a button to remove it. */
export function SetFilter<Readers extends FilterReaders, Name extends NamesOf<Readers, string>>({
  list,
  name,
  label,
  text,
}: Pick<FilterProps<Readers, Name, string>, 'list' | 'name' | 'label' | 'text'>) {
  const { t } = useTranslation()
  const { filters, filter } = useListState(list)
  const value = filters[name] as string | undefined // its reader returns text
  if (value === undefined) return null
  return (
    <button
      type="button"
      className="filter on"
      aria-label={`${t('action.clear')}: ${label}, ${text(value)}`}
      onClick={() => filter({ [name]: undefined } as typeof filters)} // removes this filter
    >
      {label}: <b>{text(value)}</b>
      <X className="icon icon-sm" aria-hidden="true" />
    </button>
  )
}
