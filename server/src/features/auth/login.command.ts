import type { Tokens } from '@eot/contract/auth'
import { AppError } from '../../platform/app-error.ts'
import { createKeyedQueue, QueueFull } from '../../platform/bounded-queue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PasswordHashing } from '../../platform/password-hashing.ts'
import type { AuthQueries } from './auth.queries.ts'
import type { CompleteLogin } from './complete-login.command.ts'
import { failuresAllowed, failureWindowMs, normalizeEmail, type SignInOrigin } from './sign-in.ts'

interface Parts {
  queries: AuthQueries
  passwords: PasswordHashing
  completeLogin: CompleteLogin
  clock: Clock
}

export type Login = (email: string, password: string, origin: SignInOrigin) => Promise<Tokens>

/** Sign-in with a password. Whether the account exists can be told neither from the answer nor from the time it takes. */
export function createLogin({ queries, passwords, completeLogin, clock }: Parts): Login {
  // One attempt at an account after the other, or parallel guesses would all be made before the first is counted.
  const attempts = createKeyedQueue({ parallel: 1, waiting: 5 })

  async function attempt(email: string, password: string, origin: SignInOrigin): Promise<Tokens> {
    const user = await queries.findSignInUser(email)
    const matches = await passwords.matches(user?.passwordHash ?? null, password)
    const now = clock()
    const windowStart = new Date(now.getTime() - failureWindowMs)
    if ((await queries.countFailures(email, windowStart)) >= failuresAllowed)
      throw new AppError('limit_exceeded')
    if (!user || !matches || !user.isActive) {
      await queries.deleteFailuresUntil(windowStart)
      await queries.insertFailure(email, now)
      throw new AppError('invalid_credentials')
    }
    await queries.deleteFailuresOf(email)
    return completeLogin(user, origin)
  }

  return async (givenEmail, password, origin) => {
    const email = normalizeEmail(givenEmail)
    try {
      return await attempts.run(email, () => attempt(email, password, origin))
    } catch (error) {
      if (error instanceof QueueFull) throw new AppError('rate_limited', { retryAfterSeconds: 1 })
      throw error
    }
  }
}
