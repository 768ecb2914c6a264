import { withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { withYardstick } from './forked-yardstick.ts'
import { openSwarm } from './mqtt-swarm.ts'
import { median, round } from './statistics.ts'
import { countReadings } from './stored.ts'

const deviceCount = 300
const inFlight = 50
const warmUpSeconds = 2

/** Readings per second acknowledged at QoS 1, compared with the same broker and generator with nothing stored. */
export async function measureMqtt(isQuick: boolean): Promise<Figure> {
  const rounds = isQuick ? 2 : 4
  const seconds = isQuick ? 4 : 10
  return withProgram(deviceCount, ({ ports, devices, pool }) =>
    withYardstick('./empty-broker.ts', async (emptyPort) => {
      const product = await openSwarm(ports.mqtt, devices)
      const empty = await openSwarm(emptyPort, devices)
      const rates = { product: [] as number[], empty: [] as number[] }
      await product.pushFor(warmUpSeconds, inFlight)
      await empty.pushFor(warmUpSeconds, inFlight)
      for (let number = 0; number < rounds; number += 1) {
        rates.product.push(await product.pushFor(seconds, inFlight))
        rates.empty.push(await empty.pushFor(seconds, inFlight))
      }
      const acknowledged = product.acknowledged()
      product.close()
      empty.close()
      expectCount('readings stored', await countReadings(pool), acknowledged)
      const [value, yardstick] = [median(rates.product), median(rates.empty)]
      return {
        key: 'mqtt',
        title: 'MQTT QoS 1, readings acknowledged per second',
        unit: 'readings/s',
        value: Math.round(value),
        yardstick: { title: 'same broker, nothing stored', value: Math.round(yardstick) },
        score: round(value / yardstick, 3),
        goal: 0.5,
        floor: 0.12,
        better: 'more',
        details: {
          connections: deviceCount,
          inFlightEach: inFlight,
          rounds: rates.product.map(Math.round),
          nothingStored: rates.empty.map(Math.round),
          readingsStored: acknowledged,
        },
      }
    }),
  )
}
