import type { z } from 'zod'

/** The definition of one kind of job. */
export interface Job<Payload extends object> {
  /** Name of the job and of its queue. */
  name: string
  /** Should contain only ids. The job reads everything else from the database when it runs. */
  payload: z.ZodType<Payload>
  /** Maximum number of these jobs that one worker runs at once. */
  concurrency: number
  /** Maximum number of running jobs per group, over all workers, so that a slow target does not delay the others. */
  perGroup: number
  /**
   * Maximum number of running jobs per owner in one worker, so that one owner with many slow targets does not delay the others.
   * The owner of a group is the part of its name before the first slash. Default: no limit.
   */
  perOwner: number
  /** How many more may run while others wait for slow targets: a job that has run for a second no longer counts. Default: 0. */
  slowSlots: number
  /** An attempt that takes longer fails. */
  timeoutSeconds: number
  retry: {
    /** Maximum number of retries before a job becomes a dead letter. */
    limit: number
    /** Delay before the first retry. Doubles with each retry, plus a random delay of up to the same length. */
    delaySeconds: number
    maxDelaySeconds: number
  }
}

const defaults = {
  concurrency: 1,
  perOwner: Number.POSITIVE_INFINITY,
  slowSlots: 0,
  timeoutSeconds: 60,
  retry: { limit: 10, delaySeconds: 10, maxDelaySeconds: 1800 },
}

export function defineJob<Payload extends object>(
  given: Pick<Job<Payload>, 'name' | 'payload'> & Partial<Job<Payload>>,
): Job<Payload> {
  const { concurrency = defaults.concurrency } = given
  return { ...defaults, concurrency, perGroup: concurrency, ...given }
}

/** Returns the queue for jobs whose retries are exhausted. */
export const deadLetterQueue = ({ name }: { name: string }) => `${name}.dead`

/** Returns the owner of a group named `owner/target`; undefined for any other. */
export function ownerOf(group: string | null | undefined): string | undefined {
  const [owner, target] = group?.split('/') ?? []
  return target === undefined ? undefined : owner
}
