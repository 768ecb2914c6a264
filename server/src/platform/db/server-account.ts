import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { errorCode } from '../error-code.ts'
import type { Account } from './cluster.ts'

/** Whom other programs run as too; earlier versions ran the server so. */
export const nobody: Account = { uid: 65_534, gid: 65_534 }

/** Below what systems reserve for themselves, far above what they give to users, and inside what containers map. */
const ownIds = { from: 59_432, to: 59_463 }

/** The account of the server where the program runs as root: one of its own, or `nobody` where that may not be used. */
export function chooseServerAccount(): Account {
  const taken = new Set([...listIds('/etc/passwd'), ...listIds('/etc/group')])
  for (let id = ownIds.from; id <= ownIds.to; id += 1) {
    const account = { uid: id, gid: id }
    if (!taken.has(id)) return canRun(account) ? account : nobody
  }
  return nobody
}

export function hasName({ uid }: Account): boolean {
  return listIds('/etc/passwd').includes(uid)
}

/** A container may have fewer ids than there are. */
function canRun(account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { ...account, cwd: '/' }).status === 0
}

/** The third field of each line in both files is the id. */
function listIds(file: string): number[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2]))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
