export { offlineAlertOf } from './offline-alert.queries.ts'
export { watchOutages } from './watch-outages.follower.ts'
