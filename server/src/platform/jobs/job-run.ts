import type { Kysely } from 'kysely'
import type { Job } from './job.ts'

/** One attempt at a job. */
export interface JobRun<Payload, Tables> {
  payload: Payload
  /** 1 is the first. */
  attempt: number
  /** Aborted when the job is taken away: it took too long, the worker stops, or another worker has it now. */
  signal: AbortSignal
  /**
   * The only way for a job to write: runs `work` in a transaction that commits only while this attempt still holds the
   * job. Throws `ClaimLost` otherwise, so that a worker that was frozen changes nothing once another has taken over.
   */
  write<Result>(work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result>
}

export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** What a worker does with the jobs of one kind. Jobs run at least once, so it first looks whether the work is done. */
export interface JobHandler<Payload, Tables> {
  /** An error is an attempt that failed; the job is tried again later. */
  run(run: JobRun<Payload, Tables>): Promise<void>
  /** Records that the job failed for good, with the error of its last attempt. */
  giveUp?(run: JobRun<Payload, Tables>, lastError: string): Promise<void>
  /** For a job that also runs by the clock, with an empty payload: a cron expression in UTC. */
  cron?: string
}

/** A job and its handler, for a worker that knows neither. */
export interface HandledJob<Tables> extends JobHandler<never, Tables> {
  job: Job<object>
}

export function handleJob<Payload extends object, Tables>(
  job: Job<Payload>,
  handler: JobHandler<Payload, Tables>,
): HandledJob<Tables> {
  return { job, ...handler } // the worker gives it the payload that its job's schema has read
}
