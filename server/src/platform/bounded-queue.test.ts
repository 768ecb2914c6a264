import { expect, test } from 'vitest'
import { createBoundedQueue, createKeyedQueue, QueueFull } from './bounded-queue.ts'

/** Tasks that end when they are told to. */
function tasks() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    end: (name: string) => ends.get(name)?.(),
    task: (name: string) => () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    },
  }
}

test('no more run than may, the next starts as one ends, and one too many is turned away', async () => {
  const queue = createBoundedQueue({ parallel: 2, waiting: 1 })
  const { started, end, task } = tasks()
  const a = queue.run(task('a'))
  const b = queue.run(task('b'))
  const c = queue.run(task('c'))
  await expect(queue.run(task('d'))).rejects.toThrow(QueueFull)
  expect(started).toEqual(['a', 'b'])
  end('a')
  expect(await a).toBe('a')
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
  end('b')
  end('c')
  expect(await Promise.all([b, c])).toEqual(['b', 'c'])
})

test('a task that fails makes room, too', async () => {
  const queue = createBoundedQueue({ parallel: 1, waiting: 0 })
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(async () => 'next')).toBe('next')
})

test('urgent tasks have places of their own, and go before those that wait already', async () => {
  const queue = createBoundedQueue({ parallel: 1, waiting: 1, reserved: 1 })
  const { started, end, task } = tasks()
  const all = [queue.run(task('a')), queue.run(task('b')), queue.run(task('c'), { isUrgent: true })]
  await expect(queue.run(task('d'))).rejects.toThrow(QueueFull)
  await expect(queue.run(task('e'), { isUrgent: true })).rejects.toThrow(QueueFull)
  end('a')
  await expect.poll(() => started).toEqual(['a', 'c'])
  end('c')
  await expect.poll(() => started).toEqual(['a', 'c', 'b'])
  end('b')
  await Promise.all(all)
})

test('each key has a queue of its own', async () => {
  const queue = createKeyedQueue({ parallel: 1, waiting: 0 })
  const { started, end, task } = tasks()
  const a = queue.run('one', task('a'))
  const b = queue.run('two', task('b'))
  await expect(queue.run('one', task('c'))).rejects.toThrow(QueueFull)
  expect(started).toEqual(['a', 'b'])
  end('a')
  end('b')
  await Promise.all([a, b])
})
