import type { PageBench, PortalPage } from './bench-browser.ts'
import { type Figure, msFigure, WrongCount } from './figure.ts'
import { MqttDevice } from './mqtt-device.ts'
import { frameDetails, watchFrames } from './page-frames.ts'
import { readingsJson, SensorWalk } from './sensor-walk.ts'
import { quantile, round } from './statistics.ts'

const everyMs = 1000
/** Seconds of data on the chart when the measurement starts. */
const pastSeconds = 600
const settleMs = 5000

/**
 * Measures the share of a core that the main thread of the live page uses while a device with all 17 kinds reports every second,
 * and the time between its frames.
 */
export async function measureBusy(bench: PageBench, isQuick: boolean): Promise<Figure[]> {
  const [device] = bench.devices
  if (!device) throw new WrongCount('the page needs a device')
  const walk = new SensorWalk(1)
  const nowMs = Date.now()
  await postSamples(
    bench.url,
    device,
    Array.from({ length: pastSeconds }, (_, second) => sampleOf(walk, nowMs - (pastSeconds - second) * 1000)),
  )
  const sensor = await MqttDevice.open(bench.ports.mqtt, device, () => undefined)
  const reports = setInterval(() => {
    sensor.publish(sampleOf(walk, Date.now()))
    sensor.flush()
  }, everyMs)
  const page = await bench.openPortal()
  try {
    await page.goto(`${bench.url}/devices/live-sensor-data?deviceId=${device.id}&siteId=${bench.siteId}`)
    await page.locator('main canvas').first().waitFor()
    await page.waitForTimeout(settleMs)
    const forMs = isQuick ? 15_000 : 60_000
    const busy = await watchThread(page, forMs)
    // Frames are counted afterward, since counting keeps the thread busy.
    return [figureOf(busy), framesFigure(await watchFrames(page, forMs))]
  } finally {
    clearInterval(reports)
    sensor.close()
    await page.context().close()
  }
}

const sampleOf = (walk: SensorWalk, at: number) => `{"at":${at},"readings":${readingsJson(walk.next())}}`

/** Returns when the samples are stored. */
export async function postSamples(
  url: string,
  { mac, key }: { mac: string; key: string },
  samples: string[],
) {
  const response = await fetch(`${url}/api/ingest/readings`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${mac}:${key}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: `[${samples.join(',')}]`,
  })
  if (response.status !== 202)
    throw new WrongCount(`storing past samples failed with status ${response.status}`)
}

/** Share of one core, from 0 to 1. */
interface Busy {
  seconds: number
  all: number
  script: number
  layout: number
  style: number
}

/** Measures the CPU time of the page's main thread, so that other load on the machine does not affect the result. */
async function watchThread(page: PortalPage, forMs: number): Promise<Busy> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  const startedAt = performance.now()
  const before = await read()
  await page.waitForTimeout(forMs)
  const after = await read()
  const seconds = (performance.now() - startedAt) / 1000
  const share = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / seconds
  return {
    seconds,
    all: share('TaskDuration'),
    script: share('ScriptDuration'),
    layout: share('LayoutDuration'),
    style: share('RecalcStyleDuration'),
  }
}

function figureOf({ seconds, all, script, layout, style }: Busy): Figure {
  const percent = (share: number) => round(share * 100, 2)
  return {
    key: 'page-busy',
    title: 'main thread of the live page, 17 kinds every second',
    unit: '% of a core',
    value: percent(all),
    yardstick: null,
    score: percent(all),
    goal: 5,
    floor: 10,
    better: 'less',
    details: {
      script: percent(script),
      layout: percent(layout),
      style: percent(style),
      seconds: round(seconds, 1),
    },
  }
}

function framesFigure(frames: readonly number[]): Figure {
  const ms = round(quantile(frames, 0.95), 1)
  return msFigure({
    key: 'live-frames',
    title: 'between two frames of the live page, 17 kinds every second, p95',
    value: ms,
    goal: 17.5,
    floor: 52.5,
    details: frameDetails(frames),
  })
}
