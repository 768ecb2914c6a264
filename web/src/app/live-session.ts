import type { QueryClient } from '@tanstack/react-query'
import { clearNewAlerts } from '../domain/alerts/new-alerts.ts'
import { closeLive, openLive } from '../lib/live/live.ts'
import { onSession, sessionState } from '../session/session.ts'
import { router } from './router.ts'

/** Opening a session starts the live connection, its end stops it and forgets what was read (spec 4). */
export function followSession(queryClient: QueryClient): () => void {
  return onSession(() => {
    const state = sessionState()
    if (state.phase === 'authorized') void openLive()
    if (state.phase !== 'none') return
    closeLive()
    clearNewAlerts()
    void leavePortal(state.left === true).then(() => queryClient.clear())
  })
}

/** What is still shown reads the cache, so it is cleared after the page has changed. */
async function leavePortal(byWish: boolean) {
  if (!isPortalShown()) return
  const from = router.state.location.href
  await router.navigate({ to: '/login', replace: true, ...(byWish ? {} : { state: { from } }) })
}

const isPortalShown = () => router.state.matches.some((match) => match.routeId === '/portal')
