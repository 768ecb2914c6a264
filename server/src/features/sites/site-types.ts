import { alertTypes, sensorKinds } from '@eot/contract/vocabulary'

/** Returns the alert types that devices with these sensor kinds can raise (B39), in the order of the vocabulary. */
export function alertTypesOf(kinds: ReadonlySet<string>) {
  const isRaised = ({ Key, Sensor }: (typeof alertTypes)[number]) =>
    Sensor === null ? Key === 'Offline' && kinds.size > 0 : kinds.has(Sensor)
  return alertTypes.filter(isRaised).map(({ Sensor: _, ...type }) => ({ ...type }))
}

/** Returns the sensor kinds in the order of the specification, which is also their priority: 1 is the most important. */
export function streamingTypesOf(kinds: ReadonlySet<string>, priorityLimit: number = sensorKinds.length) {
  return sensorKinds
    .map(({ key, name, category, unit }, index) => ({
      Key: key,
      Name: name,
      Category: category,
      Unit: unit,
      Priority: index + 1,
    }))
    .filter(({ Key, Priority }) => kinds.has(Key) && Priority <= priorityLimit)
}
