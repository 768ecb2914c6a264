import type { PermissionKey } from '@eot/contract/permissions'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Session } from './create-session.ts'
import { featuresAt, hasFeature, opensPage, type UrlFeatures } from './rights.ts'
import { onSession, type SessionState, sessionState } from './session.ts'

export function useSessionState(): SessionState {
  return useSyncExternalStore(onSession, sessionState)
}

let latest: Session | undefined

/** The session. Only for components inside the portal; while the portal is being left, the previous session. */
export function useSession(): Session {
  const state = useSessionState()
  if (state.phase === 'authorized') latest = state.session
  if (!latest) throw new Error('useSession requires an authorized session')
  return latest
}

export function useAllowed(key: PermissionKey): boolean {
  const state = useSessionState()
  return state.phase === 'authorized' && hasFeature(state.session, key)
}

/** Returns the actions permitted at a URL such as `/devices`. */
export const useFeatures = (url: string): UrlFeatures => featuresAt(useSession(), url)

/** Whether the user may open the page at this path. */
export const useOpensPage = (path: string): boolean => opensPage(useSession(), path)

/** Renders its children only for users with the permission. The server checks again. */
export function Allowed({ to, children }: { to: PermissionKey; children: ReactNode }) {
  return useAllowed(to) ? children : null
}
