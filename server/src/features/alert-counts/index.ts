export { alertCountQueries } from './alert-counts.queries.ts'
