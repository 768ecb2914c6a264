export { alertCountQueries, type Counted, type Selection } from './alert-counts.queries.ts'
export { toHeatmap } from './alert-counts.wire.ts'
export { countIntervals } from './count-intervals.ts'
