import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { errorCode } from '../error-code.ts'
import type { Account } from './cluster.ts'

/** The user under which earlier versions ran the server. Other programs may use it too. */
export const nobody: Account = { uid: 65_534, gid: 65_534 }

/** Below the ids that systems reserve, far above those of ordinary users, and within the range that containers map. */
const ownIds = { from: 59_432, to: 59_463 }

/** Returns the account of the server if the program runs as root: a dedicated one, or `nobody` if those ids cannot be used. */
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

/** A container may map only some of the ids. */
function canRun(account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { ...account, cwd: '/' }).status === 0
}

/** In both files, the id is the third field of each line. */
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
