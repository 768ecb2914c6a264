import type { DeviceWriter } from './device-writer.ts'
import { type Input, Submission } from './input.ts'

type Writer = Pick<DeviceWriter, 'submit'>

/** Submits inputs to the writer and waits until they are durable. Rejects if they could not be stored. */
export function submitAndWait(
  writer: Writer,
  make: (submission: Submission) => readonly Input[],
): Promise<Submission> {
  return new Promise((resolve, reject) => {
    const submission = new Submission((error) => (error ? reject(error) : resolve(submission)))
    submit(writer, submission, make(submission))
  })
}

/** Submits all inputs of a submission. */
export function submit(writer: Writer, submission: Submission, inputs: readonly Input[]): void {
  submission.expect(inputs.length)
  writer.submit(inputs)
  submission.close()
}
