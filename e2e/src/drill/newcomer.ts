import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nobody } from '@eot/server/platform/db/server-account'
import { files, root } from '../../../scripts/repository-files.ts'

/** A non-root account on this machine, with only what the drill provides. */
export interface Person {
  home: string
  account: { uid?: number; gid?: number }
  environment: NodeJS.ProcessEnv
}

/** Creates a home directory with a clone of this repository. */
export function makeNewcomer(): Person & { clone: string; leave(): Promise<void> } {
  const isRoot = process.getuid?.() === 0
  const account = isRoot ? nobody : {}
  // On disk, since it becomes large.
  const home = mkdtempSync(join(tmpdir(), 'newcomer-'))
  const clone = join(home, 'eot-live')
  for (const path of files) {
    mkdirSync(join(clone, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(clone, path))
  }
  // Reuses the npm cache, so that packages are not downloaded again.
  const cache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim()
  if (existsSync(cache)) cpSync(cache, join(home, '.npm'), { recursive: true })
  if (isRoot) spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, home])
  return {
    home,
    account,
    clone,
    environment: { ...inherited(), HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' },
    async leave() {
      while (killProcesses(home) > 0) await new Promise((resolve) => setTimeout(resolve, 100))
      await rm(home, { recursive: true })
    },
  }
}

/** Returns the environment without the variables of npm and Vitest and the addresses of databases. */
function inherited(): NodeJS.ProcessEnv {
  const own = /^(npm_|NODE_(?!EXTRA)|VITEST|PG|TZ$|[A-Z]+_URL$|NIGHTLY$|TEST|DEV|PROD|MODE|SSR|BASE_URL)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}

/** Lists the processes that were started from a directory, or in it. */
export function listProcesses(directory: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const isThere = command.includes(directory) || readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)
        return isThere ? [{ pid: Number(pid), command }] : []
      } catch {
        return [] // it has exited
      }
    })
}

function killProcesses(directory: string): number {
  const found = listProcesses(directory)
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has exited.
    }
  }
  return found.length
}
