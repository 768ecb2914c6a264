import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { io, type Socket } from 'socket.io-client'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { createApp } from '../app.ts'
import { createLiveHub } from '../features/live/index.ts'
import { createLog } from '../platform/log.ts'
import { createAccess } from './access.ts'

const app = await testApp()
const { call, clock, db, make, secretKey, signIn } = app

/** A second process of the program: its own server and caller cache, the same database. */
const log = createLog('silent')
const access = createAccess({ db, secretKey, clock })
const elsewhere = createApp({
  ...app,
  access,
  http: { log },
  checkAnswers: true,
  isDevelopment: true,
  signal: { notify() {} },
})
const url = await elsewhere.listen({ port: 0, host: '127.0.0.1' })
const hub = createLiveHub({
  ...access,
  server: elsewhere.server,
  findDevicePath: async () => undefined,
  publicUrl: url,
  log,
})
afterAll(async () => {
  await hub.close()
  await elsewhere.close()
})

async function connect(token: string): Promise<Socket> {
  const socket = io(url, { path: '/ws/', auth: { token }, transports: ['websocket'], reconnection: false })
  onTestFinished(() => void socket.disconnect())
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}

const statusElsewhere = async (token: string) =>
  (await elsewhere.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${token}` } })).statusCode

type SignedIn = Awaited<ReturnType<typeof signIn>>

const ends: Record<string, (tokens: SignedIn) => Promise<unknown>> = {
  'signing out': ({ RefreshToken }) => call(auth.logout, { body: { RefreshToken } }),
  'a changed password': (tokens) =>
    call(
      users.changePassword,
      { body: { OldPassword: tokens.user.password, NewPassword: 'a fine new phrase' } },
      { as: tokens },
    ),
  'a new temporary password': async ({ user }) => {
    const as = await signIn(await make.user({ site: user.site }))
    await call(users.resendPassword, { params: { id: user.id } }, { as })
    await app.mailsTo(user.email)
  },
  'a deactivated user': ({ user }) =>
    db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute(),
}

test.each(Object.entries(ends))(
  '%s in one process revokes access and closes connections in another within a second',
  async (_name, end) => {
    const tokens = await signIn()
    const socket = await connect(tokens.AccessToken)
    expect(await statusElsewhere(tokens.AccessToken)).toBe(200)
    await end(tokens)
    app.advance(1000)
    expect(await statusElsewhere(tokens.AccessToken)).toBe(401)
    await vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 60_000 })
  },
)
