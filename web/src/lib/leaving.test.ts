import { expect, test } from 'vitest'
import { askBeforeLeaving, leaveAfterQuestions } from './leaving.ts'

/** Registers a question that waits for its answer. */
function makeQuestion() {
  const waiting: (() => void)[] = []
  const remove = askBeforeLeaving((leave) => waiting.push(leave))
  return { waiting, remove, agree: () => waiting.shift()?.() }
}

test('without a question, leaving is immediate', () => {
  let isLeft = false
  leaveAfterQuestions(() => {
    isLeft = true
  })
  expect(isLeft).toBe(true)
})

test('every question is asked in turn, and only after the last agreement is the portal left', () => {
  const [one, other] = [makeQuestion(), makeQuestion()]
  let isLeft = false
  leaveAfterQuestions(() => {
    isLeft = true
  })
  expect(one.waiting.length + other.waiting.length).toBe(1)
  one.agree()
  other.agree()
  expect(isLeft).toBe(false)
  one.agree()
  other.agree()
  expect(isLeft).toBe(true)
  one.remove()
  other.remove()
})

test('a question that was removed is not asked', () => {
  const question = makeQuestion()
  question.remove()
  let isLeft = false
  leaveAfterQuestions(() => {
    isLeft = true
  })
  expect(question.waiting).toEqual([])
  expect(isLeft).toBe(true)
})
