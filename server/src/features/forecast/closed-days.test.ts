import { forecast, mostClosedDays } from '@eot/contract/forecast'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

interface Change {
  Days?: { Date: string; Name: string }[]
  Add?: { Date: string; Name: string }[]
  Remove?: string[]
}

async function openSite() {
  const site = await make.site()
  const as = await signIn({ site })
  return {
    read: async () => (await call(forecast.closedDays, { params: { id: site.id } }, { as })).data.Days,
    change: (body: Change) => call(forecast.changeClosedDays, { params: { id: site.id }, body }, { as }),
  }
}

const dateOf = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)
const exams = { Date: dateOf(3), Name: 'Exams' }
const recess = { Date: dateOf(4), Name: 'Recess' }
const staffDay = { Date: dateOf(5), Name: 'Staff day' }

test('of two people who change the closed days of a site, neither undoes what the other does', async () => {
  const { change, read } = await openSite()
  await change({ Add: [exams] })
  await Promise.all([change({ Add: [recess] }), change({ Add: [staffDay], Remove: [exams.Date] })])
  expect(await read()).toEqual([recess, staffDay])
})

test('a day that was removed can be added again, and removing an open day changes nothing', async () => {
  const { change } = await openSite()
  await change({ Add: [exams, recess] })
  expect((await change({ Remove: [exams.Date, staffDay.Date] })).data.Days).toEqual([recess])
  expect((await change({ Add: [exams] })).data.Days).toEqual([exams, recess])
})

test('a day that is removed and added is closed, with the new name', async () => {
  const { change } = await openSite()
  await change({ Add: [exams] })
  const renamed = { ...exams, Name: 'Make-up exams' }
  expect((await change({ Add: [renamed], Remove: [exams.Date] })).data.Days).toEqual([renamed])
})

test('a portal that sends all days replaces the list', async () => {
  const { change, read } = await openSite()
  await change({ Add: [exams, recess] })
  await change({ Days: [{ ...recess, Name: 'Break' }, staffDay] })
  expect(await read()).toEqual([{ ...recess, Name: 'Break' }, staffDay])
})

test('more closed days than a site can have are refused, and nothing changes', async () => {
  const { change, read } = await openSite()
  const days = Array.from({ length: mostClosedDays }, (_, n) => ({ Date: dateOf(n), Name: 'Closed' }))
  expect((await change({ Add: days })).data.Days).toHaveLength(mostClosedDays)
  const next = { Date: dateOf(mostClosedDays), Name: 'One more' }
  expect(problemOf(await change({ Add: [next] })).Errors).toEqual([
    { Path: 'Add', Message: 'A site can have at most 366 closed days' },
  ])
  expect(await read()).toEqual(days)
  expect((await change({ Add: [next], Remove: [dateOf(0)] })).data.Days).toEqual([...days.slice(1), next])
})
