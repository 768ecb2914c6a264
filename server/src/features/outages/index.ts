export { watchOutages } from './watch-outages.follower.ts'
