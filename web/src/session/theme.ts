import type { Session } from './create-session.ts'

export type ThemeChoice = Session['theme']

/** What /theme.js reads before the first paint. */
const shownKey = 'eot.theme'
/** Set in the settings menu; goes before the account's own setting, for this person on this device. */
const chosenKey = (userId: string) => `eot.theme.${userId}`

const darkSystem = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let current: ThemeChoice = readChoice(shownKey) ?? 'Auto'

export function themeChoice(): ThemeChoice {
  return current
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Applies the account's theme unless this device was told otherwise. */
export function applyAccountTheme(userId: string, theme: ThemeChoice): void {
  show(readChoice(chosenKey(userId)) ?? theme)
}

export function chooseTheme(userId: string, theme: ThemeChoice): void {
  localStorage.setItem(chosenKey(userId), theme)
  show(theme)
}

/** Clears the theme class when the session is destroyed; the system decides again (spec 4). */
export function clearTheme(): void {
  localStorage.removeItem(shownKey)
  current = 'Auto'
  paint()
}

function show(theme: ThemeChoice) {
  localStorage.setItem(shownKey, theme)
  current = theme
  paint()
}

function paint() {
  const dark = current === 'Dark' || (current === 'Auto' && darkSystem?.matches === true)
  const root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  const isApplied = readChoice(shownKey) !== undefined
  root.classList.toggle('theme-dark', isApplied && dark)
  root.classList.toggle('theme-light', isApplied && !dark)
  for (const listener of listeners) listener()
}

function readChoice(key: string): ThemeChoice | undefined {
  const text = globalThis.localStorage?.getItem(key)
  return text === 'Dark' || text === 'Light' || text === 'Auto' ? text : undefined
}

darkSystem?.addEventListener('change', paint)
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== shownKey) return
  current = readChoice(shownKey) ?? 'Auto'
  paint()
})
