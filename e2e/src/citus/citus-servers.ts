import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nobody } from '@eot/server/platform/db/server-account'
import { runStatement } from '@eot/server/test/drop-database'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../free-port.ts'

/** The binaries of an installed PostgreSQL with Citus. */
const binaries = globSync('/usr/lib/postgresql/*/lib/citus.so').map((file) =>
  join(dirname(file), '../bin'),
)[0]
export const hasCitus = binaries !== undefined && existsSync(join(binaries, 'initdb'))

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? nobody : undefined
/** Omits HOME, since nodes would look for certificates in the home directory of another account. */
const place = { ...account, cwd: '/', env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } }

export interface CitusServer {
  port: number
  /** The address of the database `eot`. */
  url: string
  directory: string
  control(...args: string[]): void
}

/** Adds settings that Citus and its nodes need. They take effect at the next start. */
export const allowCitus = ({ directory }: CitusServer) =>
  appendFile(
    join(directory, 'postgresql.conf'),
    `shared_preload_libraries = 'citus'
wal_level = logical
max_prepared_transactions = 100
max_worker_processes = 32
authentication_timeout = 5s
`,
  )

/** Manages the servers of one test, which are removed after it. */
export async function openServers() {
  const directory = await makeTemporaryDirectory()
  if (account) chownSync(directory, account.uid, account.gid)
  const running: CitusServer[] = []
  onTestFinished(async () => {
    for (const server of running) server.control('stop', '-m', 'immediate')
    await rm(directory, { recursive: true })
  })

  const serverAt = (name: string, port: number): CitusServer => {
    const data = join(directory, name)
    return {
      port,
      url: `postgres://postgres@127.0.0.1:${port}/eot`,
      directory: data,
      control(...args) {
        spawnSync(binaryOf('pg_ctl'), ['-D', data, '-l', `${data}.log`, '-w', ...args], {
          ...place,
          stdio: 'ignore',
        })
      },
    }
  }
  const start = (server: CitusServer) => {
    running.push(server)
    server.control('start')
  }

  /** Creates a server with an empty database. */
  async function create(name: string, { citus = true } = {}): Promise<CitusServer> {
    const server = serverAt(name, await findFreePort())
    run('initdb', ['-D', server.directory, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
    await appendFile(
      join(server.directory, 'postgresql.conf'),
      `port = ${server.port}\nunix_socket_directories = ''\nmax_connections = 200\n`,
    )
    if (citus) await allowCitus(server)
    start(server)
    await runStatement(server.url.replace(/eot$/, 'postgres'), 'create database eot')
    if (citus) await runStatement(server.url, 'create extension citus')
    return server
  }

  return {
    create,
    /** Creates a coordinator with two nodes, in this order. */
    async createCluster(): Promise<[CitusServer, CitusServer, CitusServer]> {
      const coordinator = await create('db-0')
      const nodes = [await create('db-1'), await create('db-2')] as const
      await joinNodes(coordinator, nodes)
      return [coordinator, ...nodes]
    },
    /** Creates a synchronous standby of a server. */
    async createStandby(of: CitusServer, name: string): Promise<CitusServer> {
      const standby = serverAt(name, await findFreePort())
      const source = ['-h', '127.0.0.1', '-p', `${of.port}`, '-U', 'postgres']
      run('pg_basebackup', [...source, '-D', standby.directory, '-R', '-c', 'fast'])
      await appendFile(join(standby.directory, 'postgresql.conf'), `port = ${standby.port}\n`)
      start(standby)
      await runStatement(of.url, `alter system set synchronous_standby_names = '*'`)
      await runStatement(of.url, 'select pg_reload_conf()')
      return standby
    },
  }
}

/** Makes the first server the coordinator of the others, before or after it has tables. */
export async function joinNodes(coordinator: CitusServer, nodes: readonly CitusServer[]): Promise<void> {
  await runStatement(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
  for (const { port } of nodes)
    await runStatement(coordinator.url, `select citus_add_node('127.0.0.1', ${port})`)
}

const binaryOf = (name: string) => join(binaries ?? '', name)

function run(name: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(binaryOf(name), args, { ...place, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} failed:\n${stderr}`)
}
