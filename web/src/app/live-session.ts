import type { QueryClient } from '@tanstack/react-query'
import { clearNewAlerts } from '../domain/alerts/new-alerts.ts'
import { closeLive, openLive } from '../lib/live/live.ts'
import { readPushUser } from '../lib/push/push-user.ts'
import { onSession, type SessionState, sessionState } from '../session/session.ts'
import { clearDrawn } from './first-frame.ts'
import { router } from './router.ts'

/** Starts the live connection when a session opens. When it ends, stops it and clears the cached data (spec 4). */
export function followSession(queryClient: QueryClient): () => void {
  return onSession(() => {
    const state = sessionState()
    // Most browsers have no notifications on, and load nothing for them.
    if (readPushUser()) void import('./push-session.ts').then(({ followPush }) => followPush(state))
    if (state.phase === 'authorized') void openLive()
    if (state.phase !== 'none') return
    closeLive()
    clearDrawn()
    clearNewAlerts()
    void leavePortal(state).then(() => queryClient.clear())
  })
}

/** The visible page still reads the cache, so clear it only after the page has changed. */
async function leavePortal({ ended }: SessionState & { phase: 'none' }) {
  if (!isPortalShown()) return
  // If somebody else has signed in, the new session is checked next, and the sign-in page opens the portal.
  await Promise.resolve()
  const from = router.state.location.href
  await router.navigate({
    to: '/login',
    search: ended === 'refused' ? { invalid: 'sessionExpired' } : {},
    replace: true,
    // The user is signed out, even if something is not saved.
    ignoreBlocker: true,
    ...(ended === 'left' ? {} : { state: { from } }),
  })
}

const isPortalShown = () => router.state.matches.some((match) => match.routeId === '/portal')
