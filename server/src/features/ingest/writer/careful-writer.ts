import { executeOn } from '../../../platform/db/execute.queries.ts'
import type { Log } from '../../../platform/log.ts'
import { lockChunks } from '../../readings/index.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { devicesOf, forget } from './batch-contents.ts'
import { holdStates } from './device-states.queries.ts'
import type { Input } from './input.ts'
import { loadMissing } from './runtime.queries.ts'
import { isConflict, prepareBatch, storeBatch, type Written } from './write-batch.ts'
import type { WriterSession } from './writer-session.ts'

const mostAttempts = 5

/**
 * Returns a function that writes a batch after another process has written to the same devices. From its second attempt, it
 * locks the states of the devices, since processes that write to them continually could otherwise win each time.
 */
export function carefulWriter({
  session,
  log,
  now,
  refresh,
}: {
  session: WriterSession
  log: Log
  now: () => number
  refresh: (devices: readonly DeviceEntry[]) => Promise<unknown>
}): (batch: readonly Input[]) => Promise<Written> {
  return async (batch) => {
    const devices = devicesOf(batch)
    for (let number = 1; ; number += 1) {
      const client = await session.connect()
      try {
        if (number > 1) {
          await client.query('begin')
          const numbers = [...devices].map(({ no }) => no)
          // In the order in which writers of late readings take both locks.
          await lockChunks(executeOn(client), numbers)
          await holdStates(executeOn(client), numbers)
        }
        await loadMissing(client, devices)
        const prepared = await prepareBatch(batch, {
          now: now(),
          careful: true,
          omitsSingleMinutes: session.omitsSingleMinutes(),
        })
        if (number === 1) await client.query('begin')
        return await storeBatch(client, prepared)
      } catch (error) {
        forget(batch)
        await session.rollBack()
        if (!isConflict(error) || number === mostAttempts) throw error
        await refresh([...devices])
        log.debug({ attempt: number }, 'a device was written by another process; retrying')
      }
    }
  }
}
