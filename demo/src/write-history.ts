import type { FleetDevice } from '@eot/fleet/simulated-device'
import { type Ingest, startIngest } from '@eot/server/features/ingest/index'
import { fireTimers } from '@eot/server/features/ingest/watch-devices.job'
import type { Foundation } from '@eot/server/program/foundation'
import { gatherPast, type PastDevice } from './gather-past.ts'
import { planCuts, planRoomPast, type RoomPast, type Span } from './history-plan.ts'
import { listDevicesWithOpenAlerts } from './review.queries.ts'

export interface HistoryOptions {
  readonly devices: readonly FleetDevice[]
  readonly span: Span
  /** Who ends by hand what would otherwise reach into the live part. */
  readonly userId: string
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>
  onProgress(atMs: number): void
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Long enough for large transactions, short enough for little memory. */
const regularlyMs = 12 * hourMs

/**
 * Writes what devices reported in a span of the past, through the code that takes it from live devices, but with a clock
 * that stands where the past has got to: alerts are raised and end when they would have. Throws when aborted.
 */
export async function writeHistory(
  {
    databaseUrl,
    pool,
    db,
    writerPool,
    log,
  }: Pick<Foundation, 'databaseUrl' | 'pool' | 'db' | 'writerPool' | 'log'>,
  { devices, span, userId, signal, onProgress }: HistoryOptions,
): Promise<void> {
  let clockMs = span.fromMs
  const now = () => clockMs
  const retentionDays = Math.ceil((span.toMs - span.fromMs) / dayMs) + 1
  const ingest = startIngest({
    url: databaseUrl,
    pool,
    writerPool,
    log,
    now,
    // How often a device may send does not matter where nothing is sent.
    settings: { queueLimit: 50_000, retentionDays, perSecond: 1, burst: 1 },
    onCommitted: () => undefined,
  })
  const { intake, writer } = ingest
  const watched = { pool, directory: intake.directory, writer, now }
  let written = Promise.resolve()
  try {
    const pasts = devices.map((device, index) =>
      planRoomPast(device, span, Math.round((minuteMs * index) / devices.length)),
    )
    const pastDevices = await openPast(devices, pasts, ingest)
    for (const cut of planCuts(pasts, span, regularlyMs)) {
      signal.throwIfAborted()
      const chapter = await gatherPast(pastDevices, cut, intake)
      // Until here the chapter before was being written; only when it is may the clock go on.
      await written
      clockMs = cut.atMs
      onProgress(clockMs)
      writer.submit(chapter.inputs)
      chapter.submission.close()
      written = chapter.durable.then(() => (cut.missed === undefined ? fireTimers(watched) : undefined))
      written.catch(() => undefined) // reported by the next await of it
    }
    await written
    for (const id of await listDevicesWithOpenAlerts(db)) await ingest.endAlerts(id, { userId })
  } finally {
    // Whatever ended it: what is under way still needs the writer.
    await Promise.allSettled([written])
    await ingest.close()
  }
}

async function openPast(
  devices: readonly FleetDevice[],
  pasts: readonly RoomPast[],
  { intake }: Ingest,
): Promise<PastDevice[]> {
  const opened: PastDevice[] = []
  for (const [index, device] of devices.entries()) {
    const entry = await intake.directory.findByMac(device.mac)
    const samples = pasts[index]?.samples()
    if (!entry || !samples) throw new Error(`the device ${device.mac} is not registered`)
    opened.push({ device, entry, samples, next: samples.next().value ?? undefined })
  }
  return opened
}
