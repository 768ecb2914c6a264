import type { Kysely } from 'kysely'
import type { Job } from './job.ts'

/** One attempt at a job. */
export interface JobRun<Payload, Tables> {
  payload: Payload
  /** Starts at 1. */
  attempt: number
  /** Aborted when the attempt loses its job: on a timeout, when the worker stops, or when another worker has taken over. */
  signal: AbortSignal
  /**
   * Runs `work` in a transaction that commits only while this attempt still holds the job. A job must write only this way.
   * Throws `ClaimLost` if another worker has taken over, so that a worker that was frozen cannot change anything.
   */
  write<Result>(work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /**
   * Like `write`, for work that takes more than a few seconds: it locks the job only before it commits, since the heartbeat
   * that keeps the job would wait for the transaction. Two attempts may work at once, but only one commits.
   */
  writeLong<Result>(work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result>
}

export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** Thrown by an attempt that should be retried no earlier than `afterMs` from now. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** Handles the jobs of one kind. Jobs run at least once, so a handler must first check whether the work is already done. */
export interface JobHandler<Payload, Tables> {
  /** Runs one attempt. If it throws, the attempt has failed and the job is retried later. */
  run(run: JobRun<Payload, Tables>): Promise<void>
  /** Records that the job failed permanently, with the error of its last attempt. */
  giveUp?(run: JobRun<Payload, Tables>, lastError: string): Promise<void>
  /** Cron expression in UTC, for a job that also runs on a schedule, with an empty payload. */
  cron?: string
}

/** A job with its handler, with the payload type erased. */
export interface HandledJob<Tables> extends JobHandler<never, Tables> {
  job: Job<object>
}

export function handleJob<Payload extends object, Tables>(
  job: Job<Payload>,
  handler: JobHandler<Payload, Tables>,
): HandledJob<Tables> {
  return { job, ...handler } // the worker passes the payload parsed by the job's schema
}
