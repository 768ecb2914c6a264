import type { SessionState } from '../session/session.ts'
import { t } from '../texts/i18n.ts'
import { shownLanguage } from '../texts/language.ts'

/** Returns where a portal visitor is redirected. undefined: the visitor may stay (spec 2). */
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
  const names = parts.map((part) => pageName(part) ?? decodeURIComponent(part))
  return [mark, ...names.map((name) => name.toLocaleUpperCase(shownLanguage()))].join(' | ')
}

/** "live-sensor-data" → "Live Sensor Data" (spec 2), or the name in another language. */
export function partTitle(part: string): string {
  const name = pageName(part)
  if (name !== undefined) return name
  return part
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** "live-sensor-data" → "LIVE SENSOR DATA" (spec 2), or the name in another language. */
export const navigationTitle = (part: string): string =>
  (pageName(part) ?? part.replaceAll('-', ' ')).toLocaleUpperCase(shownLanguage())

/** The name of a part of a path. undefined in English, where names are derived from the path. */
const pageName = (part: string): string | undefined =>
  /^[a-z-]+$/.test(part) && shownLanguage() !== 'en'
    ? t(`pages.${part}` as 'shell.product', { defaultValue: '' }) || undefined // catalogs but the English one have them
    : undefined
