import type pg from 'pg'
import { listen } from '../../platform/db/listen.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import type { NewEvent } from '../events/index.ts'
import { createCommandOutbox } from './devices/command-outbox.ts'
import { createDeviceDirectory } from './devices/device-directory.ts'
import { createDeviceInterfaces } from './devices/device-interfaces.ts'
import type { Intake } from './intake/intake.ts'
import { fireTimers, silenceWatch } from './timers/watch-devices.job.ts'
import { createDeviceWriter, type DeviceWriter } from './writer/device-writer.ts'
import type { EndInput, ReadingInput } from './writer/input.ts'
import { submitAndWait } from './writer/submit-and-wait.ts'

interface Parts {
  url: string
  /** Pool for lookups. */
  pool: pg.Pool
  /** Pool for the single writing connection. */
  writerPool: pg.Pool
  log: Log
  now: () => number
  settings: { queueLimit: number; retentionDays: number; perSecond: number; burst: number }
  onCommitted: (readings: readonly ReadingInput[], events: readonly NewEvent[]) => void
}

export interface Ingest {
  intake: Intake
  writer: DeviceWriter
  /** Ends every open alert of a device. Returns how many there were. */
  endAlerts(deviceId: string, by: { userId: string }): Promise<number>
  /** Starts firing timers and looking for silent devices. `isListening` returns whether any process receives readings. */
  watch(isListening: () => Promise<boolean>): { stop(): Promise<void> }
  close(): Promise<void>
}

const timersEveryMs = 500
const silenceEveryMs = 10_000
const dayMs = 86_400_000

/** Assembles ingestion: the device directory, the intake and the device writer. */
export function startIngest({ url, pool, writerPool, log, now, settings, onCommitted }: Parts): Ingest {
  const directory = createDeviceDirectory(pool)
  const writer = createDeviceWriter({
    pool: writerPool,
    log,
    now,
    refresh: directory.refresh,
    queueLimit: settings.queueLimit,
    onCommitted,
  })
  const interfaces = createDeviceInterfaces(pool, now, log)
  const commands = createCommandOutbox(pool, now, log)
  const catalogue = listen(
    url,
    ['catalogue', 'device_key', 'device_command'],
    (channel) => {
      // A deleted device loses its commands and keys.
      if (channel !== 'catalogue') commands.refresh()
      if (channel === 'device_key') directory.forgetKeys()
      else if (channel === 'catalogue') directory.forget()
    },
    log,
  )
  const rate = { perSecond: settings.perSecond, burst: settings.burst }
  return {
    intake: {
      writer,
      directory,
      commands,
      interfaces,
      now,
      retentionMs: settings.retentionDays * dayMs,
      rate,
    },
    writer,

    async endAlerts(deviceId, { userId }) {
      const device = await directory.findById(deviceId)
      if (!device) return 0
      const ends: EndInput[] = []
      await submitAndWait(writer, (submission) => {
        ends.push({ kind: 'end', device, reason: 'EndedByUser', userId, ended: 0, submission })
        return ends
      })
      return ends.reduce((sum, { ended }) => sum + ended, 0)
    },

    watch(isListening) {
      const parts = { pool, directory, writer, now }
      const timers = repeat('fire-timers', timersEveryMs, () => fireTimers(parts), log)
      const silence = repeat('find-silent', silenceEveryMs, silenceWatch(parts, isListening), log)
      return {
        async stop() {
          await Promise.all([timers.stop(), silence.stop()])
        },
      }
    },

    async close() {
      await writer.close()
      await catalogue.stop()
      await Promise.all([interfaces.close(), commands.close()])
    },
  }
}
