import type { ShownSettings } from './shown-settings.ts'

type Theme = ShownSettings['theme']

/** Read by /before-paint.js before the first paint. */
const shownKey = 'eot.theme'

const darkSystem = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
let current: Theme = readChoice(shownKey) ?? 'Auto'

/** Clears the theme class when the session is destroyed. The system preference applies again (spec 4). */
export function clearTheme(): void {
  localStorage.removeItem(shownKey)
  current = 'Auto'
  paint()
}

/** Sets the theme as a class of the page (spec 4), and stores it for the first paint of the next load. */
export function showTheme(theme: Theme): void {
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
}

function readChoice(key: string): Theme | undefined {
  const text = globalThis.localStorage?.getItem(key)
  return text === 'Dark' || text === 'Light' || text === 'Auto' ? text : undefined
}

darkSystem?.addEventListener('change', paint)
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== shownKey) return
  current = readChoice(shownKey) ?? 'Auto'
  paint()
})
