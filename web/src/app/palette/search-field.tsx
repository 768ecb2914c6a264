import './search-field.css'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadLaterTexts } from '../../texts/i18n.ts'
import { useGlobalKeys } from './use-global-keys.ts'
import { useOpensRoute } from './use-opens-route.ts'

const Palette = lazy(async () => {
  await loadLaterTexts()
  return { default: (await import('./palette.tsx')).Palette }
})
const ShortcutsDialog = lazy(async () => {
  await loadLaterTexts()
  return { default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }
})

/** The search field of the top bar, and the shortcuts of every page. What they open is loaded when it is opened. */
export function SearchField() {
  const { t } = useTranslation()
  const router = useRouter()
  const opens = useOpensRoute()
  const [shown, setShown] = useState<'search' | 'shortcuts'>()
  const close = () => setShown(undefined)
  useGlobalKeys({
    onSearch: () => setShown('search'),
    onShortcuts: () => setShown('shortcuts'),
    onGo: (path) => {
      if (opens(path)) void router.navigate({ to: path as '/' }) // one of the pages
    },
  })
  return (
    <>
      <button
        type="button"
        className="search-field"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setShown('search')}
      >
        <Search className="icon" aria-hidden="true" />
        <span className="text">{t('action.search')}</span>
        <span className="keys" aria-hidden="true">
          <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
        </span>
      </button>
      <Suspense>
        {shown === 'search' && <Palette onClose={close} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  )
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
