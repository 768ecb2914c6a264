import type { Endpoint } from '@eot/contract/endpoint'
import { parquetReadObjects } from 'hyparquet'
import { urlOf } from './call-endpoint.ts'
import type { As, TestApp } from './test-app.ts'

/** Returns functions that request the rows of an endpoint as files: at its path, with an ending. */
export function fileReaders({ call, server }: Pick<TestApp, 'call' | 'server'>) {
  return {
    csv: (rows: Endpoint, query: object, as: As) =>
      call<Endpoint>({ ...rows, path: `${rows.path}.csv` }, { query } as never, { as }),
    /** Reads the rows like a data analysis tool. */
    async parquet(rows: Endpoint, query: object, as: As) {
      const url = urlOf({ ...rows, path: `${rows.path}.parquet` }, {}, query)
      const headers = { authorization: `Bearer ${as.AccessToken}` }
      const { statusCode, rawPayload, headers: got } = await server.inject({ method: 'GET', url, headers })
      const bytes = rawPayload.buffer.slice(rawPayload.byteOffset, rawPayload.byteOffset + rawPayload.length)
      return {
        status: statusCode,
        type: got['content-type'],
        rows: await parquetReadObjects({ file: bytes as ArrayBuffer }),
      }
    },
  }
}

/** Returns the lines of a CSV, the first of which has the titles. */
export const lines = (text: string) => text.trimEnd().split('\r\n')
