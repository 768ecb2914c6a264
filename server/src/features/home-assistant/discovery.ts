import { type SensorKey, sensorKinds } from '@eot/contract/vocabulary'
import entities from './entities.json' with { type: 'json' }

export interface ShownDevice {
  id: string
  mac: string
  name: string
  model: string
  site: string
  kinds: readonly string[]
  /** The silence after which it counts as offline. */
  offlineAfterSeconds: number
}

/** The program that announces the devices. */
export interface Origin {
  version: string
  publicUrl: string
}

const digitsOf = (mac: string) => mac.replaceAll(':', '')
const configTopic = /^homeassistant\/device\/eot_live_[0-9A-F]{12}\/config$/
export const allConfigTopics = 'homeassistant/device/+/config'

export const configTopicOf = (mac: string): string => `homeassistant/device/eot_live_${digitsOf(mac)}/config`
/** The topic of the newest values of a device, as JSON by kind. */
export const stateTopicOf = (mac: string): string => `eot-live/${digitsOf(mac)}/state`

export const stateTopicFor = (configTopic: string): string =>
  stateTopicOf(/[0-9A-F]{12}/.exec(configTopic)?.[0] ?? '')

/** Returns the discovery message of a device and its sensors for Home Assistant. */
export function discoveryOf(device: ShownDevice, { version, publicUrl }: Origin): object {
  const identifier = `eot_live_${digitsOf(device.mac)}`
  const kinds = sensorKinds.filter(({ key }) => device.kinds.includes(key))
  return {
    dev: {
      ids: identifier,
      cns: [['mac', device.mac.toLowerCase()]],
      name: device.name,
      mf: 'EoT',
      mdl: device.model,
      sa: device.site,
      cu: `${publicUrl}/devices?deviceId=${device.id}`,
    },
    o: { name: 'EoT LIVE', sw: version, url: publicUrl },
    cmps: Object.fromEntries(
      kinds.map(({ key, name }) => [key, componentOf(key, name, identifier, device.offlineAfterSeconds)]),
    ),
    state_topic: stateTopicOf(device.mac),
  }
}

function componentOf(key: SensorKey, name: string, identifier: string, expire_after: number): object {
  const entity = entities[key]
  const value = `value_json.${key}`
  const isSwitch = 'p' in entity && entity.p === 'binary_sensor'
  return {
    p: 'sensor',
    ...(!isSwitch && { state_class: 'measurement' }),
    ...entity,
    name,
    unique_id: `${identifier}_${key}`,
    // `None` makes a sensor unknown until its kind is reported.
    value_template: isSwitch
      ? `{{ 'None' if ${value} is not defined else 'ON' if ${value} >= 1 else 'OFF' }}`
      : `{{ ${value} | default('None') }}`,
    expire_after,
  }
}

/** Returns whether a message announces a device of this installation. Messages of other installations must be left alone. */
export function isOurs(topic: string, payload: string, { publicUrl }: Origin): boolean {
  if (!configTopic.test(topic)) return false
  try {
    return JSON.parse(payload)?.o?.url === publicUrl
  } catch {
    return false
  }
}
