import type { Readable } from 'node:stream'
import { importLimits, imports } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { csvOf } from '../../platform/csv.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { fieldsOf } from './columns.ts'
import { correctLine } from './correct-line.command.ts'
import { importLineQueries } from './import-lines.queries.ts'
import { requireImport } from './import-permissions.ts'
import { csvOfTemplate } from './import-template.wire.ts'
import { importQueries } from './imports.queries.ts'
import { importToWire, lineToWire } from './imports.wire.ts'
import { issueKeys } from './issue-keys.command.ts'
import { leaveLineOut } from './leave-line-out.command.ts'
import { receiveFile } from './receive-file.command.ts'
import { csvOfRefused } from './refused-lines.wire.ts'
import { cancelImport, chooseColumns, getImport, startApplying, startUndoing } from './start-step.command.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

export function importRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { db, scopeOf } = parts
  const queries = importQueries(db)

  serve(imports.create, async ({ query, request, caller, reply }) => {
    const body = request.body as Readable // unread, since the endpoint streams
    try {
      const site = await scopeOf(caller, { SiteId: query.SiteId })
      requireImport(caller, query.Kind)
      if (Number(request.headers['content-length'] ?? 0) > importLimits.fileBytes)
        throw new AppError('import_too_large')
      const { Kind: kind, FileName: fileName } = query
      return importToWire(await receiveFile(parts, caller, { kind, site, fileName }, body))
    } catch (error) {
      // The rest of the file is read and discarded, since a client that is still sending would not see the response.
      body.resume()
      reply.header('connection', 'close')
      throw error
    }
  })

  serve(imports.list, async ({ query, caller }) =>
    answerPage(query, {
      count: () => queries.countImports(caller.userId, query.Kind),
      list: async (slice) => (await queries.listImports(caller.userId, query.Kind, slice)).map(importToWire),
    }),
  )

  serve(imports.template, async ({ query, reply }) => {
    reply.header('content-disposition', `attachment; filename="${query.Kind.toLowerCase()}-template.csv"`)
    return csvOfTemplate(query.Kind)
  })

  serve(imports.get, async ({ params, caller }) => {
    const row = await getImport(db, caller, params.id)
    const hasPlaces = row.state === 'Done' && row.kind === 'Devices'
    const lines = importLineQueries(db, row.id)
    const Places = hasPlaces ? await lines.listPlaces(ownScope(caller)) : undefined
    return { ...importToWire(row), ...(Places && { Places }) }
  })

  serve(imports.lines, async ({ params, query, caller }) => {
    const row = await getImport(db, caller, params.id)
    const lines = importLineQueries(db, row.id)
    const isWarned = query.Warned && query.Warned === 'true'
    const filter = { fate: query.Fate, search: query.search, isLeft: query.Left === 'true', isWarned }
    return answerPage(query, {
      count: () => lines.countLines(filter),
      list: async (slice) => (await lines.listLines(filter, slice)).map(lineToWire(fieldsOf(row))),
    })
  })

  serve(imports.refused, async ({ params, caller, reply }) => {
    const row = await getImport(db, caller, params.id)
    reply.header('content-disposition', 'attachment; filename="refused-lines.csv"')
    return csvOfRefused(row, importLineQueries(db, row.id))
  })

  serve(imports.chooseColumns, async ({ params, body, caller }) =>
    importToWire(await chooseColumns(parts, caller, params.id, body.Fields)),
  )

  serve(imports.correct, async ({ params, body, caller }) =>
    importToWire(await correctLine(parts, caller, params.id, body)),
  )

  serve(imports.leaveOut, async ({ params, body, caller }) =>
    importToWire(await leaveLineOut(parts, caller, params.id, body)),
  )

  serve(imports.apply, async ({ params, body, caller }) =>
    importToWire(await startApplying(parts, caller, params.id, body.LeaveOutRefused)),
  )

  serve(imports.cancel, async ({ params, caller }) => importToWire(await cancelImport(db, caller, params.id)))

  serve(imports.undo, async ({ params, caller }) =>
    importToWire(await startUndoing(parts, caller, params.id)),
  )

  serve(imports.keys, async ({ params, query, caller, reply }) => {
    const keys = await issueKeys(parts, caller, params.id, query.Again === 'true')
    reply.header('content-disposition', 'attachment; filename="device-keys.csv"')
    reply.header('cache-control', 'no-store')
    return csvOf(
      [
        { title: 'Mac', cell: ({ mac }) => mac },
        { title: 'Name', cell: ({ name }) => name },
        { title: 'Site', cell: ({ site }) => site },
        { title: 'Device key', cell: ({ key }) => key },
      ],
      toAsync(keys),
    )
  })
}

async function* toAsync<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
