import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'

export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0

export const sessionTimeouts =
  'set statement_timeout = 7000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 10000'

/**
 * Runs pgbouncer in transaction mode in front of a database, with two sessions for all clients. `connectQuery` is run in each
 * session. Returns the address for clients.
 */
export async function startPgbouncer(url: string, connectQuery: string, directory: string) {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  // It refuses to run as root, and no other account can reach a socket of the embedded PostgreSQL.
  const gate = createServer((client) => {
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    const end = () => {
      client.destroy()
      server.destroy()
    }
    client.on('error', end).on('close', end).pipe(server).on('error', end).on('close', end).pipe(client)
  })
  const gatePort = await listening(gate)
  const probe = createServer()
  const listenPort = await listening(probe)
  probe.close()
  const target = Object.entries({
    host: '127.0.0.1',
    port: gatePort,
    user,
    password,
    dbname: database,
    connect_query: connectQuery,
  })
  const settings = join(directory, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
pooled = ${target.map(([name, value]) => `${name}='${value}'`).join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`,
  )
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn('pgbouncer', [settings], { stdio: 'ignore', ...nobody })
  return {
    url: `postgres://eot@127.0.0.1:${listenPort}/pooled`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      gate.close()
    },
  }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
