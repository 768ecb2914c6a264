import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Raises the open-file limit of this process, and of those it starts later, as far as permitted. Returns the limit. */
export function raiseOpenFiles(wanted: number): number {
  // Without permission, the limit stays.
  if (limit() < wanted) spawnSync('prlimit', ['--pid', `${process.pid}`, `--nofile=${wanted}:${wanted}`])
  return limit()
}

function limit(): number {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft)
}
