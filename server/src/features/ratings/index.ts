export { startLiveRatings } from './live-ratings.ts'
export { rateDue } from './rate-due.job.ts'
