import type { PermissionKey } from '@eot/contract/permissions'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Session } from './create-session.ts'
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
  return state.phase === 'authorized' && state.session.permissionKeys.has(key)
}

/** Shows its children only to those who may; the server decides again. */
export function Allowed({ to, children }: { to: PermissionKey; children: ReactNode }) {
  return useAllowed(to) ? children : null
}
