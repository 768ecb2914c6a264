import { AlertRule, type WebhookEvent } from '@eot/contract/webhook-events'
import { noParams } from '@eot/contract/webhook-params'
import { beforeAll, expect, test } from 'vitest'
import { sentenceText } from '../../../domain/terms/sentence.ts'
import { setClock } from '../../../texts/date-format.ts'
import { loadLaterTexts } from '../../../texts/i18n.ts'
import { copyValues, needsValidParams, newEvent, ruleBody, ruleOfValues, valuesOf } from './event-values.ts'

beforeAll(async () => {
  await loadLaterTexts()
  setClock('12h')
})

const request = { Id: '01900000-0000-7000-8000-000000000001', Name: 'Security desk' }
const device = '01900000-0000-7000-8000-000000000002'

test('a form is sent as the alert rule of the specification', () => {
  const body = ruleBody({
    ...newEvent(request),
    Name: 'Vape',
    Type: 'Devices',
    Targets: [{ Id: device, Name: 'Restroom', kind: 'devices' }],
    Days: [false, true, true, true, true, true, false],
  })
  expect(body).toMatchObject({
    name: 'Vape',
    webhookConfigId: request.Id,
    devices: [device],
    sunday: false,
    monday: true,
    alertTypes: 'All',
    startTime: 0,
    endTime: 24,
  })
  expect(AlertRule.safeParse(body).success).toBe(true)
})

test('the sentence names the request in place of people', () => {
  expect(sentenceText(ruleOfValues(newEvent(request), 'North Hall'))).toBe(
    'When any alert starts at all of North Hall (with devices added later), every day all day, tell Security desk.',
  )
})

const token = {
  key: 'X-Token',
  paramType: 'config',
  type: 'string',
  value: '',
  secret: true,
  isSet: true,
} as const
const event: WebhookEvent = {
  Id: device,
  Version: 1,
  Name: 'Nights',
  Site: { Id: device, Name: 'North Hall' },
  IsActive: true,
  Type: 'Sites',
  Devices: 'All',
  Groups: [],
  Sites: [],
  AlertTypes: 'All',
  Events: ['AlertStarted'],
  StartTime: 0,
  EndTime: 24,
  Sunday: true,
  Monday: true,
  Tuesday: true,
  Wednesday: true,
  Thursday: true,
  Friday: true,
  Saturday: true,
  PausedUntil: null,
  WebhookRequest: request,
  Params: { ...noParams(), Headers: [token] },
  HasLostSecrets: false,
}

test('the secrets of a copy have to be entered again', () => {
  const { isSet, ...plain } = token
  expect(copyValues(event, 'Copy of Nights')).toMatchObject({ Name: 'Copy of Nights', Request: request })
  expect(copyValues(event, 'Copy of Nights').params.Headers).toEqual([plain])
})

test('values need not be valid for the request if neither changes, unless the event is switched on', () => {
  const values = valuesOf(event)
  const off = { ...event, IsActive: false }
  expect(needsValidParams(event, { ...values, Name: 'Renamed', IsActive: false })).toBe(false)
  expect(needsValidParams(off, { ...values, IsActive: true })).toBe(true)
  expect(needsValidParams(event, { ...values, Request: { ...request, Id: device } })).toBe(true)
  expect(needsValidParams(event, { ...values, params: noParams() })).toBe(true)
})
