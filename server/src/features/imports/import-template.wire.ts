import type { Readable } from 'node:stream'
import type { ImportKind } from '@eot/contract/imports'
import { csvOf } from '../../platform/csv.ts'

/** Example files with the columns that are usually filled in. */
const templates: Record<ImportKind, readonly (readonly string[])[]> = {
  Devices: [
    ['Name', 'Mac', 'Site', 'Model'],
    ['Boys Restroom 1F', 'A4:CF:12:7B:09:D0', 'Riverside High School', 'EoT Sense 17'],
    ['Girls Restroom 1F', 'A4:CF:12:7B:09:D1', 'Riverside High School', 'EoT Sense 17'],
    ['Chemistry Lab 2', 'A4:CF:12:7B:0C:31', 'Riverside High School', 'EoT Air'],
    ['Library', 'A4:CF:12:7B:0A:70', 'Riverside Elementary', 'EoT Climate'],
  ],
  Sites: [
    ['Name', 'Parent site', 'Address', 'City', 'State', 'Zip', 'Country', 'Time zone'],
    ['Riverside Campus', '', '12 River Road', 'Springfield', 'IL', '62701', 'USA', 'America/Chicago'],
    ['Riverside High School', 'Riverside Campus', '14 River Road', 'Springfield', 'IL', '62701', 'USA', ''],
    ['Main Building', 'Riverside Campus / Riverside High School', '', '', '', '', '', ''],
    ['Gym', 'Riverside Campus / Riverside High School', '', '', '', '', '', ''],
    ['Riverside Elementary', 'Riverside Campus', '3 Mill Lane', 'Springfield', 'IL', '62702', 'USA', ''],
  ],
}

export function csvOfTemplate(kind: ImportKind): Readable {
  const [heading = [], ...rows] = templates[kind]
  return csvOf(
    heading.map((title, index) => ({ title, cell: (row: readonly string[]) => row[index] ?? null })),
    inTurn(rows),
  )
}

async function* inTurn<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}
