import type { AlertMessage } from '@eot/contract/live'
import type { PortalDevice } from '@eot/server/test/portal-client'
import type { Socket } from 'socket.io-client'
import { openBackground } from './background-load.ts'
import { withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { withYardstick } from './forked-yardstick.ts'
import { connectSocket, joinRoom } from './live-socket.ts'
import { MqttDevice } from './mqtt-device.ts'
import { quantile, round } from './statistics.ts'

const loads = [500, 5000]
const backgroundDevices = 500
/** Kinds that raise an alert on the first value over the level. Each is used once per device. */
const alarms: [type: string, readings: string][] = [
  ['Vape', '{"vape":90}'],
  ['Sound', '{"sound":99}'],
  ['Aggression', '{"aggression":90}'],
  ['Tamper', '{"tamper":1}'],
]
const settleMs = 3000
const pauseMs = { least: 10, most: 50 }
const giveUpMs = 10_000

/** Measures, under load, from the first byte of an alarm leaving the device to the `alerts` message in a browser's socket. */
export async function measureLatency(isQuick: boolean): Promise<Figure[]> {
  const probesEach = isQuick ? 50 : 150
  const deviceCount = backgroundDevices + probesEach * loads.length
  return withProgram(deviceCount, (bench) =>
    withYardstick('./echo-server.ts', async (echoPort) => {
      const { devices, portal, ports } = bench
      const live = await connectSocket(portal.url, { token: portal.token })
      const echo = await connectSocket(`http://127.0.0.1:${echoPort}`, {})
      await joinRoom(live, 'alerts', bench.siteId)
      const background = await openBackground({
        port: ports.mqtt,
        devices: devices.slice(0, backgroundDevices),
      })
      const figures: Figure[] = []
      for (const [index, perSecond] of loads.entries()) {
        const from = backgroundDevices + index * probesEach
        const probes = devices.slice(from, from + probesEach)
        await background.begin(perSecond)
        const startedAt = performance.now()
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        const taken = await takeSamples(ports.mqtt, probes, live, echo)
        const { sent, acknowledged } = await background.end()
        const seconds = (performance.now() - startedAt) / 1000
        expectCount('readings acknowledged in the background', acknowledged, sent)
        figures.push(figureOf(perSecond, taken, seconds))
      }
      await background.close()
      live.close()
      echo.close()
      return figures
    }),
  )
}

function figureOf(perSecond: number, { alerts, echoes }: Taken, seconds: number): Figure {
  const [p50, p99] = [quantile(alerts, 0.5), quantile(alerts, 0.99)]
  return {
    key: `latency-${perSecond}`,
    title: `raise to browser socket, p99 at ${perSecond.toLocaleString('en')} readings/s`,
    unit: 'ms',
    value: round(p99, 2),
    yardstick: {
      title: 'p99 of an echo on the same kind of socket',
      value: round(quantile(echoes, 0.99), 2),
    },
    score: round(p99, 2),
    goal: 20,
    floor: 250,
    better: 'less',
    details: {
      samples: alerts.length,
      p50: round(p50, 2),
      p90: round(quantile(alerts, 0.9), 2),
      most: round(Math.max(...alerts), 2),
      echo: { p50: round(quantile(echoes, 0.5), 2), p99: round(quantile(echoes, 0.99), 2) },
      secondsOfLoad: round(seconds, 1),
    },
  }
}

interface Taken {
  alerts: number[]
  echoes: number[]
}

/** Alternates alarms and echoes, at intervals not aligned with any timer of the program. */
async function takeSamples(
  port: number,
  probes: readonly PortalDevice[],
  live: Socket,
  echo: Socket,
): Promise<Taken> {
  const taken: Taken = { alerts: [], echoes: [] }
  const connected = await Promise.all(
    probes.map(async ({ mac, key, id }) => ({
      id,
      device: await MqttDevice.open(port, { mac, key, id }, () => undefined),
    })),
  )
  await reportOnce(connected.map(({ device }) => device))
  for (const [type, readings] of alarms) {
    for (const { id, device } of connected) {
      const pause = pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least)
      await new Promise((resolve) => setTimeout(resolve, pause))
      taken.alerts.push(
        await elapsed(
          live,
          'alerts',
          ({ DeviceId, EventType }: AlertMessage) => DeviceId === id && EventType === type,
          () => {
            device.publish(`{"readings":${readings}}`)
            device.flush()
          },
        ),
      )
      const word = `${id} ${type}`
      taken.echoes.push(
        await elapsed(
          echo,
          'say',
          (heard: string) => heard === word,
          () => echo.emit('say', word),
        ),
      )
    }
  }
  for (const { device } of connected) device.close()
  return taken
}

/** Lets each device report a normal value first, so that its state is known before it raises an alarm. */
async function reportOnce(devices: readonly MqttDevice[]): Promise<void> {
  for (const device of devices) {
    device.publish('{"readings":{"vape":1,"sound":40,"aggression":1,"tamper":0}}')
    device.flush()
  }
  while (devices.some(({ inFlight }) => inFlight > 0)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs.least))
  }
}

/** Returns the milliseconds from `send` to the resulting message. */
function elapsed<Message>(
  socket: Socket,
  event: string,
  isAnswer: (message: Message) => boolean,
  send: () => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`no ${event} within ${giveUpMs} ms`)), giveUpMs)
    const listen = (message: Message) => {
      if (!isAnswer(message)) return
      const ms = performance.now() - startedAt
      clearTimeout(limit)
      socket.off(event, listen)
      resolve(ms)
    }
    socket.on(event, listen)
    const startedAt = performance.now()
    send()
  })
}
