import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { emptyDraft, isStarted, isUncertain, refusedStep, registrationOf } from './site-draft.ts'

const draft = {
  ...emptyDraft('Europe/Berlin'),
  device: { MacAddress: 'A4:CF:12:7B:03:9E', ClaimCode: ' ' },
  person: { FullName: 'M. Reyes', Email: 'm@x.org', UserTitle: '' },
}

test('the request contains the answers of all steps, and a claim code only if there is one', () => {
  expect(registrationOf(draft, 'en')).toEqual({
    MacAddress: 'A4:CF:12:7B:03:9E',
    FullName: 'M. Reyes',
    Email: 'm@x.org',
    UserTitle: '',
    Name: '',
    Address: '',
    City: '',
    State: '',
    Zip: '',
    Country: '',
    TimeZone: 'Europe/Berlin',
  })
  const withCode = { ...draft, device: { ...draft.device, ClaimCode: ' K7 ' } }
  expect(registrationOf(withCode, 'en').ClaimCode).toBe('K7')
})

test('the site gets the language in which it was registered', () => {
  expect(registrationOf(draft, 'es').Language).toBe('es')
})

const invalid = (...paths: string[]) =>
  new ApiError(400, 'invalid_request', 'no', {
    Errors: paths.map((Path) => ({ Path, Message: 'no' })),
  })

test.each([
  [new ApiError(404, 'device_not_available', 'no'), 'device'],
  [invalid('MacAddress', 'Email'), 'device'],
  [invalid('Email'), 'person'],
  [invalid('TimeZone'), undefined],
  [new ApiError(429, 'rate_limited', 'no'), undefined],
])('%s returns to the step %s', (error, step) => {
  expect(refusedStep(error)).toBe(step)
})

test('answers after the first step would be lost, and the time zone and the device are not such answers', () => {
  const initial = emptyDraft('Europe/Berlin')
  expect(isStarted({ ...initial, device: draft.device }, initial)).toBe(false)
  expect(isStarted(draft, initial)).toBe(true)
  expect(isStarted({ ...initial, place: { ...initial.place, City: 'Bergen' } }, initial)).toBe(true)
})

test.each([
  [new ApiError(0, 'offline', 'no'), true],
  [new ApiError(504, 504, 'Timeout'), true],
  [new TypeError('network error'), true],
  [new ApiError(404, 'device_not_available', 'no'), false],
])('after %s, whether the site was registered is uncertain: %s', (error, uncertain) => {
  expect(isUncertain(error)).toBe(uncertain)
})
