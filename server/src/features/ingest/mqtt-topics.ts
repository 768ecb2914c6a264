import { normalizeMac } from '@eot/contract/devices'

export type DeviceTopic = 'readings' | 'status' | 'events' | 'commands'

/** Reads `eot/{MAC}/{topic}`; undefined for any other shape. */
export function parseTopic(topic: string): { mac: string; name: DeviceTopic } | undefined {
  const match = /^eot\/([0-9A-Fa-f]{2}(?:[:-]?[0-9A-Fa-f]{2}){5})\/(readings|status|events|commands)$/.exec(
    topic,
  )
  if (!match?.[1] || !match[2]) return undefined
  return { mac: normalizeMac(match[1]), name: match[2] as DeviceTopic } // one of the names in the pattern
}

export const commandTopic = (mac: string): string => `eot/${mac}/commands`
