import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * What devices and gateways send. Samples are checked one by one so that a bad one never takes its
 * neighbors with it: the bodies are read by the ingestion itself, not parsed by these schemas.
 */
export const Sample = z.strictObject({
  at: z.union([z.number(), z.string()]).optional(),
  readings: z.record(z.string(), z.number()),
})
export type Sample = z.output<typeof Sample>

export const IngestAnswer = z.strictObject({
  Accepted: z.int(),
  Duplicates: z.int(),
  Rejected: z.array(z.strictObject({ Index: z.int(), Reason: z.string() })),
  /** Present when more were rejected than are listed. */
  RejectedCount: z.int().optional(),
})
export type IngestAnswer = z.output<typeof IngestAnswer>

/** Where devices report to. */
export const DeviceAddresses = z.strictObject({
  /** What the paths of the API are appended to. null: where the portal is open in the browser. */
  HttpUrl: z.string().nullable(),
  Mqtt: z.strictObject({
    Protocol: z.enum(['mqtt', 'mqtts', 'ws', 'wss']),
    /** A name or an address, IPv6 without brackets. null: the host under which the portal is open in the browser. */
    Host: z.string().nullable(),
    Port: z.int(),
    /** Of a WebSocket address; empty for others. */
    Path: z.string(),
    /** Not the program's own broker: users and passwords of devices are kept there, and device keys mean nothing to it. */
    IsExternal: z.boolean(),
  }),
})
export type DeviceAddresses = z.output<typeof DeviceAddresses>

/** Limits a sender can rely on. */
export const ingestLimits = {
  /** Bytes of one MQTT message or one HTTP request of a device. */
  messageBytes: 256 * 1024,
  samplesPerMessage: 1000,
  /** Bytes of one bulk request; larger ones are refused, send them in parts. */
  bulkBytes: 64 * 1024 * 1024,
  lineBytes: 8 * 1024,
  rejectedListed: 1000,
  /** Ahead of the server's clock by more than this: stored at the time of arrival. */
  skewMs: 5 * 60_000,
  /** Older than this: kept as history, raises nothing. */
  lateMs: 7 * 86_400_000,
} as const

export const ingest = {
  readings: endpoint({
    method: 'POST',
    path: '/ingest/readings',
    summary: 'Readings of one device: a sample or an array of samples; answered after they are durable',
    access: 'device',
    status: 202,
    streams: 'application/json',
    answer: IngestAnswer,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/ingest/bulk',
    summary: 'Readings of many devices from a gateway, one sample a line with its mac',
    access: 'gateway',
    status: 202,
    streams: 'application/x-ndjson',
    answer: IngestAnswer,
  }),
  addresses: endpoint({
    method: 'GET',
    path: '/ingest/addresses',
    summary: 'Where devices report to, for those who connect them',
    access: 'AddDevices',
    answer: DeviceAddresses,
  }),
}
