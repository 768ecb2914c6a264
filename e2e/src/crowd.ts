import { requestPlainly } from './plain-request.ts'

export const crowds = {
  /** Live connections without a token. */
  handshakes: () => ({ path: '/ws/?EIO=4&transport=polling' }),
  guesses: (n: number) => ({
    path: '/api/auth/login',
    method: 'POST' as const,
    body: { Email: `guess${n % 500}@example.org`, Password: `guess ${n}` },
  }),
}

/** An address in 127.0.0.0/8, so that rate limits per address do not end the attack immediately. */
export const crowdAddress = (n: number) => `127.${1 + (n % 5)}.${Math.floor(n / 5) % 250}.${1 + (n % 250)}`

const atOnce = 40

// Runs as a separate process (crowd.ts <kind> <port> <count>), so that its work does not affect measurements.
if (import.meta.main) {
  const [, , kind = '', port, count] = process.argv
  const requestOf = crowds[kind as keyof typeof crowds] // named by the test
  let next = 0
  const go = async () => {
    for (let n = next++; n < Number(count); n = next++)
      await requestPlainly({ port: Number(port), localAddress: crowdAddress(n), ...requestOf(n) })
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}
