import { alerts } from '@eot/contract/alerts'
import { auth, type Tokens } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { callEndpoint } from '@eot/server/test/call-endpoint'
import { administrator } from '@eot/server/test/child-program'
import { pause } from '../laden-program.ts'

export interface KeptSession {
  /** Returns how many rounds of requests were served, and how many got 503, as on a busy machine. */
  count(): string
  /** Ends the session. Returns the requests that failed. */
  finish(): Promise<string[]>
}

const pauseMs = 100
const renewEvery = 10

/** Simulates a user who signs in once and then works continuously, through any of the processes on `ports`. */
export async function keepSession(ports: ReadonlySet<number>): Promise<KeptSession> {
  const originOf = (port: number | undefined) => `http://127.0.0.1:${port}`
  const body = { Email: administrator.email, Password: administrator.password }
  let tokens: Tokens = await callEndpoint(originOf([...ports][0]), undefined, auth.login, { body })
  const faults: string[] = []
  let [served, deferred, isOver] = [0, 0, false]

  async function ask(port: number | undefined): Promise<void> {
    for (const endpoint of [users.me, sites.list, devices.list, alerts.list])
      await callEndpoint(originOf(port), tokens.AccessToken, endpoint)
    const { RefreshToken } = tokens
    if (served % renewEvery === 0)
      tokens = await callEndpoint(originOf(port), undefined, auth.refresh, { body: { RefreshToken } })
  }

  const work = async () => {
    for (let n = 0; !isOver; n++) {
      const port = [...ports][n % ports.size]
      await ask(port).then(
        () => {
          served += 1
        },
        (error: unknown) => {
          if (/ answered 503: /.test(`${error}`)) deferred += 1
          else faults.push(`${port}: ${error}`)
        },
      )
      await pause(pauseMs)
    }
  }
  const working = work()
  return {
    count: () => `${served} rounds of requests served, ${deferred} deferred`,
    async finish() {
      isOver = true
      await working
      return faults
    },
  }
}
