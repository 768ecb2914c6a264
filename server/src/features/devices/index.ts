export { claimQueries } from './claim-device.queries.ts'
