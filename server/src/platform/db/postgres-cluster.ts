import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Stats, statSync } from 'node:fs'
import { chmod, chown, lchown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { syncDirectory } from '../private-file.ts'
import { StartRefused } from '../start-refused.ts'
import { type Cluster, clusterDatabase, clusterRole, pathForAccount, postgresEnvironment } from './cluster.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { chooseSocketDir } from './postgres-socket.ts'
import { chooseServerAccount, hasName, nobody } from './server-account.ts'

const draftSuffix = '.initializing-'

/**
 * Chooses the account and socket of the cluster. PostgreSQL refuses to run as root, so as root it runs under the account
 * that owns the files, or under a dedicated one. The dedicated account also takes over files of root (from a restored
 * backup) and of nobody (from an earlier version).
 */
export function locateCluster(dataDir: string): Cluster {
  const directory = join(dataDir, 'pg')
  const socketDir = chooseSocketDir(directory)
  const existing: Stats | undefined = statSync(directory, { throwIfNoEntry: false })
  const self = process.getuid?.()
  if (self !== 0) {
    if (existing && existing.uid !== self) {
      throw new StartRefused(
        `${directory} belongs to user ${existing.uid}, but this program runs as user ${self}`,
      )
    }
    return { directory, account: undefined, socketDir }
  }
  const isOthers = existing && existing.uid !== 0 && existing.uid !== nobody.uid
  const account = isOthers ? { uid: existing.uid, gid: existing.gid } : chooseServerAccount()
  return { directory, account, socketDir }
}

/** Creates a cluster with the program's role and database under a draft name, and renames it once it is complete. */
export async function createCluster(
  binaries: PostgresBinaries,
  cluster: Cluster,
  password: string,
): Promise<void> {
  await removeDrafts(cluster)
  // A new name each time, since the initdb of a killed program may still be writing to the previous draft.
  const draft: Cluster = { ...cluster, directory: await mkdtemp(cluster.directory + draftSuffix) }
  await giveToAccount(draft)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
  const options = ['--username=postgres', '--auth=reject', ...locale]
  await run(binaries.initdb, [`--pgdata=${pathForAccount(draft)}`, ...options], draft)
  await writeFile(join(draft.directory, 'pg_hba.conf'), `local all ${clusterRole} scram-sha-256\n`)
  await runAlone(binaries, draft, [
    `CREATE ROLE ${clusterRole} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE DATABASE ${clusterDatabase} OWNER ${clusterRole}`,
  ])
  await rename(draft.directory, cluster.directory)
  await syncDirectory(dirname(cluster.directory))
}

/** Checks the PostgreSQL version of the files and gives them to the account. */
export async function adoptCluster(binaries: PostgresBinaries, cluster: Cluster): Promise<void> {
  const version = (await readFile(join(cluster.directory, 'PG_VERSION'), 'utf8')).trim()
  if (version !== String(binaries.majorVersion)) {
    throw new StartRefused(
      `${cluster.directory} was written by PostgreSQL ${version}, this program brings PostgreSQL ${binaries.majorVersion}; ` +
        'dump it with the program that wrote it and restore the dump here, or set DATABASE_URL',
    )
  }
  const { account } = cluster
  if (account && statSync(cluster.directory).uid !== account.uid) await giveToAccount(cluster)
  await chmod(cluster.directory, 0o700)
}

export async function setClusterPassword(
  binaries: PostgresBinaries,
  cluster: Cluster,
  password: string,
): Promise<void> {
  await runAlone(binaries, cluster, [`ALTER ROLE ${clusterRole} PASSWORD '${password}'`])
}

async function removeDrafts({ directory }: Cluster): Promise<void> {
  const parent = dirname(directory)
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(basename(directory) + draftSuffix))
  for (const name of drafts) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
}

async function giveToAccount({ directory, account }: Cluster): Promise<void> {
  if (!account) return
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
  await chown(directory, account.uid, account.gid)
}

/** Runs statements as superuser in single-user mode, without a server, so the superuser never needs to log in. */
async function runAlone(binaries: PostgresBinaries, cluster: Cluster, statements: string[]): Promise<void> {
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic'].flatMap((setting) => ['-c', setting])
  const options = ['--single', '-D', pathForAccount(cluster), ...settings, 'postgres']
  await run(binaries.postgres, options, cluster, `${statements.join('\n')}\n`)
}

/**
 * Unlike the server, these commands look up their user's name. If the user id has no name, the files belong to nobody
 * while the command runs. After an interruption, the next start takes them back.
 */
async function run(command: string, options: string[], cluster: Cluster, input = ''): Promise<void> {
  if (!cluster.account || hasName(cluster.account)) return runAs(cluster, command, options, input)
  const lent: Cluster = { ...cluster, account: nobody }
  await giveToAccount(lent)
  try {
    await runAs(lent, command, options, input)
  } finally {
    await giveToAccount(cluster)
  }
}

async function runAs(cluster: Cluster, command: string, options: string[], input: string): Promise<void> {
  const child = spawn(command, options, {
    ...cluster.account,
    cwd: cluster.directory,
    env: postgresEnvironment(),
  })
  // If a command exits before it has read its input, its exit status gives the reason.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [[status], output, complaint] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  if (status !== 0) throw new Error(`${command} exited with ${status}:\n${complaint || output}`)
}
