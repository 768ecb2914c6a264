import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableLine, searchText } from './text.ts'
import { paramPartFields, WebhookParams } from './webhook-params.ts'
import { WebhookResultCode } from './webhook-results.ts'
import { contentTypes, webhookMethods } from './webhook-shape.ts'
import { WebhookVariable } from './webhook-variables.ts'
import {
  IdParams,
  id,
  instant,
  Named,
  OnlyPage,
  PageQuery,
  pageOf,
  ScopeQuery,
  SiteAllQuery,
  version,
} from './wire.ts'

/** The limit of webhook requests of a customer. */
export const mostWebhookRequests = 1000

const name = readableLine.min(1, 'Please enter a name').max(120)
const ContentType = z.enum(contentTypes)
const Method = z.enum(webhookMethods)
/** Checked by `checkRequestShape`. */
const url = z.string().max(2000)
const fingerprint = z
  .string()
  .regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/, 'Expected a SHA-256 fingerprint')
  .meta({ examples: [Array.from({ length: 32 }, () => 'AB').join(':')] })

/** The certificate that a server has presented. */
export const WebhookCertificate = z.strictObject({
  Subject: z.string(),
  Issuer: z.string(),
  ValidFrom: instant,
  ValidTo: instant,
  /** SHA-256 of the whole certificate, in hexadecimal with colons. */
  Fingerprint: fingerprint,
})
export type WebhookCertificate = z.output<typeof WebhookCertificate>

/** What can no longer be read since the installation has lost its secret key, and must be entered or replaced again. */
export const lostSecrets = ['Values', 'SigningSecret'] as const

/** An HTTP request as a template (spec 3). */
export const WebhookRequest = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  Url: z.string(),
  Method,
  ContentType,
  ...paramPartFields,
  /** Whether the server is trusted by the certificate that it presented when this was saved. */
  TrustSelfSignedCert: z.boolean(),
  /** The only certificate accepted in that case. null: the server's certificate is trusted anyway, or it has none. */
  Certificate: WebhookCertificate.nullable(),
  /** When the previous signing secret stops being used for signatures too. null: there is none, or it has stopped. */
  PreviousSecretUntil: instant.nullable(),
  /** Stopped after five days without success: nothing is sent until somebody saves or tests it. null: it is in use. */
  StoppedAt: instant.nullable(),
  /** Secrets that were lost with the installation's key: `Values` of rows, or the `SigningSecret`. Empty: none. */
  LostSecrets: z.array(z.enum(lostSecrets)),
  EventCount: z.int(),
  Version: version,
})
export type WebhookRequest = z.output<typeof WebhookRequest>

/** A webhook request in a list. */
export const WebhookRequestRow = WebhookRequest.omit({
  UrlVariables: true,
  Headers: true,
  Cookies: true,
  Body: true,
  Auth: true,
  Certificate: true,
  PreviousSecretUntil: true,
}).extend({
  /** When it was last accepted by its receiver, and when it last failed. */
  SucceededAt: instant.nullable(),
  FailedAt: instant.nullable(),
})
export type WebhookRequestRow = z.output<typeof WebhookRequestRow>

/** The secret with which a receiver verifies requests (Standard Webhooks). Shown only once. */
const SigningSecret = z.string()

export const WebhookRequestInput = z.strictObject({
  Name: name,
  /** Defaults to the caller's own site. */
  Site: id.optional(),
  Url: url,
  Method: Method.default('POST'),
  ContentType: ContentType.default('application/json'),
  UrlVariables: paramPartFields.UrlVariables.default([]),
  Headers: paramPartFields.Headers.default([]),
  Cookies: paramPartFields.Cookies.default([]),
  Body: paramPartFields.Body.default([]),
  Auth: paramPartFields.Auth.default([]),
  TrustSelfSignedCert: z.boolean().default(false),
  /** The certificate that the user has seen; saving is refused if the server presents another one. */
  CertificateFingerprint: fingerprint.nullish(),
})
export type WebhookRequestInput = z.output<typeof WebhookRequestInput>

/**
 * Fields that are omitted or null are left unchanged. A given part replaces all its rows; in it, a secret with `isSet` and
 * without a value keeps the stored value, unless the address goes to another server.
 */
export const WebhookRequestChange = z.strictObject({
  Name: name.nullish(),
  Url: url.nullish(),
  Method: Method.nullish(),
  ContentType: ContentType.nullish(),
  UrlVariables: paramPartFields.UrlVariables.nullish(),
  Headers: paramPartFields.Headers.nullish(),
  Cookies: paramPartFields.Cookies.nullish(),
  Body: paramPartFields.Body.nullish(),
  Auth: paramPartFields.Auth.nullish(),
  TrustSelfSignedCert: z.boolean().nullish(),
  CertificateFingerprint: fingerprint.nullish(),
  Version: version.optional(),
})

