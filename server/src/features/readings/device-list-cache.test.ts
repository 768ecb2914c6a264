import { expect, test } from 'vitest'
import { type Changes, DeviceListCache, type KnownList, type ListedDevice } from './device-list-cache.ts'

interface Device extends ListedDevice {
  text: string
}
type State = { no: number; version: string; text: string }

const device = (no: number, version: string | null = 'a', expiresAt?: Date): Device => ({
  no,
  version,
  text: `${no}${version}`,
  ...(expiresAt && { expiresAt }),
})
const state = (no: number, version: string): State => ({ no, version, text: `${no}${version}` })

const now = new Date('2026-11-30T12:00:00Z')
const nothing: Changes<State> = { server: 'one', snapshot: '1:1:', now, mayDiffer: false, states: [] }

/** Returns these devices and changes when a list is read, and counts the reads. */
function reading(devices: readonly Device[], changes: Partial<Changes<State>> = {}) {
  const asked: (KnownList | undefined)[] = []
  const read = { all: 0, former: [] as (Device | undefined)[] }
  return {
    asked,
    read,
    async all(former: (no: number) => Device | undefined) {
      read.all += 1
      read.former = devices.map(({ no }) => former(no))
      return devices
    },
    async changesSince(known: KnownList | undefined) {
      asked.push(known)
      return { ...nothing, ...changes }
    },
    withState: (one: Device, changed: State): Device => ({ ...one, ...changed }),
  }
}
const none = () => reading([])

test('only devices with another state are replaced, and the others are the same objects', async () => {
  const known = new DeviceListCache<Device>(10)
  const [five, six, seven] = [device(5), device(6, null), device(7)]
  const first = reading([seven, five, six])
  expect(await known.list('', first)).toEqual([seven, five, six])
  expect(first.asked).toEqual([undefined])

  const states = [state(5, 'b'), state(7, 'a'), state(6, 'a'), state(99, 'a')]
  const second = reading([], { states, snapshot: '2:2:' })
  const listed = await known.list('', second)
  expect(listed).toEqual([seven, device(5, 'b'), device(6, 'a')])
  expect(listed[0]).toBe(seven)
  expect(second.read.all).toBe(0)
  expect(second.asked[0]?.snapshot).toBe('1:1:')

  const third = none()
  const again = await known.list('', third)
  expect(again.every((one, place) => one === listed[place])).toBe(true)
  expect(third.asked[0]?.snapshot).toBe('2:2:')
})

test('all are read if there may be others, or on another run of the server', async () => {
  const known = new DeviceListCache<Device>(10)
  await known.list('', reading([device(5)]))
  const others = reading([device(6), device(5, 'b')], { mayDiffer: true })
  expect(await known.list('', others)).toEqual([device(6), device(5, 'b')])
  expect(others.read.former).toEqual([undefined, device(5)])
  expect(await known.list('', reading([device(7)], { server: 'two', states: [state(6, 'z')] }))).toEqual([
    device(7),
  ])
  expect(await known.list('', none())).toEqual([]) // 'one' again
})

test('all are read again once a device has expired, or if the clock has been set back to before', async () => {
  const at = (ms: number) => new Date(now.getTime() + ms)
  const expiring = [device(5), device(6, 'a', at(1000))]
  const readAt = async (known: DeviceListCache<Device>, ms: number) => {
    const read = reading(expiring, { now: at(ms) })
    await known.list('', read)
    return read.read.all
  }
  const known = new DeviceListCache<Device>(10)
  expect(await readAt(known, 0)).toBe(1)
  expect(await readAt(known, 900)).toBe(0)
  // The database compares microseconds.
  expect(await readAt(known, 1000)).toBe(1)
  expect(await readAt(known, 1001)).toBe(1)
  expect(await readAt(known, 1100)).toBe(1)
  expect(await readAt(known, 5000)).toBe(0)
  expect(await readAt(known, 1002)).toBe(0)
  expect(await readAt(known, 500)).toBe(1)
})

test('a request that overtakes another one for the same list does not change what it returns, nor what the next one finds', async () => {
  const known = new DeviceListCache<Device>(10)
  await known.list('', reading([device(5), device(6)]))
  const slow = reading([], { snapshot: '2:2:', states: [state(6, 'b')] })
  const overtaken = known.list('', {
    ...slow,
    async changesSince(list) {
      const changes = await slow.changesSince(list)
      const faster = reading([], { snapshot: '3:3:', states: [state(6, 'c'), state(5, 'c')] })
      expect(await known.list('', faster)).toEqual([device(5, 'c'), device(6, 'c')])
      return changes
    },
  })
  expect(await overtaken).toEqual([device(5), device(6, 'b')])
  const next = reading([], { snapshot: '4:4:', states: [state(6, 'c'), state(5, 'c')] })
  expect(await known.list('', next)).toEqual([device(5, 'c'), device(6, 'c')])
  expect(next.asked[0]?.snapshot).toBe('2:2:')
})

test('only the lists used last are kept', async () => {
  const known = new DeviceListCache<Device>(4)
  /** Returns the names of the lists of which all devices were read. */
  const askAll = async (lists: [name: string, ...nos: number[]][]) => {
    const read: string[] = []
    for (const [name, ...nos] of lists) {
      const given = reading(nos.map((no) => device(no)))
      await known.list(name, given)
      if (given.read.all > 0) read.push(name)
    }
    return read.join('')
  }
  expect(await askAll([['a', 1, 2], ['b', 1], ['a', 1, 2], ['empty']])).toBe('abempty')
  expect(
    await askAll([
      ['c', 7, 8], // drops b
      ['a', 1, 2],
      ['c', 7, 8],
    ]),
  ).toBe('c')
  expect(
    await askAll([
      ['b', 1], // drops a
      ['a', 1, 2], // drops c
      ['b', 1],
    ]),
  ).toBe('ba')
  // From the second request on, a list that is too long is read without a comparison.
  const long = [1, 2, 3].map((no) => device(no))
  const [first, second] = [reading(long), reading(long)]
  expect([await known.list('d', first), await known.list('d', second)]).toEqual([long, long])
  expect([first.asked.length, second.asked.length]).toEqual([1, 0])
  expect(await askAll([['a', 1, 2]])).toBe('')
})
