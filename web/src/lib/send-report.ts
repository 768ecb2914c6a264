import { type ClientErrorKind, clientErrors } from '@eot/contract/client-errors'
import { call } from './api/api.ts'

/** Further reports of a page that fails repeatedly would add no information. */
const mostReports = 10
const reported = new Set<string>()

/** Reports an error once per load of the page. The query of the address may contain codes and is left out. */
export async function sendReport(kind: ClientErrorKind, error: unknown): Promise<void> {
  const { message, stack } = textsOf(error)
  // Scripts of browser extensions throw other values, and an aborted request is not an error.
  if (message === '' || reported.has(message) || reported.size >= mostReports) return
  reported.add(message)
  await call(clientErrors.report, {
    body: {
      Kind: kind,
      Message: cut(message, 1000),
      ...(stack && { Stack: cut(stack, 6000) }),
      Page: cut(location.pathname, 300),
    },
  })
}

function textsOf(error: unknown): { message: string; stack?: string | undefined } {
  if (typeof error === 'string') return { message: error }
  if (!(error instanceof Error) || error.name === 'AbortError') return { message: '' }
  return { message: `${error.name}: ${error.message}`, stack: error.stack }
}

/** A character outside the Basic Multilingual Plane may be cut in half, which the server would reject. */
const cut = (text: string, length: number) => text.slice(0, length).toWellFormed().replaceAll('\0', '')
