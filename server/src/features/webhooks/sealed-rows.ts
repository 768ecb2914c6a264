import { isAuthSecret } from '@eot/contract/webhook-auth'
import { nested } from '@eot/contract/webhook-merge'
import {
  isSecret,
  type ParamPart,
  type ParamParts,
  paramParts,
  type WebhookParam,
} from '@eot/contract/webhook-params'

/** Encrypts and decrypts the value of a row. */
export interface RowSeal {
  seal(plain: string): string
  open(sealed: string): string
  reads(sealed: string): boolean
}

type Rows = readonly WebhookParam[]

/** A secret that is to be kept, but is not stored: it must be entered again. */
export interface LostSecret {
  /** For example `Headers.0.value`. */
  path: string
}

interface Kept {
  rows: ParamParts
  lost: LostSecret[]
}

/**
 * Returns rows in their stored form: the values of secrets sealed, and marked by `isSet`. A secret without a value that is to
 * be kept gets the one of `stored`, found by the keys that lead to it, unless it was sealed with a lost key.
 */
export function sealRows(given: ParamParts, stored: ParamParts | undefined, { seal, reads }: RowSeal): Kept {
  const lost: LostSecret[] = []
  const sealOne = (row: WebhookParam, before: WebhookParam | undefined, path: string): WebhookParam => {
    if (row.value !== '') return { ...row, value: seal(row.value), isSet: true }
    if (row.isSet !== true) return row
    if (before?.isSet === true && reads(before.value)) return { ...row, value: before.value }
    lost.push({ path: `${path}.value` })
    return row
  }
  const rows = mapParts(given, (row, { isHidden, path, keys, part }) => {
    const { isSet, ...plain } = row
    return isHidden ? sealOne(row, findByKeys(stored?.[part] ?? [], keys), path) : plain
  })
  return { rows, lost }
}

/**
 * Seals values that were stored in clear text before their request marked them as secret. `current` has the same rows as the
 * request defines them now.
 */
export const sealExposed = (
  stored: ParamParts,
  current: ParamParts,
  { seal }: Pick<RowSeal, 'seal'>,
): ParamParts =>
  mapParts(stored, (row, { part, keys }) => {
    const isExposed = row.type !== 'authorization' && row.value !== '' && row.isSet !== true
    return isExposed && findByKeys(current[part], keys)?.secret === true
      ? { ...row, secret: true, value: seal(row.value), isSet: true }
      : row
  })

/** Returns stored rows as responses show them: secrets without their values. */
export const hideRows = (stored: ParamParts): ParamParts =>
  mapParts(stored, (row) => (row.isSet === true ? { ...row, value: '' } : row))

/** Returns stored rows with the values of secrets. */
export const openRows = (stored: ParamParts, { open }: Pick<RowSeal, 'open'>): ParamParts =>
  mapParts(mapSealed(stored, open), ({ isSet, ...row }) => row)

/** Returns stored rows without the values of secrets, which must be entered again. */
export const dropSecrets = (stored: ParamParts): ParamParts =>
  mapParts(stored, ({ isSet, ...row }) => (isSet === true ? { ...row, value: '' } : row))

/** Returns stored rows with `change` applied to the sealed values of secrets. */
export const mapSealed = (stored: ParamParts, change: (sealed: string) => string): ParamParts =>
  mapParts(stored, (row) =>
    row.isSet === true && row.value !== '' ? { ...row, value: change(row.value) } : row,
  )

/** Returns whether a stored secret was sealed with a key that the program no longer has. */
export function hasLostSecrets(stored: ParamParts, { reads }: Pick<RowSeal, 'reads'>): boolean {
  let isLost = false
  mapSealed(stored, (sealed) => {
    isLost ||= !reads(sealed)
    return sealed
  })
  return isLost
}

/** Returns opened rows as if they were stored, for display: secrets with `isSet` and without their values. */
export const maskRows = (opened: ParamParts): ParamParts =>
  mapParts(opened, (row, { isHidden }) =>
    isHidden && row.value !== '' ? { ...row, value: '', isSet: true } : row,
  )

/** Returns the values of all secrets in opened rows, to be masked wherever they might be shown. */
export function secretsIn(opened: ParamParts): string[] {
  const secrets: string[] = []
  mapParts(opened, (row, { isHidden }) => {
    if (isHidden && row.value !== '') secrets.push(row.value)
    return row
  })
  return secrets
}

interface At {
  part: ParamPart
  isHidden: boolean
  path: string
  /** Keys from the top of the part to the row, with the lists between them. */
  keys: readonly string[]
}

function mapParts(parts: ParamParts, change: (row: WebhookParam, at: At) => WebhookParam): ParamParts {
  const mapRows = (
    rows: Rows,
    part: ParamPart,
    path: string,
    keys: readonly string[],
    scheme: string,
  ): WebhookParam[] =>
    rows.map((row, index) => {
      const here = `${path}.${index}`
      const own = [...keys, row.key]
      const isHidden = row.type !== 'authorization' && (isAuthSecret(scheme, row.key) || isSecret(part, row))
      const changed = change(row, { part, isHidden, path: here, keys: own })
      const inner = row.type === 'authorization' ? row.value : ''
      return {
        ...changed,
        ...nested(row, (list, name) => mapRows(list, part, `${here}.${name}`, [...own, name], inner)),
      }
    })
  return Object.fromEntries(
    paramParts.map((part) => [part, mapRows(parts[part], part, part, [], '')]),
  ) as ParamParts // every part
}

function findByKeys(rows: Rows, keys: readonly string[]): WebhookParam | undefined {
  const [key, list, ...rest] = keys
  const row = rows.find((one) => one.key === key)
  if (!row || list === undefined) return row
  if (list !== 'children' && list !== 'items' && list !== 'auth') return undefined
  return findByKeys(row[list] ?? [], rest)
}
