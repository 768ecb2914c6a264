import { AppError } from '../../../platform/app-error.ts'
import { databaseFailure, isBadData } from '../../../platform/db/database-failure.ts'
import { executeOn } from '../../../platform/db/execute.queries.ts'
import type { Log } from '../../../platform/log.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { devicesOf, failInputsOf, forget } from './batch-contents.ts'
import { carefulWriter } from './careful-writer.ts'
import { findLongLocked } from './device-states.queries.ts'
import type { Input } from './input.ts'
import { DeviceLocked, LockedDevices } from './locked-devices.ts'
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
 * How long a batch is split after timeouts. Each part may time out again, so what is left after that is refused: probably
 * the whole database is slow.
 */
const splitMs = 10_000

/**
 * Handles batches that could not be written: retries them after conflicts, and separates inputs that cannot be stored
 * from the others. Its functions never throw.
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
  const lockedLately = new LockedDevices()

  /** Handles a batch that failed the first time. */
  async function recover(batch: Input[], error: unknown): Promise<void> {
    forget(batch)
    if (isConflict(error)) await settleCurrent(batch)
    else await handle(batch, error, performance.now() + splitMs)
  }

  /** Retries a batch after a conflict. Its devices may have been changed, moved or deleted in the meantime. */
  async function settleCurrent(batch: Input[]): Promise<void> {
    let gone: ReadonlySet<DeviceEntry>
    try {
      gone = await refresh([...devicesOf(batch)])
    } catch (error) {
      return databaseFailure(error) === 'unavailable' ? failAll(batch, error) : fail(batch, error)
    }
    await settle(failInputsOf(gone, batch))
  }

  /** Writes a batch carefully and notifies its senders. */
  async function settle(inputs: Input[], until = performance.now() + splitMs): Promise<void> {
    const batch = await failStillLocked(inputs)
    if (batch.length === 0) return
    try {
      notifySenders(batch, await attempt(batch))
    } catch (error) {
      await handle(batch, error, until)
    }
  }

  async function handle(batch: Input[], error: unknown, until: number): Promise<void> {
    const failure = databaseFailure(error)
    const hasSeveralSenders = bySender(batch).size > 1
    if (failure === 'unavailable') failAll(batch, error)
    else if (failure === undefined)
      await (hasSeveralSenders ? settleHalves(batch, until, error) : suspect(batch, error))
    else {
      const rest = await failLocked(batch, error)
      if (performance.now() >= until) fail(rest, error)
      else if (rest.length < batch.length) await settle(rest, until)
      else if (hasSeveralSenders) await settleHalves(batch, until, error)
      else fail(batch, error)
    }
  }

  /** Fails the inputs of devices that were locked lately and still are, so that the others do not wait for them again. */
  async function failStillLocked(batch: Input[]): Promise<Input[]> {
    const numbers = lockedLately.in(batch)
    if (numbers.length === 0) return batch
    return split(batch, numbers, (locked) => {
      lockedLately.remove(numbers.filter((no) => !locked.has(no)))
      log.debug({ devices: locked.size }, 'devices are still locked')
    })
  }

  /** After a timeout, fails the inputs of devices whose state another transaction has locked. Returns the others. */
  async function failLocked(batch: Input[], error: unknown): Promise<Input[]> {
    const numbers = [...devicesOf(batch)].map(({ no }) => no)
    const rest = await split(batch, numbers, (locked) => lockedLately.add(locked))
    warnOfRefusal(batch.length - rest.length, error)
    return rest
  }

  /** Fails the inputs of those of the given devices whose state another transaction has locked. Returns the others. */
  async function split(
    batch: Input[],
    numbers: readonly number[],
    note: (locked: ReadonlySet<number>) => void,
  ): Promise<Input[]> {
    let locked: ReadonlySet<number>
    try {
      locked = await findLongLocked(executeOn(await session.connect()), numbers)
    } catch (failure) {
      if (databaseFailure(failure) !== 'unavailable') return batch
      failAll(batch, failure)
      return []
    }
    note(locked)
    // Also what was rejected in the same message, which would otherwise be quarantined each time it is sent.
    const isLocked = ({ device }: Input) => device !== null && locked.has(device.no)
    for (const input of batch) if (isLocked(input)) input.submission.fail(new DeviceLocked())
    return batch.filter((input) => !isLocked(input))
  }

  /** Writes each half of the senders separately. Repeated for halves that fail, this isolates the senders at fault. */
  async function settleHalves(batch: Input[], until: number, error: unknown): Promise<void> {
    const senders = [...bySender(batch).values()]
    const middle = senders.length >> 1
    await settle(senders.slice(0, middle).flat(), until)
    const rest = senders.slice(middle).flat()
    const isLate = databaseFailure(error) === 'busy' && performance.now() >= until
    if (isLate) fail(rest, error)
    else await settle(rest, until)
  }

  /** Queues the rejected inputs of one sender to be retried in halves, separately from other senders. Refuses a single input. */
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

  function fail(batch: Input[], error: unknown): void {
    warnOfRefusal(batch.length, error)
    for (const input of batch) input.submission.fail(new AppError(answerTo(error)))
  }

  function warnOfRefusal(refused: number, error: unknown): void {
    if (refused > 0) log.warn({ err: error, refused }, 'readings could not be stored for now')
  }

  /** Returns whether a batch contains devices whose locks must be checked first. */
  const mayBeLocked = (batch: readonly Input[]) => lockedLately.in(batch).length > 0

  return { recover, settle, failStillLocked, mayBeLocked }
}
