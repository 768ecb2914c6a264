import { useSyncExternalStore } from 'react'

/** Colors and fonts of the current theme, for canvas drawing, which cannot use style sheets. */
export interface ThemeTokens {
  /** Resolves `var(--token)`. Returns any other CSS color unchanged. */
  color: (value: string) => string
  font: string
}

let current: ThemeTokens | undefined
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

function renew() {
  current = undefined
  for (const listener of listeners) listener()
}

/** A single watcher for all charts: the theme is an attribute of the page, and fonts load late. */
function watch(): () => void {
  const observer = new MutationObserver(renew)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] })
  document.fonts.addEventListener('loadingdone', renew)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', renew)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= watch()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
    current = undefined
  }
}

function read(): ThemeTokens {
  if (current) return current
  const style = getComputedStyle(document.documentElement)
  // Reading a computed style may force the browser to recalculate the styles of the whole page.
  const known = new Map<string, string>()
  const property = (name: string) => {
    const value = known.get(name) ?? style.getPropertyValue(name).trim()
    known.set(name, value)
    return value
  }
  const color = (value: string) => {
    const token = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
    return token ? property(token) : value
  }
  current = { color, font: property('--font-sans') }
  return current
}

/** A new object whenever the theme changes, so that everything drawn from it is redrawn. */
export const useThemeTokens = (): ThemeTokens => useSyncExternalStore(subscribe, read)
