import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { io, type Socket } from 'socket.io-client'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { countSuccessors } from '../../../../test/count-successors.ts'
import { testLive } from '../../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)
const { advance, call, db, mailsTo, make, signIn } = app

const refresh = (token: string) => call(auth.refresh, { body: { RefreshToken: token } })

async function connect(token: string): Promise<Socket> {
  const socket = io(app.url, {
    path: '/ws/',
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
  })
  onTestFinished(() => void socket.disconnect())
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}

test('fifty parallel refreshes of each generation get one successor each', async () => {
  expect(new Set(await countSuccessors(app, 40))).toEqual(new Set([1]))
})

test('reusing a stolen token ends the session, closes its connections and notifies the user', async () => {
  const first = await signIn()
  const elsewhere = await signIn(first.user)
  const second = (await refresh(first.RefreshToken)).data
  const [socket, other] = [await connect(second.AccessToken), await connect(elsewhere.AccessToken)]
  advance(10_001)
  expect((await refresh(first.RefreshToken)).status).toBe(401)
  await vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 60_000 })
  expect((await refresh(second.RefreshToken)).status).toBe(401)
  expect((await call(users.me, {}, { as: second })).status).toBe(401)
  expect(other.connected).toBe(true)
  expect((await refresh(elsewhere.RefreshToken)).status).toBe(200)
  expect((await mailsTo(first.user.email)).map(({ subject }) => subject)).toEqual([
    'One of your sessions was ended',
  ])
  const audit = await db
    .selectFrom('audit_entry')
    .where('action', '=', 'session.token_reused')
    .selectAll()
    .execute()
  expect(audit).toHaveLength(1)
})

test('a session limited to setting up a second factor gets no live connection', async () => {
  const tokens = await signIn(await make.user({ force_two_factor: true }))
  await expect(connect(tokens.AccessToken)).rejects.toThrow('invalid_access_token')
})

test('changing the password closes the connections of all sessions', async () => {
  const tokens = await signIn()
  const sockets = [await connect(tokens.AccessToken), await connect((await signIn(tokens.user)).AccessToken)]
  const body = { OldPassword: tokens.user.password, NewPassword: 'a fine new phrase' }
  const { data } = await call(users.changePassword, { body }, { as: tokens })
  await vi.waitFor(() => expect(sockets.map(({ connected }) => connected)).toEqual([false, false]), {
    timeout: 60_000,
  })
  expect((await connect(data.AccessToken)).connected).toBe(true)
})
