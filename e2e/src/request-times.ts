import { requestPlainly } from './plain-request.ts'

const everyMs = 20

// Runs as a separate process (request-times.ts <port> <headers>), so that the test does not affect measurements. Prints
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
