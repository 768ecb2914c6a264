import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePageTitle, useTitlePart } from './page-title.ts'

/** Around every page: sets the document title and moves the focus to the start of a new page. */
export function Root() {
  const { title } = usePageTitle()
  useEffect(() => {
    document.title = title
  }, [title])
  useFocusOnNewPage()
  return <Outlet />
}

function useFocusOnNewPage() {
  const router = useRouter()
  const titlePart = useTitlePart()
  const latest = useRef(titlePart)
  const shown = useRef(titlePart)
  useEffect(() => {
    latest.current = titlePart
  }, [titlePart])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const isNew = pathChanged || latest.current !== shown.current
        shown.current = latest.current
        if (!fromLocation || !isNew) return
        // Pages with a single form focus its first input themselves, and so do drawers.
        if (document.activeElement?.closest('main input, [role="dialog"]')) return
        const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
        start?.focus({ preventScroll: true })
      }),
    [router],
  )
}
