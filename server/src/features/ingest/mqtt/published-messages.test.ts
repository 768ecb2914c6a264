import type { Client, PublishPacket } from 'aedes'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import type { Input } from '../writer/input.ts'
import type { Connection, DeviceConnections } from './device-connections.ts'
import { MessagesInProgress } from './messages-in-progress.ts'
import { createPublishedMessages } from './published-messages.ts'

const app = await testApp()
const { intake } = app.ingest

test.each([
  ['is kept by the library until its PUBREL', false],
  ['is not kept if its connection has ended meanwhile', true],
])('a stored message at QoS 2 %s', async (_, hasEnded) => {
  const { mac } = await app.make.device()
  const device = await intake.directory.findByMac(mac)
  const client = { closed: false }
  const inProgress = new MessagesInProgress(client as Client)
  const connection = { client, device, inProgress } as Connection
  const connections = { of: () => connection } as unknown as DeviceConnections
  const held: Input[] = []
  vi.spyOn(intake.writer, 'submit').mockImplementationOnce((inputs) => void held.push(...inputs))
  const done = vi.fn()
  const packet = { topic: `eot/${mac}/readings`, payload: '{"readings":{"noise":41}}', qos: 2, messageId: 1 }
  createPublishedMessages(intake, connections).takePacket(client as Client, packet as PublishPacket, done)
  // The device may have to be read again first.
  await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 60_000 })
  expect(done).not.toHaveBeenCalled()
  client.closed = hasEnded
  held[0]?.submission.done()
  expect(done).toHaveBeenCalledExactlyOnceWith(hasEnded ? expect.any(Error) : null)
  client.closed = true
})
