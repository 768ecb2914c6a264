import { buildPortal } from '../../scripts/portal-build.ts'
import { type BackgroundLoad, openBackground } from './background-load.ts'
import { openBrowser } from './bench-browser.ts'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { measureMove } from './large-tree/campus-move.ts'
import { fillTree, type LargeTree } from './large-tree/fill-tree.ts'
import { measureCalls } from './large-tree/timed-calls.ts'
import { measureTreePage } from './large-tree/tree-page.ts'

const backgroundDevices = 500
const readingsPerSecond = 500

/**
 * Times the administration of 10,000 sites, 100,000 devices, 50,000 users and 5 million alerts while readings come in.
 * Filling the database takes minutes; `BENCH_KEEP` names a directory that keeps it for the next run.
 */
export async function measureLargeTree(isQuick: boolean): Promise<Figure[]> {
  if (!(await buildPortal())) throw new Error('the portal could not be built')
  const measure = async (bench: BenchProgram) => {
    const tree = await fillTree(bench.pool, bench.siteId)
    const background = await openBackground({ port: bench.ports.mqtt, devices: bench.devices.slice(1) })
    try {
      await background.begin(readingsPerSecond)
      return await measureUnderLoad(bench, tree, background, isQuick)
    } finally {
      await background.close()
    }
  }
  return withProgram(backgroundDevices + 1, measure, { keptIn: process.env.BENCH_KEEP })
}

async function measureUnderLoad(
  bench: BenchProgram,
  tree: LargeTree,
  background: BackgroundLoad,
  isQuick: boolean,
): Promise<Figure[]> {
  const figures = await measureCalls(bench.portal, tree, isQuick ? 10 : 100)
  const browser = await openBrowser(bench)
  try {
    figures.push(...(await measureTreePage(browser, isQuick)))
  } finally {
    await browser.close()
  }
  // This runs last, since PostgreSQL cleans up after it for some time.
  figures.push(...(await measureMove(bench, tree)))
  const { sent, acknowledged } = await background.end()
  expectCount('readings acknowledged in the background', acknowledged, sent)
  return figures
}
