import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { type Attack, attackInWaves } from './attack-waves.ts'
import { type Dice, mutate } from './hostile-packets.ts'
import { hostileKeys, hostileValues, writeJson } from './hostile-values.ts'
import { frameOf, opcodes, openRaw } from './raw-live.ts'

export interface LiveTarget {
  url: string
  /** Ids of sites and devices, including foreign ones. */
  ids: readonly string[]
  /** Access token; absent for an anonymous attacker. */
  token?: string | undefined
}

const pick = <T>(list: readonly T[], dice: Dice): T => list[dice(list.length)] as T // lists are never empty

/** A join or leave with up to three invalid fields, as a Socket.IO packet. */
function hostileWish(dice: Dice, ids: readonly string[]): string {
  const message: Record<string, unknown> = {
    Action: pick(['join', 'leave'], dice),
    SiteId: pick(ids, dice),
    EventType: pick(['alerts', 'devices', 'readings'], dice),
    DeviceId: pick(ids, dice),
  }
  for (let count = dice(4); count > 0; count--) {
    const name = pick([...Object.keys(message), ...hostileKeys], dice)
    if (dice(3) === 0) delete message[name]
    else
      Object.defineProperty(message, name, {
        value: pick(hostileValues, dice),
        enumerable: true,
        configurable: true,
      })
  }
  const values = pick<unknown[]>(
    [[message], [message], [message], [message, message], [], [pick(hostileValues, dice)]],
    dice,
  )
  const acknowledgment = pick(['', '', '0', '7', '99999999999999999999', '-1'], dice)
  return `42${acknowledgment}${writeJson([pick(['join', 'leave'], dice), ...values])}`
}

/** Engine.IO and Socket.IO packets that are not events or are broken. */
const oddPackets = [
  '40',
  '40{"token":null}',
  '40{"token":["a"]}',
  '40/admin,{"token":"a"}',
  '40/__proto__,',
  '41',
  '43',
  '430[]',
  '43999[{"ok":true}]',
  '44{"message":"a"}',
  '451-["join",{"_placeholder":true,"num":0}]',
  '4599999999-["join"]',
  '45-["join"]',
  '46',
  '42',
  '42[]',
  '42{}',
  '42[null]',
  '42[1]',
  '42["disconnect"]',
  '42["connect",{}]',
  '42["__proto__",{}]',
  '42["join"',
  '42["join",{"toString":1}]',
  '0',
  '0{"sid":"a"}',
  '1',
  '2',
  '2probe',
  '3',
  '5',
  '6',
  '9',
  '',
  'b',
  'bAAAA',
  '\u0000',
] as const

/** Encodes one frame. */
function hostileFrame(dice: Dice, ids: readonly string[]): Buffer {
  const packet = dice(2) ? hostileWish(dice, ids) : pick(oddPackets, dice)
  switch (dice(8)) {
    case 0:
      return mutate(frameOf(packet.slice(0, 500)), dice)
    case 1:
      return frameOf(mutate(Buffer.from(packet.slice(0, 500) || '4'), dice))
    case 2:
      return frameOf(packet, opcodes.binary)
    case 3:
      return frameOf(packet.slice(0, 100), dice(16))
    default:
      return frameOf(packet)
  }
}

interface Sent {
  frames: number
  /** Returns whether the connection is still open. */
  socket: Socket
}

/** Loopback addresses. The attack uses several, so that the limits per address do not stop it. */
const someAddress = (dice: Dice) => `127.${1 + dice(250)}.${dice(250)}.${1 + dice(250)}`

const framesEach = 20
const largestWish = 32 * 1024
const lastAnswer = '434711'
/** First byte of the server's close frame. It never occurs in the server's text, which is ASCII. */
const closeFrame = '\x88'

/** Sends frames that are broken at any level over one connection. */
async function sendBytes({ url, ids, token }: LiveTarget, dice: Dice): Promise<Sent> {
  const socket = await openRaw(url, token, someAddress(dice))
  socket.resume()
  let frames = 0
  for (; frames < framesEach && !socket.destroyed; frames++) {
    socket.write(hostileFrame(dice, ids))
    if (dice(4) === 0) await turn()
  }
  return { frames, socket }
}

/** Sends well-formed frames with invalid messages over one connection. Resolves when the server has handled all of them. */
async function sendWishes({ url, ids, token }: LiveTarget, dice: Dice): Promise<Sent> {
  const socket = await openRaw(url, token, someAddress(dice))
  const decided = new Promise<void>((resolve) => {
    let tail = ''
    socket.on('data', (chunk) => {
      tail = (tail + chunk.toString('latin1')).slice(-1000)
      if (tail.includes(lastAnswer) || tail.includes(closeFrame)) resolve()
    })
    socket.once('close', () => resolve())
  })
  for (let frames = 0; frames < framesEach; frames++) {
    const wish = hostileWish(dice, ids)
    if (wish.length < largestWish) socket.write(frameOf(wish))
  }
  socket.write(frameOf(`${lastAnswer.replace('43', '42')}["leave",null]`))
  await decided
  return { frames: framesEach, socket }
}

/** Sends broken frames over ten connections at a time. Calls `meanwhile` before each batch of ten is closed. */
export async function bombardLive(
  target: LiveTarget,
  { frames, ...attack }: { frames: number } & Pick<Attack, 'seed' | 'meanwhile'>,
): Promise<void> {
  await attackInWaves({
    ...attack,
    total: frames,
    async attackOnce(dice, n) {
      const { frames: sent, socket } = await (n % 2 ? sendWishes : sendBytes)(target, dice)
      return { sent, end: () => (n % 4 < 2 ? socket.destroy() : socket.destroySoon()) }
    },
  })
}
