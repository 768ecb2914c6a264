import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'
import { useGlobalKeys } from './use-global-keys.ts'
import { useOpensRoute } from './use-opens-route.ts'

const Palette = lazyAfterTexts(async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazyAfterTexts(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** The search and the shortcuts of every page. What they open is loaded when it is opened. */
export function usePalette(): { openSearch: () => void; dialog: ReactNode } {
  const router = useRouter()
  const opens = useOpensRoute()
  const [shown, setShown] = useState<'search' | 'shortcuts'>()
  const [typed, setTyped] = useState('')
  const close = () => setShown(undefined)
  function openSearch() {
    if (shown !== 'search') setTyped('')
    setShown('search')
  }
  useGlobalKeys({
    isSearching: shown === 'search',
    onTyped: (character) => setTyped((before) => before + character),
    onSearch: openSearch,
    onShortcuts: () => setShown('shortcuts'),
    onGo: (path) => {
      if (opens(path)) void router.navigate({ to: path as '/' }) // one of the pages
    },
  })
  return {
    openSearch,
    dialog: (
      <Suspense>
        {shown === 'search' && <Palette typed={typed} onType={setTyped} onClose={close} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    ),
  }
}
