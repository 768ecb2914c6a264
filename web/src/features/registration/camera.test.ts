import { afterEach, expect, test, vi } from 'vitest'
import { cameraTrouble, canScan, createCodeReader } from './camera.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'noDevices'],
  ['OverconstrainedError', 'noDevices'],
  ['NotReadableError', 'failed'],
  ['AbortError', 'failed'],
])('%s means %s', (name, trouble) => {
  expect(cameraTrouble(Object.assign(new Error('x'), { name }))).toBe(trouble)
})

const stubReader = (...formats: string[]) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      readonly options: unknown
      static getSupportedFormats = async () => formats
      constructor(options: unknown) {
        this.options = options
      }
    },
  )

test('without a code reader nothing can be scanned', async () => {
  vi.stubGlobal('navigator', { mediaDevices: {} })
  expect(canScan()).toBe(false)
  expect(await createCodeReader()).toBeUndefined()
})

test('without a camera nothing can be scanned', () => {
  stubReader('qr_code')
  vi.stubGlobal('navigator', {})
  expect(canScan()).toBe(false)
})

test('the scanner looks only for codes that labels may have and the device can read', async () => {
  stubReader('face', 'qr_code', 'code_39')
  vi.stubGlobal('navigator', { mediaDevices: {} })
  expect(canScan()).toBe(true)
  expect(await createCodeReader()).toMatchObject({ options: { formats: ['qr_code', 'code_39'] } })
})

test('a code reader that supports none of the formats is not used', async () => {
  stubReader('aztec')
  expect(await createCodeReader()).toBeUndefined()
})
