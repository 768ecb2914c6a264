import { z } from 'zod'
import { commandResults, deviceCommands } from './commands.ts'
import { endpoint } from './endpoint.ts'
import { IdParams, id } from './wire.ts'

/**
 * The data that devices and gateways send. Ingestion validates samples one by one, not with these schemas, so that one invalid
 * sample does not reject the rest.
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
  /** Total number of rejections; present if `Rejected` does not list all of them. */
  RejectedCount: z.int().optional(),
  /** Commands that wait for the device, repeated until it has answered them. Present if there are any. */
  Commands: z.array(z.strictObject({ Id: id, Command: z.enum(deviceCommands) })).optional(),
})
export type IngestAnswer = z.output<typeof IngestAnswer>

/** The addresses devices report to. */
export const DeviceAddresses = z.strictObject({
  /** Base URL of the API. null: the origin at which the browser has the portal open. */
  HttpUrl: z.string().nullable(),
  Mqtt: z.strictObject({
    Protocol: z.enum(['mqtt', 'mqtts', 'ws', 'wss']),
    /** Host name or IP address, IPv6 without brackets. null: the host at which the browser has the portal open. */
    Host: z.string().nullable(),
    Port: z.int(),
    /** Path of a WebSocket URL; empty for other protocols. */
    Path: z.string(),
    /** An external broker, which has its own users and passwords and does not accept device keys. */
    IsExternal: z.boolean(),
  }),
})
export type DeviceAddresses = z.output<typeof DeviceAddresses>

/** Limits guaranteed to senders. */
export const ingestLimits = {
  /** Maximum bytes of an MQTT message or of an HTTP request from a device. */
  messageBytes: 256 * 1024,
  samplesPerMessage: 1000,
  /** Maximum bytes of a bulk request; split larger ones. */
  bulkBytes: 64 * 1024 * 1024,
  lineBytes: 8 * 1024,
  rejectedListed: 1000,
  /** A sample further ahead of the server's clock is stored with its arrival time. */
  skewMs: 5 * 60_000,
  /** An older sample is stored as history but raises no alerts. */
  lateMs: 7 * 86_400_000,
} as const

export const ingest = {
  readings: endpoint({
    method: 'POST',
    path: '/ingest/readings',
    summary: 'Send readings of one device, as a sample or an array of samples; returns once they are durable',
    access: 'device',
    status: 202,
    streams: 'application/json',
    answer: IngestAnswer,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/ingest/bulk',
    summary: 'Send readings of many devices through a gateway, one sample with its mac per line',
    access: 'gateway',
    status: 202,
    streams: 'application/x-ndjson',
    answer: IngestAnswer,
  }),
  answerCommand: endpoint({
    method: 'PUT',
    path: '/ingest/commands/:id',
    summary: 'Answer a command that came with the response to readings',
    access: 'device',
    status: 204,
    params: IdParams,
    body: z.strictObject({ Result: z.enum(commandResults) }),
    answer: z.undefined(),
  }),
  addresses: endpoint({
    method: 'GET',
    path: '/ingest/addresses',
    summary: 'Get the addresses that devices report to, for connecting a device',
    access: 'AddDevices',
    answer: DeviceAddresses,
  }),
}
