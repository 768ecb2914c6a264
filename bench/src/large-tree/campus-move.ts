import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { createSite } from '@eot/server/test/portal-client'
import { openProbe } from '../acknowledgment-probe.ts'
import type { BenchProgram } from '../bench-program.ts'
import { expectCount, type Figure } from '../figure.ts'
import { round } from '../statistics.ts'
import type { LargeTree } from './fill-tree.ts'
import { treeFigure } from './tree-figure.ts'

const campusSites = 1000

/**
 * Moves a campus of 1,000 sites and 10,000 devices to another district and back, and to another customer and back, while one
 * of its devices reports every 20 ms.
 */
export async function measureMove(bench: BenchProgram, tree: LargeTree): Promise<Figure[]> {
  const { portal, ports, siteId } = bench
  const [device] = bench.devices
  if (!device) throw new Error('the move needs a device')
  await portal.call(devices.update, { params: { id: device.id }, body: { SiteId: tree.campusId } })
  const customer = await createSite(portal, {
    Name: `Customer of ${new Date().toISOString()}`,
    TimeZone: 'America/New_York',
  })
  const probe = await openProbe(ports.mqtt, device)
  const moves: number[] = []
  try {
    for (const ParentSite of [tree.otherDistrictId, siteId, customer.id, siteId]) {
      const startedAt = performance.now()
      const { Sites } = await portal.call(sites.move, { body: { SiteIds: [tree.campusId], ParentSite } })
      moves.push(round(performance.now() - startedAt, 0))
      expectCount('moved sites', Sites, campusSites)
    }
  } finally {
    await probe.stop()
  }
  return [
    figureOf('move of a campus of 1,000 sites', Math.max(...moves.slice(0, 2)), 2000, { moves }),
    figureOf('move of the campus to another customer', Math.max(...moves.slice(2)), 2000, {}),
    figureOf('longest acknowledgment meanwhile', round(probe.longestMs, 0), 1000, {
      reports: probe.acknowledged,
    }),
  ]
}

const figureOf = (name: string, ms: number, goalMs: number, details: Record<string, unknown>): Figure =>
  treeFigure({ name, ms, goalMs, floorMs: goalMs * 3, details })
