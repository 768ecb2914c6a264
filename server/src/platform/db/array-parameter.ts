const elements = {
  bool: { oid: 16, bytes: 1 },
  int4: { oid: 23, bytes: 4 },
  float4: { oid: 700, bytes: 4 },
  float8: { oid: 701, bytes: 8 },
}
const headerBytes = 20
const nullLength = -1

/**
 * Encodes the array parameter of a statement in PostgreSQL's binary format. Numbers need not be converted to text and
 * back. null and NaN become null.
 */
export function arrayParameter<Row>(
  type: keyof typeof elements,
  rows: readonly Row[],
  pick: (row: Row) => number | boolean | null,
): Buffer {
  const { oid, bytes } = elements[type]
  const buffer = Buffer.allocUnsafe(headerBytes + rows.length * (4 + bytes))
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
  const dimensions = 1
  const hasNulls = 1
  const lowerBound = 1
  for (const [index, field] of [dimensions, hasNulls, oid, rows.length, lowerBound].entries())
    view.setInt32(4 * index, field)
  let end = headerBytes
  for (const row of rows) {
    const value = pick(row)
    const isMissing = value === null || Number.isNaN(value)
    view.setInt32(end, isMissing ? nullLength : bytes)
    end += 4
    if (isMissing) continue
    if (type === 'float8') view.setFloat64(end, Number(value))
    else if (type === 'float4') view.setFloat32(end, Number(value))
    else if (type === 'int4') view.setInt32(end, Number(value))
    else view.setUint8(end, Number(value))
    end += bytes
  }
  return buffer.subarray(0, end)
}
