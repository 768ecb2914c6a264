import { devices } from '@eot/contract/devices'
import { logs } from '@eot/contract/logs'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { bodyProblems } from './body-problems.ts'

test("a form's body is validated by the schema of its endpoint, with the server's error paths", () => {
  const body = { Name: ' ', Mac: 'A4:CF', Settings: { ReportInterval: 0 } }
  const problems = bodyProblems(devices.create, body)
  expect(problems.map(({ Path }) => Path)).toEqual(['Name', 'Mac', 'Settings.ReportInterval'])
  expect(problems[0]?.Message).toBe('Please enter a name')
})

test('errors in rows name the row', () => {
  const flags = { Name: 'Gym', ForceRoleTwoFactorAuth: [{ Id: 'no id', Value: true }] }
  expect(bodyProblems(sites.create, flags).map(({ Path }) => Path)).toEqual(['ForceRoleTwoFactorAuth.0.Id'])
})

test('a valid body has no errors, nor does an endpoint without a body', () => {
  expect(bodyProblems(sites.create, { Name: 'Gym' })).toEqual([])
  expect(bodyProblems(logs.listEmails, undefined)).toEqual([])
})
