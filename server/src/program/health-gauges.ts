import {
  countDeadJobs,
  countMessages,
  countRoles,
  judgeWork,
  measureBehind,
} from '../features/health/index.ts'
import type { Execute } from '../platform/db/execute.queries.ts'
import type { LabeledGauge } from '../platform/metrics.ts'

/** The metrics in `/metrics` about the work of all processes. */
export const healthGauges = (execute: Execute): LabeledGauge[] => [
  {
    name: 'eot_behind_seconds',
    help: 'For how long the oldest due part of the work has been waiting',
    label: 'work',
    read: async () =>
      judgeWork(await measureBehind(execute)).map(({ work, behindSeconds }) => ({
        of: work,
        value: behindSeconds,
      })),
  },
  {
    name: 'eot_behind_limit_seconds',
    help: 'From how many seconds on the work counts as stalled',
    label: 'work',
    read: async () => judgeWork({}).map(({ work, limitSeconds }) => ({ of: work, value: limitSeconds })),
  },
  {
    name: 'eot_processes',
    help: 'Running processes of the program, by what they do',
    label: 'role',
    read: async () => (await countRoles(execute)).map(({ role, count }) => ({ of: role, value: count })),
  },
  {
    name: 'eot_pending_messages',
    help: 'Messages still to be sent, by channel',
    label: 'channel',
    read: async () =>
      (await countMessages(execute)).map(({ channel, count }) => ({ of: channel, value: count })),
  },
  {
    name: 'eot_dead_jobs',
    help: 'Jobs given up after their last retry, by queue',
    label: 'queue',
    read: async () => (await countDeadJobs(execute)).map(({ queue, count }) => ({ of: queue, value: count })),
  },
]
