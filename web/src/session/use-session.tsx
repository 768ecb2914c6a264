import type { PermissionKey } from '@eot/contract/permissions'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Session } from './create-session.ts'
import { onSession, type SessionState, sessionState } from './session.ts'

export function useSessionState(): SessionState {
  return useSyncExternalStore(onSession, sessionState)
}

/** For what is only rendered inside the portal. */
export function useSession(): Session {
  const state = useSessionState()
  if (state.phase !== 'authorized') throw new Error('There is no session here')
  return state.session
}

export function useAllowed(key: PermissionKey): boolean {
  const state = useSessionState()
  return state.phase === 'authorized' && state.session.permissionKeys.has(key)
}

/** Shows its children only to those who may; the server decides again. */
export function Allowed({ to, children }: { to: PermissionKey; children: ReactNode }) {
  return useAllowed(to) ? children : null
}
