import { CopyEncoder } from '../../platform/db/copy-encoder.ts'
import type { Bucket } from './bucket.ts'
import { columnNames, kindCount } from './sensor-columns.ts'

const fields = columnNames.flatMap((name) => [`${name}_n`, `${name}_min`, `${name}_max`, `${name}_sum`])
const rowBytes = 64 + kindCount * 36

/** Columns of a bucket table in the order in which rows are encoded. */
export const bucketColumns: string = ['bucket', 'device_no', ...fields].join(', ')

export const bucketRows = (count = 0): CopyEncoder => new CopyEncoder(64 + count * rowBytes)

/** Encodes a bucket's current values; the bucket may change afterwards. */
export function encodeBucket(rows: CopyEncoder, deviceNo: number, bucket: Bucket): void {
  rows.row(2 + kindCount * 4, rowBytes)
  rows.instant(bucket.start)
  rows.int4(deviceNo)
  for (let column = 0; column < kindCount; column += 1) encodeKind(rows, bucket, column)
}

function encodeKind(rows: CopyEncoder, bucket: Bucket, column: number): void {
  const count = bucket.counts[column] as number // one per kind
  if (count === 0) {
    for (let field = 0; field < 4; field += 1) rows.none()
    return
  }
  rows.int4(count)
  rows.float4(bucket.mins[column] as number)
  rows.float4(bucket.maxs[column] as number)
  rows.float8(bucket.sums[column] as number)
}
