import { AlertRule } from '@eot/contract/webhook-events'
import { beforeAll, expect, test } from 'vitest'
import { sentenceText } from '../../../domain/terms/sentence.ts'
import { setClock } from '../../../texts/date-format.ts'
import { loadLaterTexts } from '../../../texts/i18n.ts'
import { newEvent, ruleBody, ruleOfValues } from './event-values.ts'

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
