import type { FleetDevice } from '@eot/fleet/simulated-device'
import { type Ingest, startIngest } from '@eot/server/features/ingest/index'
import { fireTimers } from '@eot/server/features/ingest/timers/watch-devices.job'
import type { Foundation } from '@eot/server/program/foundation'
import { gatherPast, type PastDevice } from './gather-past.ts'
import { planCuts, planRoomPast, type RoomPast, type Span } from './history-plan.ts'
import { listDevicesWithOpenAlerts } from './review.queries.ts'

export interface HistoryOptions {
  readonly devices: readonly FleetDevice[]
  /** When the device was silent together with others. */
  readonly outagesOf?: (device: FleetDevice) => readonly Span[]
  readonly span: Span
  /** User who ends the alerts still open at the end of the span. */
  readonly userId: string
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>
  onProgress(atMs: number): void
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Long enough for large transactions, short enough to use little memory. */
const regularlyMs = 12 * hourMs

/**
 * Writes the history of devices over a span through the same code that ingests live readings, with a clock that follows
 * the history, so that alerts are raised and end at the right times. Throws when aborted.
 */
export async function writeHistory(
  {
    databaseUrl,
    pool,
    db,
    writerPool,
    log,
  }: Pick<Foundation, 'databaseUrl' | 'pool' | 'db' | 'writerPool' | 'log'>,
  { devices, outagesOf = () => [], span, userId, signal, onProgress }: HistoryOptions,
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
    // Rate limits do not apply, since nothing is sent over the network.
    settings: { queueLimit: 50_000, retentionDays, perSecond: 1, burst: 1 },
    onCommitted: () => undefined,
  })
  const { intake, writer } = ingest
  const watched = { pool, directory: intake.directory, writer, now }
  let written = Promise.resolve()
  try {
    const pasts = devices.map((device, index) =>
      planRoomPast(device, span, Math.round((minuteMs * index) / devices.length), outagesOf(device)),
    )
    const pastDevices = await openPast(devices, pasts, ingest)
    for (const cut of planCuts(pasts, span, regularlyMs)) {
      signal.throwIfAborted()
      const chapter = await gatherPast(pastDevices, cut, intake)
      // The clock may advance only after the previous chapter has been written.
      await written
      clockMs = cut.atMs
      onProgress(clockMs)
      writer.submit(chapter.inputs)
      chapter.submission.close()
      written = chapter.durable.then(() => (cut.missed === undefined ? fireTimers(watched) : undefined))
      written.catch(() => undefined) // thrown by the next await
    }
    await written
    for (const id of await listDevicesWithOpenAlerts(db)) await ingest.endAlerts(id, { userId })
  } finally {
    // On any outcome, wait for pending writes before closing the writer.
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
