// The part of the package the tests use; it comes without types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
    Grant: new (properties: {
      clientId: string
      accountId: string
    }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }

  // biome-ignore lint/style/noDefaultExport: it is the package's own
  export { Provider as default }
}
