interface EarlyAnswer {
  token: string | undefined
  requestedAt: number
  response: Promise<Response>
}

/** As long as a query stays fresh. */
const keptMs = 30_000
const answers = new Map<string, EarlyAnswer>()

/** Sends a request before the program has loaded. The first call to that URL uses the response. */
export function requestEarly(url: string, token: string | undefined, now = Date.now()): Promise<Response> {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = fetch(url, { headers })
  response.catch(() => answers.delete(url)) // the caller requests it again and reports the failure
  answers.set(url, { token, requestedAt: now, response })
  return response
}

/** Returns each response once, to the session that requested it. undefined: there is none. */
export function takeEarlyAnswer(
  url: string,
  token: string | undefined,
  now = Date.now(),
): Promise<Response> | undefined {
  const answer = answers.get(url)
  answers.delete(url)
  return answer && answer.token === token && now - answer.requestedAt < keptMs ? answer.response : undefined
}

/** Called when rooms are joined: earlier responses may lack events, and nothing would fetch them again. */
export function forgetEarlyAnswers(): void {
  answers.clear()
}
