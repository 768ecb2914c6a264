export { announceMaintenanceJob, announcingMaintenance } from './announce-maintenance.job.ts'
export { isHeldByMaintenance } from './in-maintenance.queries.ts'
