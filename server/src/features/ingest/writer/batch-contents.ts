import { AppError } from '../../../platform/app-error.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { Input, ReadingInput } from './input.ts'

export function devicesOf(batch: readonly Input[]): Set<DeviceEntry> {
  const devices = new Set<DeviceEntry>()
  for (const input of batch) if (input.kind !== 'refused') devices.add(input.device)
  return devices
}

/** Returns the readings of a batch that were not stored before. */
export function readingsOf(batch: readonly Input[], known: ReadonlySet<ReadingInput>): ReadingInput[] {
  return batch.filter((input): input is ReadingInput => input.kind === 'reading' && !known.has(input))
}

/** Fails the inputs of devices that no longer exist, as if their keys were wrong. Returns the other inputs. */
export function failInputsOf(gone: ReadonlySet<DeviceEntry>, batch: readonly Input[]): Input[] {
  const isGone = (input: Input) => input.kind !== 'refused' && gone.has(input.device)
  for (const input of batch) if (isGone(input)) input.submission.fail(new AppError('invalid_device_key'))
  return batch.filter((input) => !isGone(input))
}

/** Discards the states of the devices, so that they are read again before they are used. */
export function forget(batch: readonly Input[]): void {
  for (const device of devicesOf(batch)) device.runtime = null
}
