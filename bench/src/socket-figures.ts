import { request } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { auth } from '@eot/contract/auth'
import { administrator, residentBytes } from '@eot/server/test/child-program'
import { frameOf, openRaw } from '@eot/server/test/raw-live'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { MqttDevice } from './mqtt-device.ts'
import { median, quantile, round } from './statistics.ts'

/** The maximum that the portal allows. */
const socketsEach = 20
const alarms = 10
const settleMs = 3000
const giveUpMs = 60_000
const ping = Buffer.from([0x81, 1, '2'.charCodeAt(0)])
const alertMessage = '42["alerts"'

/** Measures how long one alert takes to reach thousands of browsers, and the memory that each connection takes. */
export async function measureSockets(isQuick: boolean): Promise<Figure[]> {
  const users = isQuick ? 25 : 500
  // By default, half of the open files of the process are reserved for devices.
  const environment = { HTTP_CONNECTIONS: String(users * socketsEach + 100) }
  return withProgram(alarms, (bench) => measure(bench, users), { environment })
}

async function measure(bench: BenchProgram, users: number): Promise<Figure[]> {
  const { devices, pool, portal, ports, program, siteId } = bench
  await addUsers(pool, siteId, users)
  const tokens: string[] = []
  for (let user = 0; user < users; user += 1) tokens.push(await signIn(ports.http, user))
  const before = residentBytes(program.pid)
  const arrivals: number[] = []
  const joining = frameOf(
    `42${JSON.stringify(['join', { Action: 'join', SiteId: siteId, EventType: 'alerts' }])}`,
  )
  const sockets: Socket[] = []
  for (const [user, token] of tokens.entries())
    for (let own = 0; own < socketsEach; own += 1) {
      const socket = await openRaw(portal.url, token, addressOf(user))
      socket.on('data', (data) => {
        if (data.includes(ping)) socket.write(frameOf('3'))
        if (data.includes(alertMessage)) arrivals.push(performance.now())
      })
      socket.write(joining)
      sockets.push(socket)
    }
  await delay(settleMs)
  const each = (residentBytes(program.pid) - before) / 1024 / sockets.length
  expectCount('sockets still open', sockets.filter(({ destroyed }) => !destroyed).length, sockets.length)
  const taken: number[] = []
  for (const device of devices) {
    arrivals.length = 0
    const connected = await MqttDevice.open(ports.mqtt, device, () => undefined)
    const from = performance.now()
    connected.publish('{"readings":{"vape":90}}')
    connected.flush()
    const deadline = from + giveUpMs
    while (arrivals.length < sockets.length && performance.now() < deadline) await delay(5)
    expectCount('sockets that were told', arrivals.length, sockets.length)
    taken.push(Math.max(...arrivals) - from)
    connected.close()
    await delay(settleMs / 3)
  }
  for (const socket of sockets) socket.destroy()
  const count = sockets.length.toLocaleString('en')
  const worst = round(quantile(taken, 1), 0)
  return [
    msFigure({
      key: 'sockets-alert',
      title: `alarm of a device to the last of ${count} sockets`,
      value: worst,
      goal: 500,
      floor: 2500,
      details: { alarms: taken.length, median: round(median(taken), 0) },
    }),
    {
      key: 'sockets-memory',
      title: `memory for each of ${count} sockets`,
      unit: 'kB',
      value: round(each, 1),
      score: round(each, 1),
      goal: 30,
      floor: 60,
      details: { beforeMb: round(before / 2 ** 20, 0) },
      better: 'less',
      yardstick: null,
    },
  ]
}

/** Adds users with the password of the administrator. */
async function addUsers(pool: BenchProgram['pool'], siteId: string, count: number): Promise<void> {
  await pool.query(
    `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at, password_hash)
     select gen_random_uuid(), $1, (select id from role where name = 'Site Staff'), 'person' || n || '@example.org',
       'Person ' || n, now(), admin.password_hash
     from generate_series(0, $2::int - 1) n join app_user admin on admin.email = $3`,
    [siteId, count, administrator.email],
  )
}

/** Each user has an address of their own, since connections and sign-ins are limited for each address. */
const addressOf = (user: number) => `127.9.${Math.floor(user / 250)}.${1 + (user % 250)}`

async function signIn(port: number, user: number): Promise<string> {
  const body = JSON.stringify({ Email: `person${user}@example.org`, Password: administrator.password })
  const sent = request({
    host: '127.0.0.1',
    port,
    localAddress: addressOf(user),
    method: auth.login.method,
    path: `/api${auth.login.path}`,
    headers: { 'content-type': 'application/json' },
  })
  const answer = new Promise<string>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (response) => void text(response).then(resolve, reject))
  })
  sent.end(body)
  const { AccessToken } = JSON.parse(await answer)
  return AccessToken
}
