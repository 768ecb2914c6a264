import type { DeviceStatus } from './vocabulary.ts'

/** Whether a device with this status counts as online. One that is MIGRATING or in RESET may be connected or not. */
export const isOnline = (status: DeviceStatus): boolean => status === 'ONLINE' || status === 'ERROR ONLINE'
