import { setImmediate as turn } from 'node:timers/promises'
import type { PageBench, PortalPage } from './bench-browser.ts'
import { type Figure, WrongCount } from './figure.ts'
import { MqttDevice } from './mqtt-device.ts'
import { postSamples } from './page-busy.ts'
import { readingsJson, SensorWalk } from './sensor-walk.ts'
import { quartersOf, round } from './statistics.ts'

const hourMs = 3_600_000
/** The clock of the page is advanced by this much at a time; meanwhile the device reports once a second. */
const stepMs = 30_000
const reportMs = 1000
/**
 * What the page holds is read each time this share of the hours has passed. The least value counts, since some include
 * short-lived garbage.
 */
const readShare = 0.05

/** What the page holds after garbage collection. */
interface Held {
  heapBytes: number
  nodes: number
  listeners: number
}

/**
 * Measures whether the live page grows while it is open for eight hours and a device with 17 kinds reports every second. The last
 * two hours are compared with the third and fourth, since the page first fills up with an hour of readings. The page's clock is
 * advanced, and readings carry its time.
 */
export async function measureOpen(bench: PageBench, isQuick: boolean): Promise<Figure[]> {
  const device = bench.devices[1]
  if (!device) throw new WrongCount('the page needs a device')
  const openMs = (isQuick ? 4 : 8) * hourMs
  const endMs = Date.now()
  const walk = new SensorWalk(7)
  const sampleAt = (at: number) => `{"at":${at},"readings":${readingsJson(walk.next())}}`
  await postSamples(bench.url, device, [sampleAt(endMs - openMs - reportMs)])
  const sensor = await MqttDevice.open(bench.ports.mqtt, device, () => undefined)
  const page = await bench.openPortal()
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.enable')
    await page.clock.install({ time: endMs - openMs })
    await page.goto(`${bench.url}/devices/live-sensor-data?deviceId=${device.id}&siteId=${bench.siteId}`)
    await page.locator('main canvas').first().waitFor()
    const held: Held[] = []
    for (let at = endMs - openMs; at < endMs; at += stepMs) {
      for (let second = 0; second < stepMs; second += reportMs) sensor.publish(sampleAt(at + second))
      sensor.flush()
      // Otherwise the page's clock would run ahead of the readings it has received.
      while (sensor.acknowledged < sensor.sent) await turn()
      await page.clock.fastForward(stepMs)
      if (at - (endMs - openMs) >= held.length * readShare * openMs) held.push(await readHeld(page, session))
    }
    const [second, last] = quartersOf(held)
    return [figureOf(openMs / hourMs, leastOf(second), leastOf(last))]
  } finally {
    sensor.close()
    await page.context().close()
  }
}

type Session = Awaited<ReturnType<ReturnType<PortalPage['context']>['newCDPSession']>>

async function readHeld(page: PortalPage, session: Session): Promise<Held> {
  await page.waitForTimeout(2000)
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners }
}

const leastOf = (held: readonly Held[]): Held => ({
  heapBytes: Math.min(...held.map(({ heapBytes }) => heapBytes)),
  nodes: Math.min(...held.map(({ nodes }) => nodes)),
  listeners: Math.min(...held.map(({ listeners }) => listeners)),
})

function figureOf(hours: number, before: Held, after: Held): Figure {
  const growth = round(
    Math.max(
      after.heapBytes / before.heapBytes,
      after.nodes / before.nodes,
      after.listeners / before.listeners,
    ),
    3,
  )
  const shown = ({ heapBytes, nodes, listeners }: Held) => ({
    mb: round(heapBytes / 1e6, 1),
    nodes,
    listeners,
  })
  return {
    key: 'live-open',
    title: `memory, nodes or listeners of the live page in the last quarter of ${hours} hours, compared with the second`,
    unit: '×',
    value: growth,
    yardstick: null,
    score: growth,
    goal: 1.1,
    floor: 1.5,
    better: 'less',
    details: { before: shown(before), after: shown(after) },
  }
}
