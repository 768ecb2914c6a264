import { push } from '@eot/contract/push'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { findLanguage } from '../../access/settings.queries.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { textsIn } from '../../texts/texts.ts'
import { pushBrowserQueries } from '../push/index.ts'
import type { ComposePush } from './deliver-push.job.ts'
import { limitTests } from './mail-limits.queries.ts'
import { requestMessages } from './request-message.command.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** Lets users check that notifications arrive in a browser. */
export function pushTestRoutes(serve: Serve<Caller>, { db, clock }: Parts): void {
  serve(push.test, ({ params, caller: { userId, siteId } }) =>
    db.transaction().execute(async (tx) => {
      if (!(await pushBrowserQueries(tx).has(userId, params.id))) throw new AppError('push_browser_not_found')
      const at = clock()
      await limitTests(tx, { kind: 'PushTest', senderId: userId, at })
      const details = { browserId: params.id, senderId: userId, testId: uuidv7() }
      await requestMessages(tx, [
        { channel: 'Push', kind: 'PushTest', receiver: userId, userId, siteId, details, at },
      ])
    }),
  )
}

/** Composes the test. */
export const composePushTest: ComposePush = async (tx, { user_id: userId, site_id: siteId }) => {
  const say = textsIn(await findLanguage(tx, userId)).notices.test
  return {
    content: {
      subject: say.browserSubject,
      title: say.heading,
      text: say.browserText,
      path: '/account-info',
      tag: 'test',
      isUrgent: false,
    },
    userId,
    siteId,
  }
}
