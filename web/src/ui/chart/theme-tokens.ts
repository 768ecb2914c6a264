import { useSyncExternalStore } from 'react'

/** Colours and fonts of the theme in force, for what is drawn on a canvas and cannot read style sheets. */
export interface ThemeTokens {
  /** Resolves `var(--token)`; any other CSS colour answers itself. */
  colour: (value: string) => string
  font: string
}

let current: ThemeTokens | undefined
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

function renew() {
  current = undefined
  for (const listener of listeners) listener()
}

/** One watcher for all charts: the theme is an attribute of the page, and fonts arrive late. */
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
  // Each look at a computed style may make the browser work out the styles of the whole page.
  const known = new Map<string, string>()
  const property = (name: string) => {
    const value = known.get(name) ?? style.getPropertyValue(name).trim()
    known.set(name, value)
    return value
  }
  const colour = (value: string) => {
    const token = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
    return token ? property(token) : value
  }
  current = { colour, font: property('--font-sans') }
  return current
}

/** Changes its identity with the theme, so that whatever is drawn from it is drawn anew. */
export const useThemeTokens = (): ThemeTokens => useSyncExternalStore(subscribe, read)
