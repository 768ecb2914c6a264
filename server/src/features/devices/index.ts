export { changeDeviceQueries, type DeviceColumns } from './change-device.queries.ts'
export {
  type AlertsToEnd,
  deviceChanges,
  deviceListChanges,
  endAlerts,
  isSameDevice,
  storeDevices,
} from './change-devices.command.ts'
export { opensClaim } from './claim-device.command.ts'
export { claimQueries } from './claim-device.queries.ts'
export { defaultModelId } from './default-model.ts'
export { status as deviceStatus } from './device-list.queries.ts'
export { type DeviceRow, deviceQueries, type NewDevice, unwatched } from './devices.queries.ts'
export { endAlertsJob, endAlertsLater, endingAlerts } from './end-alerts.job.ts'
export type { LatestDevice } from './latest-values.wire.ts'
export { listLatest } from './list-latest.queries.ts'
export { modelQueries } from './models.queries.ts'
export { releaseDevices, removeDevices } from './remove-device.command.ts'
