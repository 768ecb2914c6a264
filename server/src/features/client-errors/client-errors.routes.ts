import { type ClientErrorKind, clientErrors } from '@eot/contract/client-errors'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { withoutSecrets } from './without-secrets.ts'

interface Parts {
  countClientError: (kind: ClientErrorKind) => void
}

export function clientErrorRoutes(serve: Serve<Caller>, { countClientError }: Parts): void {
  serve(clientErrors.report, async ({ body, request }) => {
    const { Kind, Message, Stack, Page } = body
    countClientError(Kind)
    const clientError = {
      kind: Kind,
      message: withoutSecrets(Message),
      stack: Stack && withoutSecrets(Stack),
      page: withoutSecrets(Page),
      browser: request.headers['user-agent']?.slice(0, 300),
    }
    request.log.warn({ clientError }, 'error in a browser')
  })
}
