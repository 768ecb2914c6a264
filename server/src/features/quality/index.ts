export { missedReports } from './find-gaps.ts'
export { findStuck } from './find-stuck.ts'
export { readQuality } from './read-quality.command.ts'
