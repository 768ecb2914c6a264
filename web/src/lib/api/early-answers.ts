interface EarlyAnswer {
  token: string | undefined
  askedAt: number
  response: Promise<Response>
}

/** As long as a query counts as fresh. */
const keptMs = 30_000
const answers = new Map<string, EarlyAnswer>()

/** Asks for what will be needed once the program has been loaded. The first call of that address takes the answer. */
export function askEarly(url: string, token: string | undefined, now = Date.now()): Promise<Response> {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = fetch(url, { headers })
  response.catch(() => answers.delete(url)) // whoever needs it asks again, and tells what failed
  answers.set(url, { token, askedAt: now, response })
  return response
}

/** Each answer is given once, to the session that asked for it; undefined: there is none. */
export function takeEarlyAnswer(
  url: string,
  token: string | undefined,
  now = Date.now(),
): Promise<Response> | undefined {
  const answer = answers.get(url)
  answers.delete(url)
  return answer && answer.token === token && now - answer.askedAt < keptMs ? answer.response : undefined
}

/** From now on rooms are heard: what was asked before may have missed events, and nobody would read it again. */
export function forgetEarlyAnswers(): void {
  answers.clear()
}
