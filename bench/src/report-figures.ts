import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { reports } from '@eot/contract/reports'
import { residentBytes } from '@eot/server/test/child-program'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { type FilledSite, fillMonths } from './fill-months.ts'
import { type LoopStalls, watchingLoop } from './loop-stalls.ts'
import { median, round } from './statistics.ts'

const settleMs = 5000
const pollMs = 20

/** Measures the time from requesting a report until its PDF is available, and its cost to the program meanwhile. */
export const measureReports = (isQuick: boolean): Promise<Figure[]> =>
  watchingLoop((stalls) =>
    withProgram(0, (bench) => measure(bench, stalls, isQuick), { environment: stalls.environment }),
  )

interface Taken {
  seconds: number[]
  bytes: number
}

async function measure(bench: BenchProgram, stalls: LoopStalls, isQuick: boolean): Promise<Figure[]> {
  const { pool, program, siteId } = bench
  const rounds = isQuick ? 3 : 9
  const small = await fillMonths(pool, siteId, 50)
  const large = await fillMonths(pool, siteId, 1000)
  await delay(settleMs)
  const megabytes = () => residentBytes(program.pid) / 2 ** 20
  const rest = megabytes()
  let most = rest
  const watch = setInterval(() => {
    most = Math.max(most, megabytes())
  }, pollMs)
  await stalls.takeLongestMs(program.pid)
  const week = await takeReports(bench, small, 'Pdf-Weekly', rounds)
  const weekStall = await stalls.takeLongestMs(program.pid)
  const month = await takeReports(bench, large, 'Pdf-Monthly', rounds)
  const monthStall = await stalls.takeLongestMs(program.pid)
  const stored = await makeStored(bench, large)
  const storedStall = await stalls.takeLongestMs(program.pid)
  clearInterval(watch)
  return [
    timeFigure('report-week', '50 devices, one week', week, 0.5),
    timeFigure('report-month', '1,000 devices, one month', month, 5),
    {
      ...plain('report-memory', 'resident memory of the program above rest, reports one after another', 'MB'),
      value: round(most - rest, 1),
      score: round(most - rest, 1),
      goal: 150,
      floor: 250,
      details: { rest: round(rest, 1), most: round(most, 1) },
    },
    {
      ...plain('report-stall', 'longest block of the event loop meanwhile, CPU time', 'ms'),
      value: round(Math.max(weekStall, monthStall, storedStall), 1),
      score: round(Math.max(weekStall, monthStall, storedStall), 1),
      goal: 50,
      floor: 100,
      details: {
        week: round(weekStall, 1),
        month: round(monthStall, 1),
        stored: round(storedStall, 1),
        ...stored,
      },
    },
  ]
}

const plain = (key: string, title: string, unit: string) =>
  ({ key, title, unit, yardstick: null, better: 'less' }) as const

const timeFigure = (key: string, of: string, { seconds, bytes }: Taken, goal: number): Figure => ({
  ...plain(key, `report as PDF, ${of}, median`, 's'),
  value: round(median(seconds), 2),
  score: round(median(seconds), 2),
  goal,
  floor: goal * 3,
  details: { rounds: seconds.map((one) => round(one, 2)), bytes },
})

/** Times reports on demand as PDF: reading all figures, and the layout. */
async function takeReports(
  bench: BenchProgram,
  { id, devices }: FilledSite,
  type: 'Pdf-Weekly' | 'Pdf-Monthly',
  rounds: number,
): Promise<Taken> {
  const seconds: number[] = []
  let bytes = 0
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now()
    const pdf = await pdfAt(bench, `/sites/${id}/reports/view/pdf?type=${type}`)
    if (round > 0) seconds.push((performance.now() - startedAt) / 1000)
    bytes = pdf.length
  }
  const report = await bench.portal.call(reports.view, { params: { id }, query: { type } })
  const rows = report.Sections.flatMap(({ Blocks }) => Blocks).flatMap((block) =>
    block.Kind === 'Table' && block.Key === 'sites' ? block.Rows : [],
  )
  expectCount(
    `devices in the report of ${devices}`,
    rows.reduce((sum, row) => sum + Number(row[4]?.Value), 0),
    devices,
  )
  if (bytes > 2_000_000) throw new Error(`a report of ${bytes} bytes`)
  return { seconds, bytes }
}

/** Times a report made by the job. Its PDF must be the same each time. */
async function makeStored(bench: BenchProgram, { id }: FilledSite) {
  const { call } = bench.portal
  const startedAt = performance.now()
  const { FirstDay } = await call(reports.view, { params: { id }, query: { type: 'Pdf-Monthly' } })
  const body = { Type: 'Pdf-Monthly' as const, Day: FirstDay }
  const { Id } = await call(reports.create, { params: { id }, body })
  for (;;) {
    const { State } = await call(reports.get, { params: { id: Id } })
    if (State === 'Ready') break
    if (State !== 'Waiting') throw new Error(`the report is ${State}`)
    await delay(pollMs)
  }
  const secondsUntilReady = round((performance.now() - startedAt) / 1000, 2)
  const [first, second] = [await pdfAt(bench, `/reports/${Id}/pdf`), await pdfAt(bench, `/reports/${Id}/pdf`)]
  if (hashOf(first) !== hashOf(second)) throw new Error('the same report has other bytes')
  return { secondsUntilReady, sha256: hashOf(first) }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function pdfAt({ portal }: BenchProgram, path: string): Promise<Buffer> {
  const response = await fetch(`${portal.url}/api${path}`, {
    headers: { authorization: `Bearer ${portal.token}` },
  })
  if (!response.ok) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}
