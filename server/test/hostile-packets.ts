import { generate, type Packet } from 'mqtt-packet'

/** Returns a random integer from 0 to `end` - 1. */
export type Dice = (end: number) => number

/** Creates a deterministic generator (mulberry32): the same seed gives the same numbers. */
export function seededDice(seed: number): Dice {
  let state = seed >>> 0
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
}

/** Returns valid packets of every kind that a device can send. */
export function usualPackets({ mac, key }: { mac: string; key: string }): Buffer[] {
  const topic = `eot/${mac}/readings`
  const rest = { dup: false, retain: false } as const
  const connect = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 0,
    clientId: 'a',
    username: mac,
    password: Buffer.from(key),
  } as const
  const packets: Packet[] = [
    connect,
    {
      ...connect,
      will: {
        topic: `eot/${mac}/status`,
        payload: Buffer.from('{"state":"offline"}'),
        qos: 1,
        retain: false,
      },
    },
    { cmd: 'publish', topic, payload: '{"readings":{"noise":41}}', qos: 0, ...rest },
    { cmd: 'publish', topic, payload: '{"readings":{"noise":41}}', qos: 1, messageId: 1, ...rest },
    { cmd: 'publish', topic: `eot/${mac}/status`, payload: '{"version":"1"}', qos: 2, messageId: 2, ...rest },
    { cmd: 'pubrel', messageId: 2 },
    { cmd: 'puback', messageId: 3 },
    { cmd: 'pubrec', messageId: 3 },
    { cmd: 'pubcomp', messageId: 3 },
    { cmd: 'subscribe', messageId: 4, subscriptions: [{ topic: `eot/${mac}/commands`, qos: 1 }] },
    { cmd: 'unsubscribe', messageId: 5, unsubscriptions: [`eot/${mac}/commands`] },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ]
  return packets.map((packet) => generate(packet))
}

/** Mutates a packet: changes, removes or duplicates up to eight bytes, truncates it, or appends noise. */
export function mutate(packet: Buffer, dice: Dice): Buffer {
  let bytes = [...packet]
  for (let count = 1 + dice(8); count > 0; count -= 1) {
    const at = dice(bytes.length + 1)
    switch (dice(6)) {
      case 0:
        bytes[Math.min(at, bytes.length - 1)] = dice(256)
        break
      case 1:
        bytes[Math.min(at, bytes.length - 1)] = (bytes[at] ?? 0) ^ (1 << dice(8))
        break
      case 2:
        bytes.splice(at, 1)
        break
      case 3:
        bytes.splice(at, 0, ...bytes.slice(at, at + dice(16)))
        break
      case 4:
        bytes = bytes.slice(0, at)
        break
      default:
        bytes.splice(at, 0, ...Array.from({ length: dice(64) }, () => dice(256)))
    }
    if (bytes.length === 0) bytes = [dice(256)]
  }
  return Buffer.from(bytes)
}
