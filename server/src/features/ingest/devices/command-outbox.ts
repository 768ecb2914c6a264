import type { CommandResult } from '@eot/contract/commands'
import type pg from 'pg'
import { executeOn } from '../../../platform/db/execute.queries.ts'
import type { Log } from '../../../platform/log.ts'
import { listWaitingCommands, noteSent, storeAnswer, type WaitingCommand } from '../../commands/index.ts'
import type { DeviceEntry } from './device-entry.ts'

export type CommandOutbox = ReturnType<typeof createCommandOutbox>

const retryMs = 1000

/**
 * The pending commands of devices, as stored in the database. A command is sent at every opportunity until the device has
 * answered, so the device may receive it more than once and recognizes it by its id.
 */
export function createCommandOutbox(pool: pg.Pool, now: () => number, log: Log) {
  const execute = executeOn(pool)
  let waiting = new Map<string, WaitingCommand[]>()
  const listeners = new Set<(macs: readonly string[]) => void>()
  const working = new Set<Promise<void>>()
  let isReloadDue = false
  let isReloading = false
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function reload(): Promise<void> {
    const known = new Set([...waiting.values()].flat().map(({ id }) => id))
    const commands = await listWaitingCommands(execute, new Date(now()))
    waiting = Map.groupBy(commands, ({ mac }) => mac)
    const fresh = new Set(commands.filter(({ id }) => !known.has(id)).map(({ mac }) => mac))
    if (fresh.size > 0) for (const listener of listeners) listener([...fresh])
  }

  /** One read at a time: of two, the older one could end last, without a command that was added in between. */
  async function reloadWhileDue(): Promise<void> {
    isReloading = true
    try {
      while (isReloadDue) {
        isReloadDue = false
        await reload()
      }
    } catch (error) {
      // The next notification may come only after the commands have expired.
      if (!isClosed) retry = setTimeout(refresh, retryMs)
      throw error
    } finally {
      isReloading = false
    }
  }

  function refresh(): void {
    isReloadDue = true
    clearTimeout(retry)
    if (!isReloading) track(reloadWhileDue(), 'failed to read the commands that wait for devices')
  }

  function track(work: Promise<void>, failure: string): void {
    const tracked = work
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => working.delete(tracked))
    working.add(tracked)
  }

  return {
    /** Call when commands were added, or when the notification may have been missed. */
    refresh,

    /** Returns the pending commands of a device, oldest first. */
    waitingFor: (mac: string): readonly WaitingCommand[] =>
      (waiting.get(mac) ?? []).filter(({ expiresAt }) => expiresAt > now()),

    /** Records that these commands were sent to their device. */
    sent(commands: readonly WaitingCommand[]): void {
      const ids = commands.map(({ id }) => id)
      if (ids.length > 0)
        track(noteSent(execute, ids, new Date(now())), 'failed to store that a command was sent')
    },

    /** Stores the answer of a device. Returns whether the command was waiting for it. */
    async answer(device: DeviceEntry, id: string, result: CommandResult): Promise<boolean> {
      const answer = { id, deviceId: device.id, result, at: new Date(now()) }
      const isStored = await storeAnswer(execute, answer)
      const left = waiting.get(device.mac)?.filter((command) => command.id !== id) ?? []
      if (left.length > 0) waiting.set(device.mac, left)
      else waiting.delete(device.mac)
      return isStored
    },

    /** Calls the listener with the addresses of devices that have new commands. */
    onNew(listener: (macs: readonly string[]) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(retry)
      await Promise.all(working)
    },
  }
}
