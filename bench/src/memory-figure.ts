import { residentBytes } from '@eot/server/test/child-program'
import { withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { openSwarm } from './mqtt-swarm.ts'
import { round, slope } from './statistics.ts'
import { countReadings } from './stored.ts'

const deviceCount = 1000
const perSecond = 5000
const everyMs = 1000
/** Warm-up, in which code is compiled and pools fill. */
const warmUpShare = 0.2

/** Resident memory of the program, including all threads, while it stores 5,000 readings per second. */
export async function measureMemory(isQuick: boolean): Promise<Figure> {
  const seconds = isQuick ? 30 : 300
  return withProgram(deviceCount, async ({ program, ports, devices, pool }) => {
    const megabytes = () => residentBytes(program.pid) / 2 ** 20
    const idle = megabytes()
    const swarm = await openSwarm(ports.mqtt, devices)
    const load = swarm.pace(perSecond)
    const startedAt = performance.now()
    const series: [seconds: number, megabytes: number][] = []
    while (series.length < seconds) {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      series.push([(performance.now() - startedAt) / 1000, megabytes()])
    }
    load.stop()
    const elapsed = (performance.now() - startedAt) / 1000
    await swarm.settle()
    expectCount('readings stored', await countReadings(pool), swarm.acknowledged())
    const rate = swarm.acknowledged() / elapsed
    swarm.close()
    const settled = series.slice(Math.round(series.length * warmUpShare))
    const most = Math.max(...series.map(([, size]) => size))
    return {
      key: 'memory',
      title: `resident memory at 5,000 readings/s for ${seconds} s, maximum`,
      unit: 'MB',
      value: round(most, 1),
      yardstick: null,
      score: round(most, 1),
      goal: 400,
      floor: 800,
      better: 'less',
      details: {
        readingsASecond: Math.round(rate),
        beforeTheLoad: round(idle, 1),
        atTheEnd: round(settled.at(-1)?.[1] ?? Number.NaN, 1),
        growthInMegabytesAMinute: round(slope(settled) * 60, 2),
        everyTenSeconds: series.filter((_, index) => index % 10 === 9).map(([, size]) => Math.round(size)),
      },
    }
  })
}
