export { type OffsetSpan, offsetSpans } from './offset-spans.ts'
export { type ZoneClock, zoneClock } from './zone-clock.ts'
