import type { Installation } from '@eot/contract/installation'

/** Describes where the broker listens, such as "mqtts, port 8883" or "mqtt, broker.example, port 1883". */
export function mqttText({ Protocol, Host, Port, IsExternal }: Installation['Mqtt']): string {
  return [Protocol, ...(IsExternal && Host !== null ? [Host] : []), `port ${Port}`].join(', ')
}

/** A size on a disk in decimal units, as disks are sold: "218 GB", "7.3 TB". */
export function diskText(bytes: number): string {
  const [size, unit] =
    bytes >= 1e12 ? [bytes / 1e12, 'TB'] : bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
