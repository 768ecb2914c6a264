import { normalizeMac } from '@eot/contract/mac'

/** What a device publishes. */
export type MessageName = 'readings' | 'status' | 'events'
type DeviceTopic = MessageName | 'commands'

interface ParsedTopic {
  mac: string
  name: DeviceTopic
}

/** Caches results, since devices keep using the same few topics. */
const remembered = new Map<string, ParsedTopic>()
const mostRemembered = 100_000

/** Parses `eot/{MAC}/{topic}`, with the address in any notation; undefined for any other shape. */
export function parseTopic(topic: string): ParsedTopic | undefined {
  const known = remembered.get(topic)
  if (known) return known
  const match = /^eot\/([0-9A-Fa-f]{2}(?:[:.-]?[0-9A-Fa-f]{2}){5})\/(readings|status|events|commands)$/.exec(
    topic,
  )
  if (!match?.[1] || !match[2]) return undefined
  const parsed = { mac: normalizeMac(match[1]), name: match[2] as DeviceTopic } // one of the names in the pattern
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(topic, parsed)
  return parsed
}

/**
 * Returns the command topics of a device at an external broker: one with its address in the usual notation, and one without
 * colons, since some brokers do not allow them in user names. A device that subscribes to both recognizes a command by its id.
 */
export const commandTopics = (mac: string): string[] => [
  `eot/${mac}/commands`,
  `eot/${mac.replaceAll(':', '-')}/commands`,
]
