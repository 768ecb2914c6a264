import type { Language } from '@eot/contract/languages'
import { shownLanguage } from '../texts/language.ts'

/** The paths of scripts and styles. Files with the texts of a language are listed under its code, all others under `all`. */
export type CodeFiles = Partial<Record<Language | 'all', string[]>>

/** Long enough for the first page to load everything that it needs. */
const afterMs = 60_000
const retryMs = 5 * 60_000
let hasBegun = false

interface Connection {
  saveData?: boolean
  /** Such as `4g`; slower ones are called `3g`, `2g` and `slow-2g`. */
  effectiveType?: string
}

/**
 * Fetches the code of all pages into the browser's cache, one file at a time, after the portal has been open for a minute. Pages and
 * menus then open at once, also while the network is away or after an upgrade has replaced the files on the server. Does nothing if
 * the user saves data or the connection is slow.
 */
export function fetchCodeAhead(): void {
  const wait = (ms: number) => setTimeout(() => void fetchAll().catch(() => wait(retryMs)), ms)
  if (hasBegun || !import.meta.env.PROD || isMetered()) return
  hasBegun = true
  wait(afterMs)
}

function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection } // not in every browser
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

async function fetchAll(): Promise<void> {
  const response = await fetch('/code.json')
  const files: CodeFiles = await response.json()
  const wanted = [...(files.all ?? []), ...(files[shownLanguage()] ?? [])]
  // After an upgrade, the list is that of the new release.
  if (!wanted.includes(new URL(import.meta.url).pathname)) return
  for (const path of wanted) await (await fetch(path, { priority: 'low' })).arrayBuffer()
}
