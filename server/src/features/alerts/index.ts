export {
  dueAt,
  type Effect,
  type EngineInput,
  isBeyond,
  step,
  type TypeState,
} from './alert-engine.ts'
export { type AlertFilter, isRaisedIn, matchesFilter } from './alert-filter.queries.ts'
export {
  type AlertRule,
  alertRules,
  effectiveRules,
  type RuleLayers,
  ruleProblems,
  systemRule,
} from './alert-rule.ts'
export { alertTallyQueries } from './alert-tally.queries.ts'
export {
  type AlertChangeRow,
  changeAlerts,
  type EndedAlerts,
  endOpenAlerts,
  insertAlerts,
  keepTimers,
  listAlertsAtOwnSite,
  type NewAlert,
  type TimerRow,
} from './alert-writes.queries.ts'
export { alertQueries } from './alerts.queries.ts'
export { alertToWire, filterFromWire as alertFilterFromWire, typeKeyFromWire } from './alerts.wire.ts'
export { type ConfirmLinkCodes, confirmLinkCodes, confirmLinkMs, confirmLinkPurpose } from './confirm-link.ts'
export { momentTypes, quietEndMs } from './default-rules.ts'
export { type LocalClocks, localStartBy, readClocks } from './local-start.queries.ts'
export { refuseWrongRules } from './refuse-rules.command.ts'
export { type TrialEpisode, tryRule } from './rule-trial.ts'
export { type Concerned, listSwitchedOff } from './switched-off.queries.ts'
export { type TalliedAlerts, talliedAlerts } from './tallied-alerts.queries.ts'
export { withoutTimesAfter } from './times-ahead.ts'
