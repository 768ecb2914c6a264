import { ApiError } from '../../lib/api/api-error.ts'

interface Refusals {
  /** Codes that are told on the page, where the step can be tried again. */
  stays: readonly ApiError['code'][]
  /** true: went where the refusal leads. */
  follow: (error: ApiError) => Promise<boolean>
}

/** One step of a sign-in. undefined: it was refused, and the visitor is elsewhere now. */
export async function sendStep<T>(
  send: () => Promise<T>,
  { stays, follow }: Refusals,
): Promise<T | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && !stays.includes(error.code) && (await follow(error))) return undefined
    throw error
  }
}
