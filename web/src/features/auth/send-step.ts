import { ApiError } from '../../lib/api/api-error.ts'

interface Refusals {
  /** Codes that the page shows itself because the step can be retried there. */
  handledHere: readonly ApiError['code'][]
  /** Resolves to true if it navigated to the page the refusal leads to. */
  follow: (error: ApiError) => Promise<boolean>
}

/** Sends one sign-in step. undefined: it was refused, and the visitor was sent to another page. */
export async function sendStep<T>(
  send: () => Promise<T>,
  { handledHere, follow }: Refusals,
): Promise<T | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && !handledHere.includes(error.code) && (await follow(error)))
      return undefined
    throw error
  }
}
