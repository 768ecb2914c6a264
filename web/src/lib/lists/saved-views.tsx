import type { ListPreferences } from '@eot/contract/list-preferences'
import { useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { useListPreferences } from './use-list-preferences.ts'

const longestName = 60
/** Parameters that are not part of a view: the site, the page, and the record open beside the list. */
const passing = new Set(['siteId', 'page', 'add', 'open', 'mail', 'alert', 'entry', 'user'])

const othersIn = ({ Views }: ListPreferences, name: string) => Views.filter(({ Name }) => Name !== name)

/** Searches, filters and orders of a list, saved under a name. */
export function SavedViews({ path, onApply }: { path: string; onApply: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const { preferences, save } = useListPreferences(path)
  const [name, setName] = useState('')
  const { parseSearch, stringifySearch } = router.options

  /** Returns the query of the current address without transient parameters. */
  function currentView(): string {
    const shown = Object.entries(router.state.location.search as Record<string, unknown>)
    return stringifySearch(Object.fromEntries(shown.filter(([key]) => !passing.has(key)))).replace(/^\?/, '')
  }

  function apply(search: string) {
    void router.navigate({ to: path as '/', search: parseSearch(`?${search}`) as never }) // the page parses its own search
    onApply()
  }

  function handleSave(event: SubmitEvent) {
    event.preventDefault()
    const Name = name.trim()
    if (Name === '') return
    const view = { Name, Search: currentView() }
    void save((before) => ({ Views: [...othersIn(before, Name), view] }))
    setName('')
  }

  return (
    <fieldset className="plain-set">
      <legend className="caps">{t('list.view.saved')}</legend>
      {preferences.Views.map((view) => (
        <div key={view.Name} className="saved-view">
          <button type="button" className="menu-item" onClick={() => apply(view.Search)}>
            {view.Name}
          </button>
          <IconButton
            icon={Trash2}
            size="sm"
            label={t('list.view.remove', { name: view.Name })}
            onClick={() => void save((before) => ({ Views: othersIn(before, view.Name) }))}
          />
        </div>
      ))}
      <form className="save-view" onSubmit={handleSave}>
        <input
          className="input"
          aria-label={t('list.view.name')}
          placeholder={t('list.view.name')}
          maxLength={longestName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('list.view.save')}
        </Button>
      </form>
    </fieldset>
  )
}
