import type { SessionState } from '../session/session.ts'

/** Where a portal visitor is redirected. undefined: the visitor may stay (spec 2). */
export function portalGate(phase: SessionState['phase']): '/login' | '/loading' | '/timeout' | undefined {
  switch (phase) {
    case 'authorized':
      return undefined
    case 'unchecked':
      return '/loading'
    case 'refused':
      return '/timeout'
    default:
      return '/login'
  }
}

/** The same for pages for signed-out visitors. A session judged timed out does not count as signed out (spec 2). */
export function signedOutGate(
  phase: SessionState['phase'],
): '/dashboard' | '/loading' | '/timeout' | undefined {
  switch (phase) {
    case 'authorized':
      return '/dashboard'
    case 'unchecked':
      return '/loading'
    case 'refused':
      return '/timeout'
    default:
      return undefined
  }
}

/** The same for the forced two-factor setup, which is only for a session that may open nothing else (spec 4). */
export function setupGate(
  phase: SessionState['phase'],
): '/login' | '/dashboard' | '/loading' | '/timeout' | undefined {
  if (phase === 'setup') return undefined
  return phase === 'none' ? '/login' : signedOutGate(phase)
}

export function rootTarget(phase: SessionState['phase']): '/login' | '/loading' {
  return phase === 'none' ? '/login' : '/loading'
}

/** "EoT | DEVICES | LIVE-SENSOR-DATA": the product mark, then the parts of the path (spec 1). */
export function pageTitle(pathname: string, mark: string): string {
  const parts = pathname.split('/').filter(Boolean)
  return [mark, ...parts.map((part) => decodeURIComponent(part).toUpperCase())].join(' | ')
}

/** "live-sensor-data" → "Live Sensor Data" (spec 2). */
export function partTitle(part: string): string {
  return part
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
