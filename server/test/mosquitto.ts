import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const deployed = (name: string) => fileURLToPath(new URL(`../../deploy/docker/${name}`, import.meta.url))

export const hasMosquitto = spawnSync('mosquitto', ['-h']).error === undefined

/** The account of the program in the access list. */
const portal = { user: 'portal', password: 'the portal itself' }

export type Mosquitto = Awaited<ReturnType<typeof startMosquitto>>

/** Runs Mosquitto with the configuration of `deploy/docker` in a folder, where it keeps its files. */
export async function startMosquitto(folder: string, port: number) {
  const [passwords, settings] = [join(folder, 'passwords'), join(folder, 'mosquitto.conf')]
  const text = (await readFile(deployed('mosquitto.conf'), 'utf8'))
    .replace('listener 1883', `listener ${port} 127.0.0.1`)
    .replace('/mosquitto/config/passwords', passwords)
    .replace('/mosquitto/config/mosquitto.acl', deployed('mosquitto.acl'))
    .replace('/mosquitto/data/', `${folder}/`)
  // As root it would continue as an account that cannot read the folder.
  await writeFile(settings, `user root\nlog_dest file ${join(folder, 'mosquitto.log')}\n${text}`)
  const users: { user: string; password: string }[] = []
  let child: ChildProcess | undefined

  /** Makes Mosquitto reload the passwords, with new ones. */
  async function admit(more: readonly { user: string; password: string }[]): Promise<void> {
    users.push(...more)
    const draft = `${passwords}.draft`
    await writeFile(draft, users.map(({ user, password }) => `${user}:${password}\n`).join(''), {
      mode: 0o600,
    })
    execFileSync('mosquitto_passwd', ['-U', draft])
    await rename(draft, passwords)
    child?.kill('SIGHUP')
  }

  async function start(): Promise<void> {
    child = spawn('mosquitto', ['-c', settings], { stdio: 'ignore' })
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error('mosquitto did not start; see its log')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await admit([portal])
  await start()
  return {
    /** The address for devices. */
    url: `mqtt://127.0.0.1:${port}`,
    portalUrl: `mqtt://${portal.user}:${encodeURIComponent(portal.password)}@127.0.0.1:${port}`,
    admit,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
