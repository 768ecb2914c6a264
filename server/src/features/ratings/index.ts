export { rateDue } from './rate-due.job.ts'
export { startLiveRatings } from './start-live-ratings.command.ts'
