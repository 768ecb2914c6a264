import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

const columns = ['id', 'name', 'kinds', 'is_active as isActive', 'version'] as const

export const modelQueries = (db: Kysely<Database>) => ({
  /** Lists all models, sorted by name. */
  listModels: () =>
    db
      .selectFrom('device_model')
      .select(columns)
      .orderBy((eb) => eb.fn<string>('lower', ['name']))
      .orderBy('id')
      .execute(),

  /** Returns the model, locked for this transaction. */
  holdModel: (id: string) =>
    db.selectFrom('device_model').where('id', '=', id).select(columns).forUpdate().executeTakeFirst(),

  insertModel: (model: { id: string; name: string; kinds: string[] }) =>
    db.insertInto('device_model').values(model).returning(columns).executeTakeFirstOrThrow(),

  updateModel: (id: string, model: { name: string; kinds: string[]; isActive: boolean }) =>
    db
      .updateTable('device_model')
      .set({
        name: model.name,
        kinds: model.kinds,
        is_active: model.isActive,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),

  /** Lists the numbers of the devices of a model, in ascending order. */
  async listDeviceNos(id: string): Promise<number[]> {
    const rows = await db.selectFrom('device').where('model_id', '=', id).select('no').orderBy('no').execute()
    return rows.map(({ no }) => no)
  },
})

export type ModelRow = Awaited<ReturnType<ReturnType<typeof modelQueries>['listModels']>>[number]
