import { expect, test } from 'vitest'
import { createBoundedQueue, createKeyedQueue, QueueFull } from './bounded-queue.ts'

/** Tasks that end when the test releases them. */
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

test('at most the allowed number of tasks run, the next starts when one ends, and excess tasks are refused', async () => {
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

test('a failed task frees its slot', async () => {
  const queue = createBoundedQueue({ parallel: 1, waiting: 0 })
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(async () => 'next')).toBe('next')
})

test('urgent tasks have reserved places and run before waiting ones', async () => {
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

test('each key has its own queue', async () => {
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
