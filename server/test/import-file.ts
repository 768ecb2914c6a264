import type { AnswerOf } from '@eot/contract/endpoint'
import { type ImportKind, type ImportLine, imports } from '@eot/contract/imports'
import { type As, problemOf, type TestApp } from './test-app.ts'

type Given = { kind?: ImportKind; siteId?: string; fileName?: string }

/** Uploads files as a user and takes them through their steps. */
export function importsAs({ call, runJobs }: TestApp, as: As) {
  const of = (id: string) => ({ params: { id } })

  async function upload(file: string | Buffer, { kind, siteId, fileName }: Given = {}) {
    const query = {
      ...(kind && { Kind: kind }),
      ...(siteId && { SiteId: siteId }),
      ...(fileName && { FileName: fileName }),
    }
    return call(
      imports.create,
      { query, body: file as never }, // the bytes of a streamed body
      { as, headers: { 'content-type': 'text/csv' } },
    )
  }

  const get = async (id: string) => (await call(imports.get, of(id), { as })).data

  /** Uploads a file and returns the checked import. */
  async function check(file: string | Buffer, given: Given = {}) {
    const { status, data, text } = await upload(file, given)
    if (status !== 201) throw new Error(`upload refused: ${text}`)
    await runJobs()
    return get(data.Id)
  }

  async function lines(id: string, query: object = {}): Promise<ImportLine[]> {
    const { data } = await call(imports.lines, { ...of(id), query: { PageSize: 200, ...query } }, { as })
    return data.Items ?? []
  }

  /** Applies a checked file and returns the import. */
  async function apply(id: string, body: { LeaveOutRefused?: boolean } = {}) {
    const answer = await call(imports.apply, { ...of(id), body }, { as })
    if (answer.status !== 202) throw new Error(`not applied: ${problemOf(answer).ErrorCode}`)
    await runJobs()
    return get(id)
  }

  async function undo(id: string) {
    const answer = await call(imports.undo, of(id), { as })
    if (answer.status !== 202) throw new Error(`not undone: ${problemOf(answer).ErrorCode}`)
    await runJobs()
    return get(id)
  }

  const text = async (
    endpoint: typeof imports.refused | typeof imports.keys,
    id: string,
    query: object = {},
  ) => call<typeof imports.refused>(endpoint as typeof imports.refused, { ...of(id), query }, { as }) // both respond with text

  return { upload, check, get, lines, apply, undo, text }
}

export type Checked = AnswerOf<typeof imports.get>
