import type { ClientErrorKind } from '@eot/contract/client-errors'

/**
 * Reports an error to the server, without delaying the page: the code is loaded only when there is an error. A failed
 * report is not retried, since whatever failed may also prevent reports.
 */
export function reportError(kind: ClientErrorKind, error: unknown): void {
  import('./send-report.ts').then(({ sendReport }) => sendReport(kind, error)).catch(() => undefined)
}

/** Starts reporting unhandled errors. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => reportError('Uncaught', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('Uncaught', reason))
}
