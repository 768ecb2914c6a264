import { blacklists } from '@eot/contract/blacklist'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { blacklistQueries } from './blacklist.queries.ts'
import { entryToWire, ownBlockToWire } from './blacklist.wire.ts'
import { changeEntry } from './change-entry.command.ts'
import { endOwnBlock } from './end-own-block.command.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * The blacklist of the installation, which only administrators at the root see, and the entries of the caller's own addresses.
 */
export function blacklistRoutes(serve: Serve<Caller>, { db, clock }: Parts): void {
  const queries = blacklistQueries(db)

  serve(blacklists.list, async ({ query }) => {
    const { order = 'desc', receiver, search, sortBy, type, user, IsBlocked } = query
    const at = clock()
    const filter = { search, receiver, types: type, userId: user, isBlocked: IsBlocked, at }
    return answerPage(query, {
      count: () => queries.countEntries(filter),
      list: async (slice) =>
        (await queries.listEntries(filter, { sortBy, order, ...slice })).map((row) => entryToWire(row, at)),
    })
  })
  serve(blacklists.mine, async ({ caller }) =>
    (await queries.listBlockedOf(caller.userId, clock())).map(ownBlockToWire),
  )
  serve(blacklists.endMine, ({ body, caller }) => endOwnBlock({ db, clock }, caller, body.Type))
  serve(blacklists.get, async ({ params }) =>
    entryToWire(found(await queries.findEntry(params.id), 'blacklist_entry_not_found'), clock()),
  )
  serve(blacklists.update, async ({ params, body, caller }) =>
    entryToWire(await changeEntry({ db, clock }, caller, params.id, body), clock()),
  )
}
