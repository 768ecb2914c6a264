import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { generate } from 'mqtt-packet'
import { crowdAddress } from './crowd.ts'

/** The commands that the test sends to the herd, as JSON lines, and the response of the herd when it is done. */
export type HerdOrder = 'connect' | 'cut'
export interface HerdAnswer {
  /** In ms from the order until the last device was acknowledged. */
  tookMs: number
  /** How often a device had to try again. */
  retries: number
}

const connack = 0x20
const puback = 0x40
const retryMs = 1000
const keepalive = 600

interface Member {
  mac: string
  key: string
  n: number
  socket?: Socket
}

/**
 * Connects a device with a last will, like a real one, reports once, and resolves when that is acknowledged. It
 * retries as often as necessary. Returns the number of retries.
 */
async function comeBack(member: Member, port: number): Promise<number> {
  for (let retries = 0; ; retries += 1) {
    if (await report(member, port)) return retries
    await new Promise((resolve) => setTimeout(resolve, retryMs * (0.5 + Math.random())))
  }
}

function report(member: Member, port: number): Promise<boolean> {
  const { mac, key, n } = member
  const socket = connect({ port, host: '127.0.0.1', localAddress: crowdAddress(n) })
  member.socket = socket
  const will = {
    topic: `eot/${mac}/status`,
    payload: Buffer.from('{"state":"offline"}'),
    qos: 1,
    retain: false,
  } as const
  socket.write(
    generate({
      cmd: 'connect',
      clientId: mac,
      clean: true,
      keepalive,
      username: mac,
      password: Buffer.from(key),
      will,
    }),
  )
  return new Promise((resolve) => {
    socket.on('error', () => undefined) // closed afterwards
    socket.on('close', () => resolve(false))
    socket.on('data', (bytes) => {
      if (bytes[0] === connack && bytes[3] === 0) {
        const payload = JSON.stringify({ at: Date.now(), readings: { noise: 40 } })
        socket.write(
          generate({
            cmd: 'publish',
            topic: `eot/${mac}/readings`,
            payload,
            qos: 1,
            messageId: 1,
            dup: false,
            retain: false,
          }),
        )
      } else if (bytes[0] === puback) resolve(true)
    })
  })
}

// Runs as a separate process (device-herd.ts <port> <seconds> <file of devices>), since limits apply per process.
if (import.meta.main) {
  const [, , port, seconds, file = ''] = process.argv
  const devices: { mac: string; key: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  const members: Member[] = devices.map((device, n) => ({ ...device, n }))
  const spreadMs = Number(seconds) * 1000
  for await (const order of createInterface(process.stdin)) {
    const startedAt = performance.now()
    let retries = 0
    if (order === 'connect') {
      await Promise.all(
        members.map(async (member) => {
          await new Promise((resolve) => setTimeout(resolve, (member.n / members.length) * spreadMs))
          retries += await comeBack(member, Number(port))
        }),
      )
    } else {
      const open = members.flatMap(({ socket }) => (socket && !socket.closed ? socket : []))
      // Connections are reset rather than ended, as when the network fails.
      await Promise.all(open.map((socket) => once(socket.resetAndDestroy(), 'close')))
    }
    const answer: HerdAnswer = { tookMs: Math.round(performance.now() - startedAt), retries }
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
}
