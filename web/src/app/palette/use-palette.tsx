import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
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

/** The search and the shortcuts of every page. What they open is loaded when it is opened. */
export function usePalette(): { openSearch: () => void; dialog: ReactNode } {
  const router = useRouter()
  const opens = useOpensRoute()
  const [shown, setShown] = useState<'search' | 'shortcuts'>()
  const close = () => setShown(undefined)
  const openSearch = () => setShown('search')
  useGlobalKeys({
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
        {shown === 'search' && <Palette onClose={close} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    ),
  }
}
