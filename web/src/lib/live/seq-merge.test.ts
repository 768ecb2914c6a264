import { expect, test } from 'vitest'
import { makeSeqMerge } from './seq-merge.ts'

interface Message {
  Seq: number
  about: string
}

function makeMerge() {
  const shown: string[] = []
  const merge = makeSeqMerge<Message>({
    subjectOf: (message) => message.about,
    apply: (message, late) => shown.push(`${message.Seq}${late ? ' late' : ''}`),
  })
  return { merge, shown }
}

const message = (Seq: number, about = `alert ${Seq}`): Message => ({ Seq, about })

test('messages are applied as they arrive', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(1))
  merge.receive(message(4))
  expect(shown).toEqual(['1', '4'])
  expect(merge.last()).toBe(4)
})

test('a message that arrives twice is applied once', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(7))
  merge.receive(message(7))
  expect(shown).toEqual(['7'])
})

test('messages that arrive during a catch-up wait and are merged in order, without duplicates', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(1))
  merge.hold()
  merge.receive(message(5))
  merge.receive(message(4))
  expect(shown).toEqual(['1'])
  merge.release(4, [message(2), message(4)])
  expect(shown).toEqual(['1', '2', '4', '5'])
  expect(merge.last()).toBe(5)
})

test('a catch-up advances the last number even if nothing happened in the room', () => {
  const { merge } = makeMerge()
  merge.hold()
  merge.release(120)
  expect(merge.last()).toBe(120)
})

test('a lower number that was never seen is still applied', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(11))
  merge.receive(message(10))
  expect(shown).toEqual(['11', '10'])
})

test('an older message about the same alert is marked late, so that it does not undo a newer one', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(12, 'alert a'))
  merge.receive(message(10, 'alert a'))
  merge.receive(message(11, 'alert b'))
  expect(shown).toEqual(['12', '10 late', '11'])
})

test('after a failed catch-up the next one starts at the same number, without duplicates', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(3))
  merge.hold()
  merge.receive(message(9))
  merge.releaseUnmerged()
  expect(merge.last()).toBe(3)
  merge.hold()
  merge.release(9, [message(6), message(9)])
  expect(shown).toEqual(['3', '9', '6'])
  expect(merge.last()).toBe(9)
})

test('messages that arrive between a failed catch-up and the next one do not change where it starts', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(3))
  merge.hold()
  merge.releaseUnmerged()
  merge.receive(message(9))
  expect(shown).toEqual(['3', '9'])
  expect(merge.last()).toBe(3)
  merge.hold()
  merge.releaseUnmerged()
  merge.receive(message(10))
  expect(merge.last()).toBe(3)
  merge.hold()
  merge.release(10, [message(6), message(9), message(10)])
  merge.receive(message(11))
  expect(shown).toEqual(['3', '9', '10', '6', '11'])
  expect(merge.last()).toBe(11)
})

test('if the first catch-up fails, the next one is still the first', () => {
  const { merge } = makeMerge()
  merge.hold()
  merge.releaseUnmerged()
  merge.receive(message(9))
  expect(merge.last()).toBeUndefined()
})

test('a reset after a failed catch-up starts with the next message', () => {
  const { merge } = makeMerge()
  merge.hold()
  merge.releaseUnmerged()
  merge.reset()
  merge.receive(message(4))
  expect(merge.last()).toBe(4)
})

test('a reset clears all numbers', () => {
  const { merge, shown } = makeMerge()
  merge.receive(message(3))
  merge.reset()
  expect(merge.last()).toBeUndefined()
  merge.receive(message(3))
  expect(shown).toEqual(['3', '3'])
})
