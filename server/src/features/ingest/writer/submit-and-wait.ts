import type { DeviceWriter } from './device-writer.ts'
import { type Input, Submission } from './input.ts'

/** Submits inputs to the writer and waits until they are durable. Rejects if they could not be stored. */
export function submitAndWait(
  writer: Pick<DeviceWriter, 'submit'>,
  make: (submission: Submission) => readonly Input[],
): Promise<Submission> {
  return new Promise((resolve, reject) => {
    const submission = new Submission((outcome) => (outcome.ok ? resolve(submission) : reject(outcome.error)))
    const inputs = make(submission)
    submission.expect(inputs.length)
    writer.submit(inputs)
    submission.close()
  })
}
