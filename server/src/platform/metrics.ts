import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Counts the readings and events stored by one transaction. `now` is in epoch ms. */
  countCommitted(
    readings: readonly { receivedAt: number }[],
    events: readonly { kind: string }[],
    now: number,
  ): void
  /** Counts a failure of the event follower with this name. */
  countFollowerFailure(follower: string): void
  /** Counts an error that the portal reported from a browser. */
  countClientError(kind: string): void
  /** The text of `/metrics` in the Prometheus format. */
  text(): Promise<string>
}

interface Gauges {
  waitingInputs: () => number
  liveConnections: () => number
  labeled: readonly LabeledGauge[]
}

/** A gauge with one label, whose values are read from the database. */
export interface LabeledGauge {
  name: string
  help: string
  label: string
  read(): Promise<{ of: string; value: number }[]>
}

export function createMetrics({ waitingInputs, liveConnections, labeled }: Gauges): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  gauge('eot_ingest_waiting', 'Device inputs waiting to be written', waitingInputs)
  gauge('eot_live_connections', 'Live connections of browsers', liveConnections)
  const stored = new Counter({ name: 'eot_readings_total', help: 'Readings stored', registers })
  const happened = new Counter({
    name: 'eot_events_total',
    help: 'Alert and device events, by kind',
    labelNames: ['event'],
    registers,
  })
  const failures = new Counter({
    name: 'eot_event_follower_failures_total',
    help: 'Failed attempts to handle events; each is retried',
    labelNames: ['follower'],
    registers,
  })
  const clientErrors = new Counter({
    name: 'eot_client_errors_total',
    help: 'Errors that the portal reported from browsers, by kind',
    labelNames: ['kind'],
    registers,
  })
  for (const { name, help, label, read } of labeled)
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset()
        // The other metrics must be available without the database.
        for (const { of, value } of await read().catch(() => [])) this.set({ [label]: of }, value)
      },
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
      for (const { kind } of events) happened.inc({ event: kind })
    },
    countFollowerFailure: (follower) => failures.inc({ follower }),
    countClientError: (kind) => clientErrors.inc({ kind }),
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
