import { ApiError, offlineError } from './api-error.ts'

/** The parts of a response that are kept (spec 7). */
export interface Answer {
  status: number
  statusText: string
  /** The status is 2xx. */
  isSuccess: boolean
  data: unknown
}

/** Reduces a response. `read` reads the data of a success; of a failure, only JSON is useful. */
export async function answerOf(
  response: Response,
  read: (response: Response) => Promise<unknown>,
): Promise<Answer> {
  const { status, statusText, ok: isSuccess } = response
  return { status, statusText, isSuccess, data: await (isSuccess ? read : readJson)(response) }
}

/** undefined if it is not JSON, such as the page of a proxy. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error instanceof ApiError ? error : offlineError()
  }
}
