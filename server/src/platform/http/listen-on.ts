import type { FastifyInstance } from 'fastify'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../start-refused.ts'

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

/** Says which port is taken and how to choose another; any other failure stays as it is. */
export function refusedPort(error: unknown, port: number, setting: string): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is in use',
    EACCES: 'may not be opened by this user',
  }
  const reason = reasons[errorCode(error) ?? '']
  return reason
    ? new StartRefused(`port ${port} ${reason}; set ${setting} to another`, { cause: error })
    : error
}
