import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTitle } from '../gate.ts'

/** Around every page: sets the document title and moves the focus to the start of a new page. */
export function Root() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const mark = t('shell.product')
  const title = pageTitle(pathname, mark)
  useEffect(() => {
    document.title = title
  }, [title])
  useFocusOnNewPage()
  return <Outlet />
}

function useFocusOnNewPage() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // Pages with a single form focus its first input themselves, and so do drawers.
        if (document.activeElement?.closest('main input, [role="dialog"]')) return
        const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
        start?.focus({ preventScroll: true })
      }),
    [router],
  )
}
