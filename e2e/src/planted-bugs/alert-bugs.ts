import type { PlantedBug } from './planted-bug.ts'

const file = 'server/src/features/alerts/alert-engine.ts'
const test = 'server/src/features/alerts/alert-engine'

/** Bugs of the alert engine and the alert lists. */
export const alertBugs: PlantedBug[] = [
  {
    bug: 'a value equal to its limit raises no alert',
    file,
    from: 'value >= rule.raiseLevel',
    to: 'value > rule.raiseLevel',
    test,
  },
  {
    bug: 'the cooldown after an alert is ignored',
    file,
    from: 'before.endedAt === undefined ? -Infinity : before.endedAt + rule.cooldownMs',
    to: '-Infinity',
    test,
  },
  { bug: 'a gap does not restart a hold', file, from: 'since: isGap ? at : since', to: 'since', test },
  {
    bug: 'an unstable alert ends at once',
    file,
    from: 'state.unstable ? Math.max(rule.clearHoldMs, flapWindowMs) : rule.clearHoldMs',
    to: 'rule.clearHoldMs',
    test,
  },
  {
    bug: 'an alert is unstable one raise too early',
    file,
    from: 'raises.length > flapRaises',
    to: 'raises.length >= flapRaises',
    test: 'server/src/features/alerts/one-alert.test.ts',
    named: 'marked unstable',
  },
  {
    bug: 'an alert ended by hand is raised again by the next high value',
    file,
    from: "input.reason === 'EndedByUser' ? 'spent' : 'rest'",
    to: "'rest'",
    test,
  },
  {
    bug: 'a value raises an alert however late it arrives',
    file,
    from: ' && now - at <= lateRaiseMs',
    to: '',
    test,
  },
  {
    bug: 'the peak of an alert about a low value is its highest value',
    file,
    from: 'rule.isHigh ? value > known : value < known',
    to: 'value > known',
    test,
  },
  {
    bug: 'an alert can last zero seconds',
    file,
    from: 'Math.max(at, (before.startedAt ?? at) + 1000)',
    to: 'at',
    test,
  },
  {
    bug: 'switching a rule off leaves its alert open',
    file,
    from: "if (before.phase === 'open') return end(before, at, 'RuleChanged', 'rest')",
    to: '',
    test,
  },
  {
    bug: 'an alert that ended can be ended again',
    file: 'server/src/features/alerts/alert-writes.queries.ts',
    from: 'where a.id = x.id and a.ended_at is null',
    to: 'where a.id = x.id',
    test: 'server/src/features/alerts/alert-writes.test.ts',
  },
  {
    bug: 'a list for a time range leaves out ongoing alerts',
    file: 'server/src/features/alerts/alert-filter.queries.ts',
    from: "eb.or([eb('alert.ended_at', 'is', null), eb('alert.ended_at', '>', instant)])",
    to: "eb('alert.ended_at', '>', instant)",
    test: 'server/src/features/alerts/alerts.test.ts',
  },
  {
    bug: 'the pages of a list with equal values repeat an alert',
    file: 'server/src/features/alerts/alerts.queries.ts',
    from: '.orderBy(sql`alert.id`, order ?? usual)',
    to: '.orderBy(sql`random()`)',
    test: 'server/src/features/alerts/alerts.test.ts',
    named: 'has no ties',
  },
  {
    bug: 'an alert of an offline device is not marked',
    file: 'server/src/features/alerts/stale-alert.queries.ts',
    from: 'isOnline && isSensorKey(sensor)',
    to: 'isSensorKey(sensor)',
    test: 'server/src/features/alerts/stale-alert.test.ts',
  },
  {
    bug: 'a comment replaces one that its author has not seen',
    file: 'server/src/features/alerts/review.ts',
    from: 'return ![shown(change.formerComment)',
    to: 'return false && ![shown(change.formerComment)',
    test: 'server/src/features/alerts/one-alert.test.ts',
    named: 'has not seen',
  },
  {
    bug: 'alerts that started after a period, but on its last day, are counted',
    file: 'server/src/features/alerts/tallied-alerts.queries.ts',
    from: 'Math.floor(to / unitMs)',
    to: 'Math.ceil(to / unitMs)',
    test: 'server/src/features/alerts/alert-tally.test.ts',
  },
]
