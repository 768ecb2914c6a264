import type { z } from 'zod'

/** What the queue needs to know about one kind of job. */
export interface Job<Payload extends object> {
  /** Also the name of its queue. */
  name: string
  /** Ids only: what a job is about is read from the product's tables when it runs. */
  payload: z.ZodType<Payload>
  /** How many of them one worker runs at once. */
  concurrency: number
  /** How many of one group run at once, over all workers, so that a slow target does not hold up the others. */
  perGroup: number
  /** An attempt that takes longer counts as failed. */
  timeoutSeconds: number
  retry: {
    /** How often a job is tried again before it becomes a dead letter. */
    limit: number
    /** Before the first retry; doubles with each further one, plus up to as much again by chance. */
    delaySeconds: number
    maxDelaySeconds: number
  }
}

const defaults = {
  concurrency: 1,
  timeoutSeconds: 60,
  retry: { limit: 10, delaySeconds: 10, maxDelaySeconds: 1800 },
}

export function defineJob<Payload extends object>(
  given: Pick<Job<Payload>, 'name' | 'payload'> & Partial<Job<Payload>>,
): Job<Payload> {
  const { concurrency = defaults.concurrency } = given
  return { ...defaults, concurrency, perGroup: concurrency, ...given }
}

/** The queue that a job moves to once its retries are used up. */
export const deadLetterQueue = ({ name }: { name: string }) => `${name}.dead`
