export { forgetPushBrowsers } from './forget-push-browsers.job.ts'
export { hasPushBrowserSql, pushBrowserQueries } from './push-browsers.queries.ts'
export type { PushBrowserRow } from './tables.ts'
