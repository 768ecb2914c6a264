import type { PlantedBug } from './planted-bug.ts'

const hub = 'server/src/features/live/live-hub.ts'
const hubTest = 'server/src/features/live/live-hub.test.ts'
const followers = 'server/src/features/events/follow-events.test.ts'
const lostJobs = 'server/src/platform/jobs/lost-jobs.queries.ts'
const lostJobsTest = 'server/src/platform/jobs/lost-jobs.test.ts'
const deliver = 'server/src/features/messages/deliver-message.command.ts'
const emails = 'server/src/features/messages/deliver-mail.job.ts'
const mailTest = 'server/src/features/messages/delivery.test.ts'
const limits = 'server/src/features/messages/mail-limits.queries.ts'
const recovery = 'server/src/features/auth/accounts/recovery.test.ts'

/** Bugs of the live feed, events, jobs, emails and the watchdog. */
export const deliveryBugs: PlantedBug[] = [
  {
    bug: "a client watches another customer's device",
    file: 'server/src/features/live/live-rooms.ts',
    from: 'if (!path?.startsWith(scope.path))',
    to: 'if (!path)',
    test: hubTest,
    named: 'outside its own site',
  },
  {
    bug: 'an alert does not reach the sites above its own',
    file: hub,
    from: 'for (const siteId of siteIdsOf(sitePath)) {',
    to: 'for (const siteId of siteIdsOf(sitePath).slice(-1)) {',
    test: hubTest,
    named: 'every site above',
  },
  {
    bug: 'a client keeps the room of a site that has moved away',
    file: hub,
    from: 'for (const room of foreign) void entry.socket.leave(room)',
    to: '',
    test: 'server/src/features/live/live-rooms.test.ts',
    named: 'moves out of its own',
  },
  {
    bug: 'a live connection stays open after its session has ended',
    file: hub,
    from: 'if (!valid.has(entry) || isClogged(entry.socket.conn))',
    to: 'if (isClogged(entry.socket.conn))',
    test: hubTest,
    named: 'logging out closes',
  },
  {
    bug: 'a user can open any number of live connections',
    file: hub,
    from: 'own.length >= mostConnectionsPerUser',
    to: 'own.length < 0',
    test: 'server/src/features/live/live-abuse.test.ts',
    named: 'at most twenty connections',
  },
  {
    bug: 'a catch-up leaves out the first missed event',
    file: 'server/src/features/events/events.queries.ts',
    from: 'where seq > $1 and (starts_with',
    to: 'where seq > $1 + 1 and (starts_with',
    test: hubTest,
    named: 'exactly the events it missed',
  },
  {
    bug: 'events are passed on in any order',
    file: 'server/src/features/events/events.queries.ts',
    from: 'order by seq limit $3',
    to: 'order by seq desc limit $3',
    test: followers,
  },
  {
    bug: 'a failing follower skips its events',
    file: 'server/src/features/events/follow-events.ts',
    from: 'await handle(tx, events)',
    to: 'await handle(tx, events).catch(() => undefined)',
    test: followers,
  },
  {
    bug: 'two processes handle the same events',
    file: 'server/src/features/events/cursors.queries.ts',
    from: ' for update skip locked',
    to: '',
    test: 'server/src/features/events/follow-events',
  },
  {
    bug: 'a frozen worker writes after another has taken over',
    file: 'server/src/platform/jobs/job-runner.ts',
    from: 'if (result.affected !== 1) throw new ClaimLost()',
    to: 'void result',
    test: 'server/src/platform/jobs/job-queue.test.ts',
    named: 'frozen worker',
  },
  {
    bug: 'the death of a worker counts as a failed attempt',
    file: lostJobs,
    from: 'retry_limit = j.retry_limit + 1, ',
    to: '',
    test: lostJobsTest,
  },
  {
    bug: 'a job that kills its workers is never set aside',
    file: lostJobs,
    from: 'j.retry_limit < q.retry_limit + $3',
    to: '$3 > 0',
    test: lostJobsTest,
  },
  {
    bug: 'a schedule ignores its time zone',
    file: 'server/src/platform/jobs/job-queue.ts',
    from: '    tz: timeZone,\n',
    to: '    tz: timeZone && "UTC",\n',
    test: 'server/src/platform/jobs/job-queue.test.ts',
    named: 'in its own time zone',
  },
  {
    bug: 'a retry of an email has another Message-ID',
    file: emails,
    from: 'const messageId = `<',
    to: 'const messageId = crypto.randomUUID() + `<',
    test: mailTest,
    named: 'exactly the same mail is retried',
  },
  {
    bug: 'an expired email is sent',
    file: deliver,
    from: 'if (message.expires_at <= clock())',
    to: 'if (message.attempts < 0)',
    test: mailTest,
    named: 'expires before it is sent',
  },
  {
    bug: 'a code stays readable after its email was sent',
    file: deliver,
    from: '...end, sealed_body: null, finished_at',
    to: '...end, finished_at',
    test: mailTest,
    named: 'can no longer be read',
  },
  {
    bug: 'one email more than the limit is sent',
    file: limits,
    from: 'count >= mailsAnHour',
    to: 'count > mailsAnHour',
    test: recovery,
    named: 'at most five',
  },
  {
    bug: 'parallel requests for emails are not counted together',
    file: limits,
    from: 'await takeTurn(tx, `mails to',
    to: 'void (`mails to',
    test: recovery,
    named: 'forty requests',
  },
  {
    bug: 'an administrator sends emails to strangers by changing the address of a user',
    file: 'server/src/features/users/update-user.command.ts',
    from: 'if (proof) await limitProofs',
    to: 'if (!proof) await limitProofs',
    test: 'server/src/features/users/invitations.test.ts',
    named: 'count as invitations',
  },
  {
    bug: 'the watchdog does not notice a stall',
    file: 'server/src/platform/watchdog.ts',
    from: 'watched.idleChecks += 1',
    to: 'watched.idleChecks = 0',
    test: 'server/src/platform/run-until-stopped.test.ts',
    named: 'makes no progress',
  },
  {
    bug: 'webhooks stay held after the maintenance that held them was deleted',
    file: 'server/src/features/webhooks/release-deliveries.job.ts',
    from: 'await enqueueDeliveries(tx, await toldEventQueries(tx).release(now))',
    to: '',
    test: 'server/src/features/webhooks/delivery.test.ts',
    named: 'maintenance has been deleted',
  },
]
