import { expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { fieldErrors } from './field-errors.ts'

const refusal = (code: ApiError['code'], ...Errors: { Path: string; Message: string }[]) =>
  new ApiError(400, code, 'Detail of the refusal', { Errors })

const fields = ['Name', 'Mac', 'ReportInterval']

test('a path that is a field brings its message to it', () => {
  const error = refusal('invalid_request', { Path: 'Name', Message: 'Please enter a name' })
  expect(fieldErrors(error, fields, {})).toEqual({ Name: 'Please enter a name' })
})

test('a path within another finds its field by its last part', () => {
  const error = refusal('invalid_request', { Path: 'Settings.ReportInterval', Message: 'Too small' })
  expect(fieldErrors(error, fields, {})).toEqual({ ReportInterval: 'Too small' })
})

test('of two fields in a path the inner one is meant', () => {
  const error = refusal('invalid_request', { Path: 'Name.ReportInterval', Message: 'Too small' })
  expect(fieldErrors(error, fields, {})).toEqual({ ReportInterval: 'Too small' })
})

test('the first message of a field stands', () => {
  const error = refusal(
    'invalid_request',
    { Path: 'Mac', Message: 'first' },
    { Path: 'Mac', Message: 'second' },
  )
  expect(fieldErrors(error, fields, {})).toEqual({ Mac: 'first' })
})

test('a conflict is told at the field its code belongs to', () => {
  expect(fieldErrors(refusal('mac_taken'), fields, { mac_taken: 'Mac' })).toEqual({
    Mac: 'Detail of the refusal',
  })
})

test('what belongs to no field is not put anywhere', () => {
  const error = refusal('invalid_request', { Path: 'Elsewhere', Message: 'wrong' })
  expect(fieldErrors(error, fields, { mac_taken: 'Mac' })).toEqual({})
})
