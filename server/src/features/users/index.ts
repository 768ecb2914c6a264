export { userQueries } from './users.queries.ts'
