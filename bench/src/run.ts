import { parseArgs } from 'node:util'
import { measureAge } from './age-figures.ts'
import { withProgram } from './bench-program.ts'
import { measureBulk } from './bulk-figure.ts'
import { measureBytes } from './bytes-figure.ts'
import { measureCompaction } from './compaction-figures.ts'
import type { Figure } from './figure.ts'
import { measureForecast } from './forecast-figures.ts'
import { measureGrowth } from './growth-figures.ts'
import { measureHints } from './hint-figures.ts'
import { measureHistory } from './history-figures.ts'
import { measureImport } from './import-figure.ts'
import { measureImportMove } from './import-move-figure.ts'
import { measureLargeTree } from './large-tree-figures.ts'
import { measureLatency } from './latency-figure.ts'
import { describeMachine } from './machine.ts'
import { measureMail } from './mail-figure.ts'
import { measureMatching } from './matching-figure.ts'
import { measureMemory } from './memory-figure.ts'
import { measureMqtt } from './mqtt-figure.ts'
import { measureNotices } from './notice-figure.ts'
import { measurePages } from './page-figures.ts'
import { measureRatings } from './rating-figures.ts'
import { makeReport, tableOf } from './report.ts'
import { measureReports } from './report-figures.ts'
import { measureSoak } from './soak-figures.ts'
import { measureSockets } from './socket-figures.ts'
import { measureWebhooks } from './webhook-figure.ts'
import { measureWorkers } from './worker-figures.ts'

const measurements: Record<string, (isQuick: boolean) => Promise<Figure[] | Figure>> = {
  bulk: measureBulk,
  mqtt: measureMqtt,
  latency: measureLatency,
  memory: measureMemory,
  bytes: measureBytes,
  compaction: measureCompaction,
  import: measureImport,
  'import-move': measureImportMove,
  mail: measureMail,
  matching: measureMatching,
  notices: measureNotices,
  webhooks: measureWebhooks,
  pages: measurePages,
  'large-tree': measureLargeTree,
  growth: measureGrowth,
  workers: measureWorkers,
  history: measureHistory,
  age: measureAge,
  sockets: measureSockets,
  forecast: measureForecast,
  ratings: measureRatings,
  reports: measureReports,
  hints: async (isQuick) => measureHints(isQuick),
  soak: measureSoak,
}
/** Takes two hours, so it runs only if named. */
const onlyByName = ['soak']

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const wanted =
  options.only?.split(',') ?? Object.keys(measurements).filter((name) => !onlyByName.includes(name))
const unknown = wanted.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  console.error(`unknown figure ${unknown.join(', ')}; available: ${Object.keys(measurements).join(', ')}`)
  process.exit(2)
}

const startedAt = new Date()
const machine = await withProgram(0, ({ pool }) => describeMachine(pool))
const figures: Figure[] = []
for (const name of wanted) {
  console.error(`measuring ${name} …`)
  const measured = await measurements[name]?.(options.quick)
  figures.push(...[measured ?? []].flat())
}
const report = makeReport({
  machine,
  isQuick: options.quick,
  startedAt: startedAt.toISOString(),
  seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
  figures,
})
console.log(`${tableOf(report)}\n`)
console.log(JSON.stringify(report, null, 2))
process.exitCode = report.figures.some(({ verdict }) => verdict === 'failed') ? 1 : 0
