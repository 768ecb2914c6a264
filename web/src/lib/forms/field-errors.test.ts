import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { errorsLeft, fieldErrors } from './field-errors.ts'

const refusal = (code: ApiError['code'], ...Errors: { Path: string; Message: string }[]) =>
  new ApiError(400, code, 'Detail of the refusal', { Errors })

const values = { Name: '', Mac: '', ReportInterval: '' }

test('an error whose path is a field is shown at that field', () => {
  const error = refusal('invalid_request', { Path: 'Name', Message: 'Please enter a name' })
  expect(fieldErrors(error, values, {})).toEqual({ Name: 'Please enter a name' })
})

test('an error with a nested path is shown at the field its last part names', () => {
  const error = refusal('invalid_request', { Path: 'Settings.ReportInterval', Message: 'Too small' })
  expect(fieldErrors(error, values, {})).toEqual({ ReportInterval: 'Too small' })
})

test('if a path names two fields, the error is shown at the inner one', () => {
  const error = refusal('invalid_request', { Path: 'Name.ReportInterval', Message: 'Too small' })
  expect(fieldErrors(error, values, {})).toEqual({ ReportInterval: 'Too small' })
})

test('the first message of a field is kept', () => {
  const error = refusal(
    'invalid_request',
    { Path: 'Mac', Message: 'first' },
    { Path: 'Mac', Message: 'second' },
  )
  expect(fieldErrors(error, values, {})).toEqual({ Mac: 'first' })
})

test('a conflict is shown at the field its code belongs to', () => {
  expect(fieldErrors(refusal('mac_taken'), values, { mac_taken: 'Mac' })).toEqual({
    Mac: 'Detail of the refusal',
  })
})

test('an error that belongs to no field is left out', () => {
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

  test('an error is shown at its row, however deep', () => {
    expect(placesOf('Params.1.Name', 'Params.1.Params.0.Name')).toEqual([
      'Params.1.Name',
      'Params.1.Params.0.Name',
    ])
  })

  test('an error in a row that does not exist is shown at the list, not at a field of the same name', () => {
    expect(placesOf('Params.7.Name')).toEqual(['Params'])
  })

  test('an error in a row without a field for it is shown at the row', () => {
    expect(placesOf('Params.1.Type')).toEqual(['Params.1'])
  })

  test('the error of a row is cleared when that row changes, and kept when another one does', () => {
    const errors = { 'Params.0.Name': 'wrong', 'Params.1.Name': 'wrong' }
    const [first, second] = rows.Params
    const changed = { ...rows, Params: [{ ...first, Name: 'b' }, second] }
    expect(errorsLeft(errors, rows, changed as typeof rows)).toEqual({ 'Params.1.Name': 'wrong' })
    const removed = { ...rows, Params: [second] }
    expect(errorsLeft(errors, rows, removed as typeof rows)).toEqual({})
  })
})
