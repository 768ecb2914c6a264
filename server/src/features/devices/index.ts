export { opensClaim } from './claim-device.command.ts'
export { claimQueries } from './claim-device.queries.ts'
