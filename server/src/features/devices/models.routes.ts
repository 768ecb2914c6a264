import { models } from '@eot/contract/models'
import { types } from '@eot/contract/types'
import { alertTypes } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { changeModel, createModel, modelToWire } from './change-model.command.ts'
import { modelQueries } from './models.queries.ts'

/** The catalogs that all sites share: device models and alert types. */
export function modelRoutes(serve: Serve<Caller>, parts: { db: Kysely<Database>; clock: Clock }): void {
  serve(models.all, async () => (await modelQueries(parts.db).listModels()).map(modelToWire))

  serve(models.create, async ({ body, caller }) => modelToWire(await createModel(parts, caller, body)))

  serve(models.update, async ({ params, body, caller }) =>
    modelToWire(await changeModel(parts, caller, params.id, body)),
  )

  serve(types.allAlertTypes, async () => [...alertTypes])
}
