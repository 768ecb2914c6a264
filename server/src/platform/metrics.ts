import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Counts what one transaction stored; `now` in epoch ms. */
  countCommitted(
    readings: readonly { receivedAt: number }[],
    events: readonly { event: string }[],
    now: number,
  ): void
  /** The text of `/metrics`, in the form Prometheus reads. */
  text(): Promise<string>
}

interface Gauges {
  waitingInputs: () => number
  liveConnections: () => number
}

export function createMetrics({ waitingInputs, liveConnections }: Gauges): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  gauge('eot_ingest_waiting', 'Inputs of devices that wait to be written', waitingInputs)
  gauge('eot_live_connections', 'Browsers connected over the socket', liveConnections)
  const stored = new Counter({ name: 'eot_readings_total', help: 'Readings stored', registers })
  const told = new Counter({
    name: 'eot_live_events_total',
    help: 'Alerts raised and ended, devices come and gone',
    labelNames: ['event'],
    registers,
  })
  const commitSeconds = new Histogram({
    name: 'eot_commit_seconds',
    help: 'Time from the arrival of a reading to its commit',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  return {
    countCommitted(readings, events, now) {
      stored.inc(readings.length)
      if (readings[0]) commitSeconds.observe((now - readings[0].receivedAt) / 1000)
      for (const { event } of events) told.inc({ event })
    },
    text: () => registry.metrics(),
  }

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
}
