import type { ImportState } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { findActingUser } from '../../access/acting-user.queries.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobHandler, JobRun } from '../../platform/jobs/job-run.ts'
import { UnreadableCsv } from '../../platform/read-csv.ts'
import { withOrigin } from '../../platform/request-origin.ts'
import { applyImport } from './apply-import.command.ts'
import { checkImport, UnmatchedColumns } from './check-import.command.ts'
import { importConflictQueries } from './import-conflicts.queries.ts'
import { mayImport } from './import-permissions.ts'
import type { Step } from './import-step.command.ts'
import { type ImportRow, importQueries } from './imports.queries.ts'
import { ImportOutdated } from './judge-line.command.ts'
import { undoImport } from './undo-import.command.ts'

/** Runs the current step of an import: checking, applying or undoing. */
export const runImportJob = defineJob({
  name: 'run-import',
  payload: z.object({ importId: z.string() }),
  concurrency: 2,
  timeoutSeconds: 900,
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
})

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

class Canceled extends Error {
  override name = 'Canceled'
}

type Payload = z.output<typeof runImportJob.payload>
type Run = JobRun<Payload, Database>

/** The states of a step, and the state that follows it. */
const steps = {
  Checking: { done: 'Checked', failed: 'Refused', run: checkImport },
  Applying: { done: 'Done', failed: 'Checked', run: applyImport },
  Undoing: { done: 'Undone', failed: 'Done', run: undoImport },
} as const satisfies Partial<
  Record<ImportState, { done: ImportState; failed: ImportState; run(step: Step): Promise<void> }>
>
type Working = keyof typeof steps
const isWorking = (state: string): state is Working => state in steps

/**
 * Each step is one transaction that also ends it, so an interrupted step leaves nothing and is repeated, and a completed one is
 * not. Only its progress and the conflicts that it has found are written outside.
 */
export const importRunner = ({ db, clock }: Parts): JobHandler<Payload, Database> => ({
  async run(run) {
    const row = await importQueries(db).findWork(run.payload.importId)
    if (!row || !isWorking(row.state)) return
    const { state } = row
    await withOrigin(row.address ?? '', () =>
      work({ db, clock }, run, row, state).catch((error: unknown) => abandon(run, row.id, state, error)),
    )
  },

  async giveUp(run) {
    const row = await importQueries(db).findWork(run.payload.importId)
    if (row && isWorking(row.state))
      await abandon(run, row.id, row.state, new ImportOutdated(gaveUp(row.state)))
  },
})

const gaveUp = (state: Working): string =>
  state === 'Undoing'
    ? 'Something went wrong. Nothing was undone.'
    : 'Something went wrong. Nothing was kept.'

async function work({ db, clock }: Parts, run: Run, row: ImportRow, state: Working): Promise<void> {
  const caller = await findActingUser(db, row.created_by)
  if (!caller || !mayImport(caller, row.kind))
    throw new ImportOutdated('You no longer have permission to import')
  await run.writeLong(async (tx) => {
    await importQueries(tx).allowLongStatements()
    const at = clock()
    await steps[state].run({
      tx,
      row,
      caller,
      at,
      async progress(done) {
        run.signal.throwIfAborted()
        if (!(await importQueries(db).saveProgress(row.id, done))) throw new Canceled()
      },
      addConflicts: (count) => importConflictQueries(db).addConflicts(row.created_by, at, count),
    })
    const isEnded = await importQueries(tx).endStep(row.id, state, steps[state].done, {
      ...(state === 'Applying' && { appliedAt: at }),
    })
    if (!isEnded) throw new Canceled()
  })
}

/** Records an expected failure; any other is left to the queue, which retries. */
async function abandon(run: Run, id: string, state: Working, error: unknown): Promise<void> {
  const isExpected = error instanceof UnreadableCsv || error instanceof ImportOutdated
  if (!isExpected && !(error instanceof Canceled)) throw error
  await run.write(async (tx) => {
    const queries = importQueries(tx)
    if (error instanceof UnmatchedColumns) await queries.saveColumns(id, error.columns)
    if (error instanceof Canceled) return queries.abandon(id, state, 'Canceled', null)
    await queries.abandon(id, state, steps[state].failed, error.message)
  })
}
