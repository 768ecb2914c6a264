import { authFieldsOf, isAuthScheme } from './webhook-auth.ts'
import {
  mostParamDepth,
  mostParamRows,
  nestedLists,
  type ParamPart,
  type ParamParts,
  paramParts,
  type WebhookParam,
} from './webhook-params.ts'
import { findUnknownVariable, isNumberVariable, onlyVariable } from './webhook-variables.ts'

/** Texts of the specification (spec 5). */
export const paramTexts = {
  key: 'Please enter a key',
  paramType: 'Please select a paramType',
  type: 'Please select a type',
  value: 'Please enter a value',
  boolean: 'Please select true or false',
  number: 'Please enter a numeric value',
} as const

/** The invalid field of a row. */
export interface ParamProblem {
  part: ParamPart
  /** Steps to the row within its part, such as `[2, 'children', 0]`. */
  row: readonly (string | number)[]
  field: 'key' | 'paramType' | 'type' | 'value'
  /** Index in the array, from 0, if it is an element of one. */
  index?: number
  message: string
}

/** `Body.2.children.0.value` */
export const problemPath = ({ part, row, field }: ParamProblem): string => [part, ...row, field].join('.')

interface Place {
  part: ParamPart
  row: readonly (string | number)[]
  index?: number
}

type Report = (place: Place, field: ParamProblem['field'], message: string) => void

/** Checks all rows of a request as the tab WEBHOOK REQUEST does, recursively through children, items and auth. */
export function checkRequestParams(parts: ParamParts): ParamProblem[] {
  const problems: ParamProblem[] = []
  const report: Report = (place, field, message) => problems.push({ ...place, field, message })
  let rows = 0
  const walk = (part: ParamPart, list: readonly WebhookParam[], path: Place['row'], isItems: boolean) => {
    const used = new Set<string>()
    for (const [index, row] of list.entries()) {
      const place: Place = { part, row: [...path, index], ...(isItems && { index }) }
      if (++rows > mostParamRows) {
        if (rows === mostParamRows + 1) report(place, 'key', `Please use at most ${mostParamRows} rows`)
        return
      }
      if (place.row.length > 2 * mostParamDepth) {
        report(place, 'key', 'Nested too deeply')
        return
      }
      checkKey(row, place, used, report)
      checkRequestRow(row, place, report)
      for (const name of nestedLists) walk(part, row[name] ?? [], [...place.row, name], name === 'items')
    }
  }
  for (const part of paramParts) walk(part, parts[part], [], false)
  return problems
}

function checkKey({ key }: WebhookParam, place: Place, used: Set<string>, report: Report): void {
  const name = place.part === 'Headers' ? key.toLowerCase() : key
  if (key.trim() === '') report(place, 'key', paramTexts.key)
  else if (used.has(name)) report(place, 'key', 'Please use each key once')
  used.add(name)
}

function checkRequestRow(row: WebhookParam, place: Place, report: Report): void {
  if (row.paramType === '') report(place, 'paramType', paramTexts.paramType)
  if (row.type === '') {
    report(place, 'type', paramTexts.type)
    return
  }
  const isAuth = place.part === 'Auth' && place.row.length === 1
  if ((row.type === 'authorization') !== isAuth) {
    report(place, 'type', paramTexts.type)
    return
  }
  // A config row gets its value from each event; its own value is used for events without one.
  if (isMissing(row)) {
    if (row.type !== 'object' && row.paramType !== 'config') report(place, 'value', paramTexts.value)
  } else checkValue(row, place, report)
  if (isAuth) checkAuth(row, place, report)
}

/** Returns whether a row lacks its value, which for an array is its elements. A stored secret need not be given again. */
function isMissing({ type, value, items, isSet }: WebhookParam): boolean {
  if (type === 'object') return false
  if (type === 'array') return (items ?? []).length === 0
  return value === '' && isSet !== true
}

function checkAuth({ value, auth = [] }: WebhookParam, place: Place, report: Report): void {
  if (!isAuthScheme(value)) {
    if (value !== '') report(place, 'value', paramTexts.value)
    return
  }
  for (const { key, isOptional } of authFieldsOf(value))
    if (!isOptional && !auth.some((row) => row.key === key))
      report(place, 'value', `${paramTexts.value} (${key})`)
}

/** Checks the value of a row by its type: strings, numbers, booleans, and the elements of arrays elsewhere. */
function checkValue({ type, value, isSet }: WebhookParam, place: Place, report: Report): void {
  const message = valueProblem(type, value, isSet === true)
  if (message) report(place, 'value', message)
}

function valueProblem(type: WebhookParam['type'], value: string, isSet: boolean): string | undefined {
  if (value === '' && isSet) return undefined
  const unknown = findUnknownVariable(value)
  if (unknown !== undefined) return `Unknown variable: ${unknown}`
  if (type === 'boolean') return value === 'true' || value === 'false' ? undefined : paramTexts.boolean
  if (type === 'number') return isNumeric(value) ? undefined : paramTexts.number
  if (type === 'string' || type === 'authorization') return value === '' ? paramTexts.value : undefined
  return undefined
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Returns whether the value is a finite number, or a variable for one. */
export function isNumeric(value: string): boolean {
  const text = value.trim()
  const variable = onlyVariable(text)
  if (variable !== undefined) return isNumberVariable(variable)
  return decimal.test(text) && Number.isFinite(Number(text))
}

/**
 * Checks the values of an event for the config rows of its request like the tab PARAMS. `given` is completed by `eventParams`
 * first, so that missing rows have no value.
 */
export function checkEventParams(given: ParamParts): ParamProblem[] {
  const problems: ParamProblem[] = []
  const report: Report = (place, field, message) => problems.push({ ...place, field, message })
  const walk = (part: ParamPart, list: readonly WebhookParam[], path: Place['row'], isItems: boolean) => {
    for (const [index, row] of list.entries()) {
      const place: Place = { part, row: [...path, index], ...(isItems && { index }) }
      if (row.paramType === 'config') checkGiven(row, place, report)
      for (const name of nestedLists) walk(part, row[name] ?? [], [...place.row, name], name === 'items')
    }
  }
  for (const part of paramParts) walk(part, given[part], [], false)
  return problems
}

function checkGiven(row: WebhookParam, place: Place, report: Report): void {
  // Fields of an object whose names the request leaves to the event.
  if (row.key.trim() === '') report(place, 'key', paramTexts.key)
  if (row.type === '') {
    report(place, 'type', paramTexts.type)
    return
  }
  if (row.type === 'array' && isMissing(row)) {
    report(place, 'value', paramTexts.value)
    return
  }
  if (row.type === 'object' && place.row.length > 2 * mostParamDepth) {
    report(place, 'key', 'Nested too deeply')
    return
  }
  if (
    row.type === 'boolean' ||
    row.type === 'number' ||
    row.type === 'string' ||
    row.type === 'authorization'
  )
    checkValue(row, place, report)
}
