import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Raises the limit of open files of this process, and of those it starts from then on, as far as it may. Returns it. */
export function raiseOpenFiles(wanted: number): number {
  // Without the right to, the limit stays.
  if (limit() < wanted) spawnSync('prlimit', ['--pid', `${process.pid}`, `--nofile=${wanted}:${wanted}`])
  return limit()
}

function limit(): number {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft)
}
