import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { errorsLeft, fieldErrors } from './field-errors.ts'

const refusal = (code: ApiError['code'], ...Errors: { Path: string; Message: string }[]) =>
  new ApiError(400, code, 'Detail of the refusal', { Errors })

const values = { Name: '', Mac: '', ReportInterval: '' }

test('a path that is a field brings its message to it', () => {
  const error = refusal('invalid_request', { Path: 'Name', Message: 'Please enter a name' })
  expect(fieldErrors(error, values, {})).toEqual({ Name: 'Please enter a name' })
})

test('a path within another finds its field by its last part', () => {
  const error = refusal('invalid_request', { Path: 'Settings.ReportInterval', Message: 'Too small' })
  expect(fieldErrors(error, values, {})).toEqual({ ReportInterval: 'Too small' })
})

test('of two fields in a path the inner one is meant', () => {
  const error = refusal('invalid_request', { Path: 'Name.ReportInterval', Message: 'Too small' })
  expect(fieldErrors(error, values, {})).toEqual({ ReportInterval: 'Too small' })
})

test('the first message of a field stands', () => {
  const error = refusal(
    'invalid_request',
    { Path: 'Mac', Message: 'first' },
    { Path: 'Mac', Message: 'second' },
  )
  expect(fieldErrors(error, values, {})).toEqual({ Mac: 'first' })
})

test('a conflict is told at the field its code belongs to', () => {
  expect(fieldErrors(refusal('mac_taken'), values, { mac_taken: 'Mac' })).toEqual({
    Mac: 'Detail of the refusal',
  })
})

test('what belongs to no field is not put anywhere', () => {
  const error = refusal('invalid_request', { Path: 'Elsewhere', Message: 'wrong' })
  expect(fieldErrors(error, values, { mac_taken: 'Mac' })).toEqual({})
})

describe('in a form with nested rows', () => {
  const rows = {
    Name: '',
    Params: [
      { Name: 'a', Params: [] },
      { Name: '', Params: [{ Name: '' }] },
    ],
  }
  const placesOf = (...paths: string[]) =>
    Object.keys(
      fieldErrors(refusal('invalid_request', ...paths.map((Path) => ({ Path, Message: 'wrong' }))), rows, {}),
    )

  test('an error arrives at the row it is about, however deep', () => {
    expect(placesOf('Params.1.Name', 'Params.1.Params.0.Name')).toEqual([
      'Params.1.Name',
      'Params.1.Params.0.Name',
    ])
  })

  test('an error of a row that is not there is shown at the list, not at a field of the same name', () => {
    expect(placesOf('Params.7.Name')).toEqual(['Params'])
  })

  test('an error of something in a row that has no field is shown at the row', () => {
    expect(placesOf('Params.1.Type')).toEqual(['Params.1'])
  })

  test('the error of a row goes when that row is changed, and stays when another is', () => {
    const errors = { 'Params.0.Name': 'wrong', 'Params.1.Name': 'wrong' }
    const [first, second] = rows.Params
    const changed = { ...rows, Params: [{ ...first, Name: 'b' }, second] }
    expect(errorsLeft(errors, rows, changed as typeof rows)).toEqual({ 'Params.1.Name': 'wrong' })
    const removed = { ...rows, Params: [second] }
    expect(errorsLeft(errors, rows, removed as typeof rows)).toEqual({})
  })
})
