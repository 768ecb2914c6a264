import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { type AlertType, alertTypes, type Category, sensorKinds, severities } from './vocabulary.ts'
import { id, OnlyPage } from './wire.ts'

const categories = ['AirQuality', 'Comfort', 'Behavior', 'General'] as const satisfies readonly Category[]

export const AlertTypeInfo = z.strictObject({
  Id: id,
  Key: z.string(),
  Name: z.string(),
  Category: z.enum(categories),
  Icon: z.string(),
  Severity: z.enum(severities),
  /** The sensor it watches; null if not based on a single sensor. */
  Sensor: z.string().nullable(),
})
export type AlertTypeInfo = z.output<typeof AlertTypeInfo>

/** The sensor kinds of one category. */
export const SensorCategory = z.strictObject({
  Category: z.enum(categories),
  Types: z.array(
    z.strictObject({
      Key: z.string(),
      Name: z.string(),
      /** Canonical unit; empty for a unitless index. */
      Unit: z.string(),
    }),
  ),
})
export type SensorCategory = z.output<typeof SensorCategory>

export const types = {
  allAlertTypes: endpoint({
    method: 'GET',
    path: '/alerttypes/all',
    summary: 'List all alert types',
    access: 'signedIn',
    query: OnlyPage,
    answer: z.array(AlertTypeInfo),
  }),
}

/** Returns the alert types that devices with these sensor kinds can raise, in the order of the catalog. */
export function alertTypesOf(kinds: readonly string[]): AlertType[] {
  return alertTypes.filter(({ Key, Sensor }) =>
    Sensor === null ? Key === 'Offline' : kinds.includes(Sensor),
  )
}

/** Returns these sensor kinds by category; categories without one are left out. */
export function sensorCategories(kinds: readonly string[]): SensorCategory[] {
  const known = sensorKinds.filter(({ key }) => kinds.includes(key))
  return categories.flatMap((Category) => {
    const Types = known
      .filter(({ category }) => category === Category)
      .map(({ key, name, unit }) => ({ Key: key, Name: name, Unit: unit }))
    return Types.length > 0 ? [{ Category, Types }] : []
  })
}
