import type { PermissionKey } from '@eot/contract/permissions'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Session } from './create-session.ts'
import { featuresAt, hasFeature, opensPage, type UrlFeatures } from './rights.ts'
import { onSession, type SessionState, sessionState } from './session.ts'

export function useSessionState(): SessionState {
  return useSyncExternalStore(onSession, sessionState)
}

let latest: Session | undefined

/** For what is only rendered inside the portal; while it is being left, the session that was. */
export function useSession(): Session {
  const state = useSessionState()
  if (state.phase === 'authorized') latest = state.session
  if (!latest) throw new Error('There is no session here')
  return latest
}

export function useAllowed(key: PermissionKey): boolean {
  const state = useSessionState()
  return state.phase === 'authorized' && hasFeature(state.session, key)
}

/** What may be done at a URL such as `/devices`. */
export const useFeatures = (url: string): UrlFeatures => featuresAt(useSession(), url)

/** Whether the page of this path opens to the user. */
export const useOpensPage = (path: string): boolean => opensPage(useSession(), path)

/** Shows its children only to those who may; the server decides again. */
export function Allowed({ to, children }: { to: PermissionKey; children: ReactNode }) {
  return useAllowed(to) ? children : null
}
