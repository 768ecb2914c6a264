import { adapters } from '@eot/contract/adapters'
import { auth } from '@eot/contract/auth'
import { backTests } from '@eot/contract/back-tests'
import { callbacks } from '@eot/contract/callbacks'
import { clientErrors } from '@eot/contract/client-errors'
import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import { imports } from '@eot/contract/imports'
import { ingest } from '@eot/contract/ingest'
import { listPreferences } from '@eot/contract/list-preferences'
import { notifications } from '@eot/contract/notifications'
import { push } from '@eot/contract/push'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import { systemMessages } from '@eot/contract/system-messages'
import { webhookRequests } from '@eot/contract/webhooks'
import { expect, test } from 'vitest'
import { administrationChanges } from '../test/audited-changes/administration-changes.ts'
import { deviceChanges } from '../test/audited-changes/device-changes.ts'
import { maintenanceChanges } from '../test/audited-changes/maintenance-changes.ts'
import { reportChanges } from '../test/audited-changes/report-changes.ts'
import { signInChanges } from '../test/audited-changes/sign-in-changes.ts'
import { webhookChanges } from '../test/audited-changes/webhook-changes.ts'
import { tableContents } from '../test/table-contents.ts'
import { testApp } from '../test/test-app.ts'

const app = await testApp()
const { pool } = app
const changes = [
  ...signInChanges,
  ...administrationChanges,
  ...deviceChanges,
  ...maintenanceChanges,
  ...reportChanges,
  ...webhookChanges,
]

/** Endpoints other than GET that write no audit entry of their own, and the reason. */
const silent = new Map<Endpoint, string>([
  [auth.refresh, 'continues a session that was audited when it started'],
  [auth.resend, 'only requests a mail; its code is audited when it is created'],
  [auth.reset, 'only requests a mail; its code is audited when it is created'],
  [auth.verifyDevice, 'changes nothing'],
  [auth.verifyUser, 'changes nothing'],
  [auth.azureRedirect, 'needs a provider: single-sign-on.test.ts'],
  [systemMessages.dismiss, 'changes only what the user sees'],
  [systemMessages.showAgain, 'changes only what the user sees'],
  [imports.create, 'stores a file and writes none of its records'],
  [imports.apply, 'has a job write the records and their entries: import-devices.test.ts'],
  [imports.chooseColumns, 'writes nothing'],
  [imports.correct, 'writes nothing but the line of the file'],
  [imports.leaveOut, 'writes nothing but the line of the file'],
  [imports.cancel, 'writes nothing'],
  [imports.undo, 'has a job write the records and their entries: import-devices.test.ts'],
  [notifications.read, 'changes only what the user sees'],
  [listPreferences.put, 'changes only how the caller sees a list'],
  [webhookRequests.certificate, 'changes nothing'],
  [subscriptionReach.of, 'changes nothing'],
  [push.register, 'changes only where the user is told'],
  [push.remove, 'changes only where the user is told'],
  [push.test, 'only requests a notification of the own browser'],
  [backTests.run, 'changes nothing'],
  [clientErrors.report, 'only writes to the log of the program'],
  [callbacks.emails, 'receives reports of a provider'],
  [callbacks.texts, 'receives reports of a provider'],
  [ingest.readings, 'receives device measurements'],
  [ingest.bulk, 'receives device measurements'],
  [adapters.send, 'receives device measurements'],
  [ingest.answerCommand, 'receives the answer of a device to an audited command'],
])

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const newest = async () => {
  const { rows } = await pool.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_entry')
  return rows[0]?.id ?? 0
}
const entriesAfter = async (id: number) => {
  const text = "select action, details->'changes' as changes from audit_entry where id > $1 order by id"
  return (await pool.query<{ action: string; changes: unknown }>(text, [id])).rows
}

/** Returns ids without a name, which are meaningless in the history. */
const bareIds = (value: unknown): unknown[] => {
  if (typeof value === 'string') return /^[\da-f]{8}-[\da-f-]{27}$/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null || 'Name' in value) return []
  return Object.values(value).flatMap(bareIds)
}

test('each endpoint that may change something is in one of the two lists', () => {
  const writing = endpoints.filter(({ method }) => method !== 'GET').map(nameOf)
  expect([...changes.map(({ endpoint }) => endpoint), ...silent.keys()].map(nameOf).toSorted()).toEqual(
    writing.toSorted(),
  )
})

const named = changes.map(({ endpoint, rows, arrange }) => [nameOf(endpoint), rows, arrange] as const)

test.each(named)(
  '%s adds %j to the audit log and nothing else, with names instead of ids',
  async (_name, rows, arrange) => {
    const act = await arrange(app)
    const before = await newest()
    const { status, text } = await act()
    expect(status, text).toBeLessThan(300)
    const entries = await entriesAfter(before)
    expect(entries.map(({ action }) => action)).toEqual(rows)
    expect(entries.flatMap(({ changes }) => bareIds(changes))).toEqual([])
  },
)

test.each(named)(
  '%s changes nothing if its audit entry cannot be written, and asks the client to retry',
  async (_name, _rows, arrange) => {
    const act = await arrange(app)
    const before = await tableContents(pool)
    await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$`)
    await pool.query(
      'create trigger refuse before insert on audit_entry for each row execute function refuse()',
    )
    try {
      expect((await act()).status).toBe(503)
    } finally {
      await pool.query('drop function refuse cascade')
    }
    expect(await tableContents(pool)).toEqual(before)
    expect((await act()).status).toBeLessThan(300)
  },
)