/** Result of a test request. */
export const WebhookTestResult = z.strictObject({
  ResultCode: WebhookResultCode,
  /** The result as text, such as “201 Created” or “Validation error in Body.0.value of Security desk”. */
  Message: z.string(),
  /** −1 and −2: the invalid field. */
  Path: z.string().nullable(),
  /** HTTP status of the response. null: there was none. */
  Status: z.int().nullable(),
  DurationMs: z.int().nullable(),
  /** The request that was sent, with secrets masked. null: nothing. */
  Request: z.string().nullable(),
  /** The beginning of the response. null: none, or from an address that only this installation can reach. */
  Response: z.string().nullable(),
  /** The certificate of the server if it is not trusted, which `TrustSelfSignedCert` would accept. */
  Certificate: WebhookCertificate.nullable(),
})
export type WebhookTestResult = z.output<typeof WebhookTestResult>

/** The number of webhook tests that a user may send in an hour. */
export const webhookTestsAnHour = 60

const filter = {
  ...ScopeQuery.shape,
  search: searchText.max(200).optional(),
  /** Limits the list to requests that webhook events of this site can use: its own, and those of the sites above it. */
  usableAt: id.optional(),
}

export const webhookRequests = {
  list: endpoint({
    method: 'GET',
    path: '/webhookrequests',
    summary: 'List the webhook requests of a site and its sub-sites; the search covers names and addresses',
    access: 'ViewWebhookRequests',
    query: z.strictObject({
      ...PageQuery.shape,
      ...filter,
      sortBy: z.enum(['Name', 'Site', 'Url']).default('Name'),
    }),
    answer: pageOf(WebhookRequestRow),
  }),
  count: endpoint({
    method: 'GET',
    path: '/webhookrequests/count',
    summary: 'Count the webhook requests of a site and its sub-sites',
    access: 'ViewWebhookRequests',
    query: z.strictObject(filter),
    answer: z.strictObject({ Total: z.int() }),
  }),
  lookup: endpoint({
    method: 'GET',
    path: '/webhookrequests/lookup',
    summary: 'Find up to 20 webhook requests by name',
    access: 'ViewWebhookRequests',
    query: z.strictObject({ ...SiteAllQuery.shape, search: searchText.max(200).optional() }),
    answer: z.array(Named),
  }),
  name: endpoint({
    method: 'GET',
    path: '/webhookrequests/:id/name',
    summary: 'Get the name of a webhook request',
    access: 'ViewWebhookRequests',
    params: IdParams,
    answer: Named,
  }),
  params: endpoint({
    method: 'GET',
    path: '/webhookrequests/:id/params',
    summary: 'Get the config rows of a webhook request, which each of its events fills in',
    access: 'ViewWebhookRequests',
    params: IdParams,
    answer: WebhookParams,
  }),
  get: endpoint({
    method: 'GET',
    path: '/webhookrequests/:id',
    summary: 'Get a webhook request; its secrets are left out',
    access: 'ViewWebhookRequests',
    params: IdParams,
    answer: WebhookRequest,
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhookrequests',
    summary: 'Add a webhook request; the response has its signing secret, once',
    access: 'AddWebhookRequests',
    status: 201,
    body: WebhookRequestInput,
    answer: WebhookRequest.extend({ SigningSecret }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/webhookrequests/:id',
    summary: 'Change a webhook request, and send to it again if it was stopped',
    access: 'EditWebhookRequests',
    params: IdParams,
    body: WebhookRequestChange,
    answer: WebhookRequest,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/webhookrequests/:id',
    summary: 'Delete a webhook request that no webhook event uses',
    access: 'DeleteWebhookRequests',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: '/webhookrequests/:id/secret',
    summary: 'Replace the signing secret; for a day, requests are signed with the one before too',
    access: 'EditWebhookRequests',
    status: 201,
    params: IdParams,
    answer: z.strictObject({ SigningSecret, PreviousSecretUntil: instant.nullable() }),
  }),
  certificate: endpoint({
    method: 'POST',
    path: '/webhookrequests/certificate',
    summary: 'Look at the certificate of a server; nothing is sent to it',
    access: 'TestWebhook',
    body: z.strictObject({ Url: url }),
    answer: z.strictObject({
      /** Whether it is accepted without `TrustSelfSignedCert`. */
      IsTrusted: z.boolean(),
      /** Why it is not, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
      Reason: z.string().nullable(),
      /** null: there was no connection, or one without TLS. */
      Certificate: WebhookCertificate.nullable(),
    }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/webhookrequests/test',
    summary:
      'Send a webhook request once with sample values, stored or not, and answer with what became of it',
    access: 'TestWebhook',
    body: z.strictObject({
      Request: WebhookRequestInput,
      /** The stored request whose secrets are used where `Request` has none. */
      Id: id.optional(),
      Params: WebhookParams.optional(),
    }),
    answer: WebhookTestResult,
  }),
  variables: endpoint({
    method: 'GET',
    path: '/webhookvariables',
    summary: 'List the variables of webhook requests, with a sample value for each',
    access: 'ViewWebhooks',
    query: z.strictObject({ SiteId: id.optional(), ...OnlyPage.shape }),
    answer: z.array(WebhookVariable),
  }),
}
