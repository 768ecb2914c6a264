export { findRoomHints } from './find-room-hints.job.ts'
export { findVapeHints, findVapeHintsBetween } from './find-vape-hints.job.ts'
export { forgetHints } from './forget-hints.job.ts'
