import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableLine } from './text.ts'
import { sensorKeys } from './vocabulary.ts'
import { IdParams, id, OnlyPage, version } from './wire.ts'

const name = readableLine.min(1, 'Please enter a name').max(120)
const kinds = z
  .array(z.enum(sensorKeys))
  .min(1, 'Please select at least one sensor')
  .max(sensorKeys.length)
  .transform((given) => sensorKeys.filter((key) => given.includes(key)))

export const Model = z.strictObject({
  Id: id,
  Name: z.string(),
  /** Its sensor kinds, in the order of the catalog. */
  Kinds: z.array(z.string()),
  /** A retired model is not offered for new devices; existing ones keep it. */
  IsActive: z.boolean(),
  Version: version,
})
export type Model = z.output<typeof Model>

export const models = {
  all: endpoint({
    method: 'GET',
    path: '/models/all',
    summary: 'List all device models by name, retired ones included',
    access: 'ViewDevices',
    query: OnlyPage,
    answer: z.array(Model),
  }),
  create: endpoint({
    method: 'POST',
    path: '/models',
    summary: 'Add a device model with its sensor kinds',
    access: 'ManageModels',
    status: 201,
    body: z.strictObject({ Name: name, Kinds: kinds }),
    answer: Model,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/models/:id',
    summary:
      'Change or retire a device model; the open alerts of removed sensor kinds end. A field that is absent or null is left as it is',
    access: 'ManageModels',
    params: IdParams,
    body: z.strictObject({
      Name: name.nullish(),
      Kinds: kinds.nullish(),
      IsActive: z.boolean().nullish(),
      Version: version.nullish(),
    }),
    answer: Model,
  }),
}
