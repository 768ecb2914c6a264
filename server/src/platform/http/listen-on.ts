import type { FastifyInstance } from 'fastify'
import { refusedPort } from '../refused-port.ts'

interface Place {
  port: number
  host: string
  /** Setting that names the port. */
  setting: string
}

/** Listens and answers the port, which is another than asked for only where 0 was. */
export async function listenOn(server: FastifyInstance, { port, host, setting }: Place): Promise<number> {
  try {
    await server.listen({ port, host })
  } catch (error) {
    throw refusedPort(error, port, setting)
  }
  const address = server.server.address()
  return typeof address === 'object' && address ? address.port : port
}
