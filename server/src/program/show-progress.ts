import type { OnProgress } from './backup-database.ts'

const everyMs = 250

/** Shows progress in one line of the terminal; shows nothing without a terminal. Call `end` before printing anything else. */
export function showProgress(): { onProgress: OnProgress; end(): void } {
  const { stderr } = process
  const startedAt = performance.now()
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    onProgress(step, share, rows) {
      const now = performance.now()
      if (!stderr.isTTY || now - shownAt < everyMs) return
      shownAt = now
      const rate = Math.round(rows / Math.max((now - startedAt) / 1000, 0.001))
      const percent = Math.floor(Math.min(share, 1) * 100)
      stderr.write(`\r\x1b[K${percent} %  ${step}  ${count(rows)} rows (${count(rate)}/s)`)
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K')
    },
  }
}

const count = (number: number) => number.toLocaleString('en-US')

/** Formats a size: `12.3 MB`, `1.2 GB`. */
export const size = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

/** Returns the contents of a backup, for the last line of a command. */
export const summarize = ({ tables, rows, bytes }: { tables: number; rows: number; bytes: number }): string =>
  `${count(rows)} rows of ${count(tables)} tables, ${size(bytes)}`
