export {
  dueAt,
  type Effect,
  type EndReason,
  type EngineInput,
  isBeyond,
  step,
  type TypeState,
} from './alert-engine.ts'
export { type AlertRule, alertRules, effectiveRules, type RuleLayers } from './alert-rule.ts'
export {
  type AlertChangeRow,
  changeAlerts,
  type EndedAlerts,
  endOpenAlerts,
  insertAlerts,
  keepTimers,
  type NewAlert,
  type TimerRow,
} from './alert-writes.queries.ts'
export { momentTypes } from './default-rules.ts'
