import { number, positive, type Setting } from './setting-schemas.ts'

/** Rate limits of devices, and retention periods. */
export const intakeSettings = {
  ingestRate: {
    name: 'INGEST_RATE',
    default: '100',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Messages per second that one device may send',
  },
  ingestBurst: {
    name: 'INGEST_BURST',
    default: '1000',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Messages that one device may send in a burst after a pause',
  },
  ingestQueue: {
    name: 'INGEST_QUEUE',
    default: '50000',
    schema: positive,
    expected: 'a whole number from 1',
    description:
      'Readings that may wait to be stored; beyond that, senders get 503 or no acknowledgment and must send again',
  },
  rawDays: {
    name: 'RAW_DAYS',
    default: '90',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Retention of individual readings, in days',
  },
  minuteDays: {
    name: 'MINUTE_DAYS',
    default: '365',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Retention of values by minute, in days; values by hour and day are kept forever',
  },
  quarantineDays: {
    name: 'QUARANTINE_DAYS',
    default: '30',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Retention of rejected messages, in days',
  },
  quarantineMb: {
    name: 'QUARANTINE_MB',
    default: '200',
    schema: positive,
    expected: 'a whole number from 1',
    description: 'Maximum size of rejected messages in megabytes; the oldest are deleted first',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    default: '730',
    schema: number(30, 36_500),
    expected: 'a whole number from 30 to 36500',
    description: 'Retention of the audit log, in days',
  },
} satisfies Record<string, Setting>
