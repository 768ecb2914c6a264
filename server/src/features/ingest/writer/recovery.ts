import { AppError } from '../../../platform/app-error.ts'
import { databaseFailure, isBadData } from '../../../platform/db/database-failure.ts'
import { executeOn } from '../../../platform/db/execute.queries.ts'
import type { Log } from '../../../platform/log.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { devicesOf, failInputsOf, forget } from './batch-contents.ts'
import { carefulWriter } from './careful-writer.ts'
import { findLocked } from './device-states.queries.ts'
import type { Input } from './input.ts'
import { bySender, type SuspectSenders } from './suspect-senders.ts'
import { unstorable } from './unstorable.ts'
import { answerTo, isConflict, type Written } from './write-batch.ts'
import type { WriterSession } from './writer-session.ts'

interface Parts {
  session: WriterSession
  suspects: SuspectSenders
  log: Log
  now: () => number
  /** Reads devices again that another transaction has changed. Returns those that no longer exist. */
  refresh: (devices: readonly DeviceEntry[]) => Promise<ReadonlySet<DeviceEntry>>
  notifySenders: (batch: readonly Input[], written: Written) => void
  /** Fails these and all waiting inputs, since the database is unavailable. */
  failAll: (batch: Input[], error: unknown) => void
  /** Called when a sender has become a suspect: its waiting inputs are to be written separately. */
  onSuspect: () => void
}

/**
 * Handles batches that could not be written: retries them after conflicts, and isolates inputs that cannot be written
 * from those that can. No function throws.
 */
export function createRecovery({
  session,
  suspects,
  log,
  now,
  refresh,
  notifySenders,
  failAll,
  onSuspect,
}: Parts) {
  const attempt = carefulWriter({ session, log, now, refresh })

  /** Handles a batch that failed the first time. */
  async function recover(batch: Input[], error: unknown): Promise<void> {
    forget(batch)
    if (isConflict(error)) await settleCurrent(batch)
    else await handle(batch, error)
  }

  /** After a conflict: the devices may have been changed, moved or deleted. */
  async function settleCurrent(batch: Input[]): Promise<void> {
    let gone: ReadonlySet<DeviceEntry>
    try {
      gone = await refresh([...devicesOf(batch)])
    } catch (error) {
      return failAll(batch, error)
    }
    await settle(failInputsOf(gone, batch))
  }

  /** Writes a batch carefully and notifies its senders. */
  async function settle(batch: Input[]): Promise<void> {
    if (batch.length === 0) return
    try {
      notifySenders(batch, await attempt(batch))
    } catch (error) {
      await handle(batch, error)
    }
  }

  /** Handles a failure that a retry of the same batch would not help. */
  async function handle(batch: Input[], error: unknown): Promise<void> {
    const failure = databaseFailure(error)
    if (failure === 'unavailable') failAll(batch, error)
    else if (failure === 'busy') await settleUnlocked(batch, error)
    else await isolate(batch, error)
  }

  /**
   * After a timeout: fails the inputs of devices that another transaction has locked, and writes the others. Fails all
   * if none is locked, since a retry would only take as long again.
   */
  async function settleUnlocked(batch: Input[], error: unknown): Promise<void> {
    let locked: ReadonlySet<number>
    try {
      const numbers = [...devicesOf(batch)].map(({ no }) => no)
      locked = await findLocked(executeOn(await session.connect()), numbers)
    } catch (failure) {
      return failAll(batch, failure)
    }
    const isAffected = (input: Input) =>
      locked.size === 0 || (input.kind !== 'refused' && locked.has(input.device.no))
    const failed = batch.filter(isAffected)
    log.warn({ err: error, refused: failed.length }, 'a write took too long')
    for (const input of failed) input.submission.fail(new AppError(answerTo(error)))
    await settle(batch.filter((input) => !isAffected(input)))
  }

  /** Splits a rejected batch by sender in halves, until the senders at fault are alone. */
  async function isolate(batch: Input[], error: unknown): Promise<void> {
    const senders = [...bySender(batch).values()]
    if (senders.length === 1) return suspect(batch, error)
    const middle = senders.length >> 1
    await settle(senders.slice(0, middle).flat())
    await settle(senders.slice(middle).flat())
  }

  /** Retries a single sender's rejected inputs in halves, separately from those of other senders. */
  async function suspect(batch: Input[], error: unknown): Promise<void> {
    const [first] = batch
    if (!first) return
    const middle = batch.length >> 1
    const isNew = suspects.add(first, batch.length === 1 ? [] : [batch.slice(0, middle), batch.slice(middle)])
    if (isNew) {
      log.error(
        { err: error, kind: first.kind, device: first.device?.mac },
        'failed to store the inputs of a sender',
      )
      onSuspect()
    }
    if (batch.length === 1) await refuse(first, error)
  }

  /**
   * Handles a single input that cannot be stored: quarantined and acknowledged if retrying would not help the sender.
   */
  async function refuse(input: Input, error: unknown): Promise<void> {
    const refused = isBadData(error) ? unstorable(input, now()) : undefined
    try {
      if (!refused) throw error
      await attempt([refused])
      input.submission.done()
    } catch (failure) {
      input.submission.fail(new AppError(answerTo(failure)))
    }
  }

  return { recover, settle }
}
