import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import type { BenchProgram } from '../bench-program.ts'
import { expectCount, type Figure } from '../figure.ts'
import { MqttDevice } from '../mqtt-device.ts'
import { round } from '../statistics.ts'
import type { LargeTree } from './fill-tree.ts'
import { treeFigure } from './tree-figure.ts'

const probeEveryMs = 20
const campusSites = 1000

/** Moves a campus of 1,000 sites to another district and back, while one of its devices reports every 20 ms. */
export async function measureMove(bench: BenchProgram, tree: LargeTree): Promise<Figure[]> {
  const { portal, ports, siteId } = bench
  const [device] = bench.devices
  if (!device) throw new Error('the move needs a device')
  await portal.call(devices.update, { params: { id: device.id }, body: { SiteId: tree.campusId } })
  let sentAt = 0
  let longestMs = 0
  const probe = await MqttDevice.open(ports.mqtt, device, () => {
    longestMs = Math.max(longestMs, performance.now() - sentAt)
  })
  // One reading at a time, so that each acknowledgment belongs to the last one.
  const reports = setInterval(() => {
    if (probe.inFlight > 0) return
    sentAt = performance.now()
    probe.publish('{"readings":{"temperature":21}}')
    probe.flush()
  }, probeEveryMs)
  try {
    const moves: number[] = []
    for (const ParentSite of [tree.otherDistrictId, siteId]) {
      const startedAt = performance.now()
      const { Sites } = await portal.call(sites.move, { body: { SiteIds: [tree.campusId], ParentSite } })
      moves.push(round(performance.now() - startedAt, 0))
      expectCount('moved sites', Sites, campusSites)
    }
    return [
      figureOf('move of a campus of 1,000 sites', Math.max(...moves), 2000, { moves }),
      figureOf('longest acknowledgment meanwhile', round(longestMs, 0), 1000, {
        reports: probe.acknowledged,
      }),
    ]
  } finally {
    clearInterval(reports)
    probe.close()
  }
}

const figureOf = (name: string, ms: number, goalMs: number, details: Record<string, unknown>): Figure =>
  treeFigure({ name, ms, goalMs, floorMs: goalMs * 3, details })
