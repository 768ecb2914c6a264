import { type AdapterFormat, adapterFormats } from '@eot/contract/adapters'
import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { z } from 'zod'
import airthings from './airthings.json' with { type: 'json' }
import chirpstack from './chirpstack.json' with { type: 'json' }
import halo from './halo.json' with { type: 'json' }
import lorawanFields from './lorawan-fields.json' with { type: 'json' }
import theThingsStack from './the-things-stack.json' with { type: 'json' }
import triton from './triton.json' with { type: 'json' }

const kind = z.enum(sensorKeys)
/** Converts to the unit of the kind: `value · scale + offset`. */
const conversion = { scale: z.number().optional(), offset: z.number().optional() }
/** Keys joined by dots, numbers for elements of arrays; empty for the whole. In those of values, `*` is each element of an array. */
const path = z.string()

const Field = z.strictObject({
  kind,
  ...conversion,
  /** How to convert each unit that the maker may send. A value in another unit is ignored. */
  units: z.record(z.string(), z.strictObject(conversion)).optional(),
})

/**
 * How messages of a maker are read. Paths are relative to a sample, and that of `samples` to the message. Names of fields and
 * events are in lowercase here and in any case in messages.
 */
const Mapping = z.strictObject({
  name: z.string(),
  /** The path of the array of samples. Default: the message is one sample. */
  samples: path.optional(),
  /** The path of the sender. Its MAC address is `prefix` followed by the `last` digits of that name, by default all. */
  sender: z.strictObject({ at: path, last: z.int().optional(), prefix: z.string().optional() }),
  /** ISO 8601; `zone` applies to times without one. Default: the time of arrival. */
  time: z.strictObject({ at: path, zone: z.string().optional() }).optional(),
  /** Events of the address (`?event=`) that come from the device. Others do not count as a sign of life. Default: all do. */
  ownEvents: z.array(z.string()).optional(),
  /** The paths of the values. Of values of the same kind, the first is used. */
  values: z.array(path).optional(),
  /** The path of the units of the values, by field. */
  units: path.optional(),
  fields: z.record(z.string().toLowerCase(), Field).optional(),
  /** Events that begin or end, stored as the value `set` or 0. */
  events: z
    .strictObject({
      name: path,
      /** The path that shows whether the event began; if missing, it did. */
      isSet: path,
      kinds: z.record(z.string().toLowerCase(), z.strictObject({ kind, set: z.number() })),
    })
    .optional(),
})
export type Mapping = z.output<typeof Mapping>

const files: Record<AdapterFormat, unknown> = {
  halo,
  triton,
  airthings,
  'the-things-stack': { ...theThingsStack, fields: lorawanFields },
  chirpstack: { ...chirpstack, fields: lorawanFields },
}

export const mappings = Object.fromEntries(
  adapterFormats.map((format) => [format, Mapping.parse(files[format])]),
) as Record<AdapterFormat, Mapping> // of all formats

const setValues = Object.values(mappings).flatMap(({ events }) => Object.values(events?.kinds ?? {}))

/**
 * Returns whether the value may have been stored because an event began or ended. The device then sends none of this kind until
 * the next event. Devices that measure the kind can send the same value.
 */
export const mayBeOfEvent = (kind: SensorKey, value: number): boolean =>
  setValues.some((event) => event.kind === kind && (value === event.set || value === 0))
