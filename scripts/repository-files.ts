import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Tracked and new files, sorted. New files count before they are committed. */
export const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trimEnd()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
  .sort()

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
