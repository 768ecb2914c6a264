import type { FastifyInstance } from 'fastify'
import { refusedPort } from '../refused-port.ts'

interface Place {
  port: number
  host: string
  /** Name of the setting for the port, for error messages. */
  setting: string
}

/** Starts listening and returns the port, which is a free one if `port` is 0. */
export async function listenOn(server: FastifyInstance, { port, host, setting }: Place): Promise<number> {
  try {
    await server.listen({ port, host })
  } catch (error) {
    throw refusedPort(error, port, setting)
  }
  const address = server.server.address()
  return typeof address === 'object' && address ? address.port : port
}
