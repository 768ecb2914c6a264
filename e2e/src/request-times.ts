import { requestPlainly } from './plain-request.ts'

const everyMs = 20

// As a process of its own (request-times.ts <port> <headers>), so that the work of the test delays no measurement. Prints
// the duration of each request in ms until it is ended.
const [, , port, headers = '{}'] = process.argv
for (;;) {
  const { tookMs } = await requestPlainly({
    port: Number(port),
    path: '/api/users/me',
    headers: JSON.parse(headers),
  })
  process.stdout.write(`${tookMs}\n`)
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
