import type { PlantedBug } from './planted-bug.ts'

const notifications = 'server/src/features/notifications'
const heldTest = `${notifications}/held.test.ts`
const remindersTest = `${notifications}/reminders.test.ts`
const recallTest = `${notifications}/recall-notification.test.ts`
const receiverTest = `${notifications}/receiver-gates.test.ts`
const eventTest = `${notifications}/event-gates.test.ts`
const healthTest = 'server/src/features/health/health.test.ts'

/** Bugs in who is notified, and in the message if nobody can be notified. */
export const notificationBugs: PlantedBug[] = [
  {
    bug: 'a paused subscription tells',
    file: `${notifications}/event-gates.ts`,
    from: "if (pausedUntil !== null && event.storedAt < pausedUntil) return 'Paused'",
    to: '',
    test: eventTest,
  },
  {
    bug: 'the hours of a subscription are ignored',
    file: `${notifications}/event-gates.ts`,
    from: "return isWithinWindow(subscription, event.at.getTime(), event.timeZone) ? null : 'Window'",
    to: 'return isWithinWindow(subscription, event.at.getTime(), event.timeZone) ? null : null',
    test: eventTest,
  },
  {
    bug: 'someone who was deactivated is told',
    file: `${notifications}/receiver-gates.ts`,
    from: "if (!person.isActive || person.isDeleted) return 'UserInactive'",
    to: "if (person.isDeleted) return 'UserInactive'",
    test: receiverTest,
  },
  {
    bug: 'someone is told of a site that they may not see',
    file: `${notifications}/receiver-gates.ts`,
    from: "if (!maySee(person, sitePath)) return 'NotPermitted'",
    to: '',
    test: receiverTest,
  },
  {
    bug: 'the end of an alert is told to those who never heard of it',
    file: `${notifications}/notice.ts`,
    from: '    row.isStartTold ||\n',
    to: '    true ||\n',
    test: 'server/src/features/notifications/',
    named: 'start',
  },
  {
    bug: 'a message that waited is sent although maintenance has begun',
    file: `${notifications}/compose-notification.command.ts`,
    from: 'waiting.filter((row) => !row.isHeld && snoozeOf',
    to: 'waiting.filter((row) => snoozeOf',
    test: heldTest,
    named: 'when maintenance begins',
  },
  {
    bug: 'what maintenance held is never released',
    file: `${notifications}/held.queries.ts`,
    from: "update notification set status = 'waiting', ready_at",
    to: "update notification set status = 'held', ready_at",
    test: heldTest,
    named: 'ends early or is extended',
  },
  {
    bug: 'those who are told only if nobody confirms hear nothing after maintenance',
    file: `${notifications}/release-held.command.ts`,
    from: ', ...matched])',
    to: '])',
    test: heldTest,
    named: 'only if nobody confirms',
  },
  {
    bug: 'those who follow a device that returned early are not told that the outage has ended',
    file: `${notifications}/outage-ends.queries.ts`,
    from: 'and outage.ended_at is not null',
    to: 'and outage.ended_at is null',
    test: `${notifications}/outage-mails.test.ts`,
    named: 'whoever follows some devices',
  },
  {
    bug: 'a reminder that waited comes although the alert was confirmed',
    file: `${notifications}/notice.ts`,
    from: 'alert === null || alert.isConfirmed || ',
    to: 'alert === null || ',
    test: remindersTest,
    named: 'waits for the pace',
  },
  {
    bug: 'an email that failed before is sent to someone who has left',
    file: `${notifications}/recall-notification.command.ts`,
    from: 'if (isFine) return false',
    to: 'if (isFine || person) return false',
    test: recallTest,
  },
  {
    bug: 'a message tells again what was told before',
    file: `${notifications}/waiting-notifications.queries.ts`,
    from: "and n.status = 'waiting'",
    to: "and n.status in ('waiting', 'told')",
    test: `${notifications}/notification-mails.test.ts`,
  },
  {
    bug: 'devices count as offline while nothing takes their readings',
    file: 'server/src/features/ingest/timers/watch-devices.job.ts',
    from: ' || !(await isListening())',
    to: '',
    test: 'server/src/features/ingest/timers/silence.test.ts',
    named: 'while no process receives readings',
  },
  {
    bug: 'nobody is told that the program is late',
    file: 'server/src/features/health/watch-work.job.ts',
    from: "await tell(tx, lasting, 'behind', now)",
    to: '',
    test: healthTest,
    named: 'notified of lasting stalls',
  },
  {
    bug: 'a reminder that was withheld once is never told',
    file: `${notifications}/notifications.queries.ts`,
    from: 'then excluded.status else',
    to: 'then notification.status else',
    test: remindersTest,
    named: 'withheld while',
  },
  {
    bug: 'those told only if nobody confirms hear nothing after a confirmation is taken back',
    file: `${notifications}/wake-reminders.command.ts`,
    from: ', ...matched]',
    to: ']',
    test: remindersTest,
    named: 'people of the second stage',
  },
  {
    bug: 'a process that cannot reach the broker counts as hearing devices',
    file: 'server/src/features/health/processes.queries.ts',
    from: 'case when $6 then now()',
    to: 'case when $6 or true then now()',
    test: healthTest,
    named: 'cannot reach the broker',
  },
  {
    bug: 'those who follow part of an outage are notified of its end while devices are missing',
    file: `${notifications}/compose-notification.command.ts`,
    from: 'return waitsForOutage(row) && !over.has(row) ? askOutageAgainMs : null',
    to: 'return null',
    test: `${notifications}/outage-mails.test.ts`,
    named: 'some devices of an outage',
  },
]
