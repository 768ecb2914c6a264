interface EarlyAnswer {
  token: string | undefined
  requestedAt: number
  response: Promise<Response>
  /** The content of a successful response, once it has arrived. */
  content?: unknown
}

/** Content that arrived before the app asked for it. */
export interface EarlyContent {
  content: unknown
  /** Epoch ms. */
  requestedAt: number
}

/** As long as a query stays fresh. */
const keptMs = 30_000
const answers = new Map<string, EarlyAnswer>()

/**
 * Sends a request before the program has loaded. The first call to that URL uses the response. Resolves with the
 * content, or undefined if the request failed or was refused; the caller that needs it reports the failure.
 */
export async function requestEarly(
  url: string,
  token: string | undefined,
  now = Date.now(),
): Promise<unknown> {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer: EarlyAnswer = { token, requestedAt: now, response: fetch(url, { headers }) }
  answers.set(url, answer)
  try {
    const response = await answer.response
    // A clone, because a call may read the same response.
    if (response.ok) answer.content = await response.clone().json()
  } catch {
    answers.delete(url)
  }
  return answer.content
}

/** Returns each response once, to the session that requested it. undefined: there is none. */
export function takeEarlyAnswer(
  url: string,
  token: string | undefined,
  now = Date.now(),
): Promise<Response> | undefined {
  return take(url, token, now)?.response
}

/** Like takeEarlyAnswer, for content that has arrived already. If it has not, the response can still be taken. */
export function takeEarlyContent(
  url: string,
  token: string | undefined,
  now = Date.now(),
): EarlyContent | undefined {
  if (answers.get(url)?.content === undefined) return undefined
  const { content, requestedAt } = take(url, token, now) ?? {}
  return requestedAt === undefined ? undefined : { content, requestedAt }
}

/** Called when rooms are joined: earlier responses may lack events, and nothing would fetch them again. */
export function forgetEarlyAnswers(): void {
  answers.clear()
}

function take(url: string, token: string | undefined, now: number): EarlyAnswer | undefined {
  const answer = answers.get(url)
  answers.delete(url)
  return answer && answer.token === token && now - answer.requestedAt < keptMs ? answer : undefined
}
