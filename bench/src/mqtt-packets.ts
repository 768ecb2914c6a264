import { generate } from 'mqtt-packet'

/** CONNECT of a device with a clean session. */
export function connectPacket(mac: string, key: string): Buffer {
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 0,
    clientId: `bench-${mac}`,
    username: mac,
    password: Buffer.from(key),
  })
}

const publishQos1 = 0x32
export const pubackBytes = 4
export const connackBytes = 4

/**
 * PUBLISH at QoS 1, encoded by hand: the generator shares the machine with the program it measures, so its own cost
 * must be low.
 */
export function publishPacket(topic: string, messageId: number, payload: string): Buffer {
  const payloadBytes = Buffer.byteLength(payload)
  const topicBytes = Buffer.byteLength(topic)
  const remaining = 2 + topicBytes + 2 + payloadBytes
  const lengthBytes = remaining < 128 ? 1 : remaining < 16_384 ? 2 : 3
  const packet = Buffer.allocUnsafe(1 + lengthBytes + remaining)
  packet[0] = publishQos1
  let rest = remaining
  for (let at = 1; at <= lengthBytes; at += 1) {
    packet[at] = (rest % 128) | (at < lengthBytes ? 0x80 : 0)
    rest = Math.floor(rest / 128)
  }
  let end = packet.writeUInt16BE(topicBytes, 1 + lengthBytes)
  end += packet.write(topic, end, 'latin1')
  end = packet.writeUInt16BE(messageId, end)
  packet.write(payload, end, 'utf8')
  return packet
}
