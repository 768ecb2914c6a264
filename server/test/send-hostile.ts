import net from 'node:net'
import { type Attack, attackInWaves } from './attack-waves.ts'
import { type Dice, mutate, usualPackets } from './hostile-packets.ts'

/**
 * Opens one connection of an attacker who has a device's key. Half of these connections sign in first. Then sends mutated
 * packets until the broker disconnects. Returns the number of packets sent.
 */
export async function attackOnce(
  port: number,
  device: { mac: string; key: string },
  dice: Dice,
  most = 20,
): Promise<number> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // the attacker expects to be cut off
  socket.resume()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([closed, new Promise<void>((resolve) => socket.once('connect', () => resolve()))])
  const packets = usualPackets(device)
  if (dice(2) === 0 && packets[0]) socket.write(packets[0])
  let sent = 0
  while (sent < most && !socket.destroyed) {
    const packet = packets[dice(packets.length)]
    if (packet) socket.write(mutate(packet, dice))
    sent += 1
    if (dice(4) === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  socket.destroySoon()
  await closed
  return sent
}

/** Sends broken packets over ten connections at a time. Calls `meanwhile` after each batch. */
export async function bombard(
  port: number,
  device: { mac: string; key: string },
  { packets, ...attack }: { packets: number } & Pick<Attack, 'seed' | 'meanwhile'>,
): Promise<void> {
  await attackInWaves({
    ...attack,
    total: packets,
    attackOnce: async (dice) => ({ sent: await attackOnce(port, device, dice) }),
  })
}
