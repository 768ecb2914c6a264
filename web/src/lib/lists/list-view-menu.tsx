import './list-view-menu.css'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type FileSource, ParquetButton } from './download-button.tsx'
import { SavedViews } from './saved-views.tsx'
import { useListPreferences } from './use-list-preferences.ts'

interface ListViewMenuProps {
  /** The path of the list's page. */
  path: string
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'titleHidden'>[]
  /** All rows as an Apache Parquet file. */
  parquet: FileSource | undefined
}

/** The user's view of a list: columns, density, and named saved searches. */
export function ListViewMenu({ path, columns, parquet }: ListViewMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('list.view.title')}
      className="view-menu"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={SlidersHorizontal}>{t('list.view.title')}</Button>}
    >
      {(close) => (
        <>
          <SavedViews path={path} onApply={close} />
          <hr />
          <Density path={path} />
          <hr />
          <Columns path={path} columns={columns} />
          {parquet && (
            <>
              <hr />
              <ParquetButton {...parquet} />
            </>
          )}
        </>
      )}
    </Popover>
  )
}

function Density({ path }: Pick<ListViewMenuProps, 'path'>) {
  const { t } = useTranslation()
  const { preferences, save } = useListPreferences(path)
  return (
    <Segments
      fill
      label={t('list.view.density')}
      value={preferences.Density}
      options={[
        { value: 'Comfortable', text: t('list.view.comfortable') },
        { value: 'Compact', text: t('list.view.compact') },
      ]}
      onChange={(Density) => void save(() => ({ Density }))}
    />
  )
}

/** The first column names the row, so it is always shown. */
function Columns({ path, columns }: Omit<ListViewMenuProps, 'parquet'>) {
  const { t } = useTranslation()
  const id = useId()
  const { preferences, save } = useListPreferences(path)
  const hidden = new Set(preferences.Hidden)
  const toggle = (key: string) => {
    const hides = !hidden.has(key)
    void save(({ Hidden }) => {
      const others = Hidden.filter((one) => one !== key)
      return { Hidden: hides ? [...others, key] : others }
    })
  }
  return (
    <fieldset className="plain-set">
      <legend className="caps">{t('list.view.columns')}</legend>
      {columns.slice(1).map(({ key, title, titleHidden }) =>
        titleHidden ? null : (
          <label key={key} className="menu-item" htmlFor={`${id}${key}`}>
            <input
              id={`${id}${key}`}
              type="checkbox"
              className="check"
              checked={!hidden.has(key)}
              onChange={() => toggle(key)}
            />
            {title}
          </label>
        ),
      )}
    </fieldset>
  )
}
