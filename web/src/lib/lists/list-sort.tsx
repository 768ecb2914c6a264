import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/data-table.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { ListState } from './use-list-state.ts'

interface ListSortProps<Field extends string> {
  state: ListState<Field>
  columns: readonly Pick<Column<never, Field>, 'key' | 'title' | 'sort'>[]
}

/** Controls that sort a list on phones, where it has no column headings. */
export function ListSort<Field extends string>({ state, columns }: ListSortProps<Field>) {
  const { t } = useTranslation()
  const id = useId()
  const sortable = columns.flatMap(({ key, title, sort }) => (sort ? [{ key, title, sort }] : []))
  if (sortable.length === 0) return null
  return (
    <>
      <fieldset className="plain-set">
        <legend className="caps">{t('list.sort.title')}</legend>
        {sortable.map(({ key, title, sort }) => (
          <label key={key} className="menu-item" htmlFor={`${id}${key}`}>
            <input
              id={`${id}${key}`}
              type="radio"
              name={id}
              className="check"
              checked={state.sortBy === sort}
              onChange={() => state.onSort(sort, state.order)}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <Segments
        fill
        label={t('list.sort.order')}
        value={state.order}
        options={[
          { value: 'asc', text: t('list.sort.asc') },
          { value: 'desc', text: t('list.sort.desc') },
        ]}
        onChange={(order) => state.onSort(state.sortBy, order)}
      />
      <hr />
    </>
  )
}
