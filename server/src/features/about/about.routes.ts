import { about } from '@eot/contract/about'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { version } from './version.ts'

interface Parts {
  isDevelopment: boolean
  hasSingleSignOn: boolean
}

export function aboutRoutes(serve: Serve<Caller>, { isDevelopment, hasSingleSignOn }: Parts): void {
  serve(about.get, async () => ({
    Name: 'EoT LIVE',
    Version: version,
    IsDevelopment: isDevelopment,
    SingleSignOn: hasSingleSignOn,
  }))
}
