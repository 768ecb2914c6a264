import type { RequestOf } from '@eot/contract/endpoint'
import { noParams, type ParamParts, type WebhookParam } from '@eot/contract/webhook-params'
import type { WebhookContentType, WebhookMethod, WebhookTemplate } from '@eot/contract/webhook-shape'
import type { WebhookRequest, webhookRequests } from '@eot/contract/webhooks'
import type { EditOptions } from '../../../lib/forms/use-edit.ts'
import { t } from '../../../texts/i18n.ts'
import type { Imported } from '../imports/imported.ts'
import type { Recipe } from '../recipes/recipe.ts'
import { emptyRow, withoutSecrets } from '../rows/rows.ts'

/** A webhook request as the form edits it. */
export interface RequestValues extends ParamParts {
  Name: string
  Site: string
  Url: string
  Method: WebhookMethod
  ContentType: WebhookContentType
  TrustSelfSignedCert: boolean
  /** The fingerprint of the certificate that the user has seen. */
  CertificateFingerprint: string | null
}

export const newRequest = (Site: string): RequestValues => ({
  Name: '',
  Site,
  Url: 'https://',
  Method: 'POST',
  ContentType: 'application/json',
  TrustSelfSignedCert: false,
  CertificateFingerprint: null,
  ...noParams(),
  Body: [
    { ...emptyRow(), key: 'text', value: '{{alert.typeName}} in {{device.name}}, {{site.name}}' },
    { ...emptyRow(), key: 'link', value: '{{alert.link}}' },
  ],
})

/** Returns the request of a recipe, without the values that the recipe asks for. */
export const recipeRequest = (
  { name, request }: Pick<Recipe, 'name' | 'request'>,
  Site: string,
): RequestValues => ({
  ...request,
  Name: name,
  Site,
  TrustSelfSignedCert: false,
  CertificateFingerprint: null,
})

export const importedRequest = ({ name, request }: Imported, Site: string): RequestValues =>
  recipeRequest({ name: name.slice(0, 120), request }, Site)

export const valuesOf = (request: WebhookRequest): RequestValues => ({
  ...partsOf(request),
  Name: request.Name,
  Site: request.Site.Id,
  Url: request.Url,
  Method: request.Method,
  ContentType: request.ContentType,
  TrustSelfSignedCert: request.TrustSelfSignedCert,
  CertificateFingerprint: request.Certificate?.Fingerprint ?? null,
})

const partsOf = ({ UrlVariables, Headers, Cookies, Body, Auth }: ParamParts): ParamParts => ({
  UrlVariables,
  Headers,
  Cookies,
  Body,
  Auth,
})

/** A copy has no secrets: they are never shown, so they have to be entered again. */
export function copyOf(request: WebhookRequest, name: string): RequestValues {
  const values = valuesOf(request)
  return {
    ...values,
    ...withoutSecrets(values),
    Name: name.slice(0, 120),
    TrustSelfSignedCert: false,
    CertificateFingerprint: null,
  }
}

/** Returns the template of the request. */
export const templateOf = (values: RequestValues): WebhookTemplate => ({
  ...partsOf(values),
  Url: values.Url,
  Method: values.Method,
  ContentType: values.ContentType,
})

/** The body of a request. */
export function bodyOf({ Site, CertificateFingerprint, ...values }: RequestValues) {
  return {
    ...values,
    CertificateFingerprint: values.TrustSelfSignedCert ? CertificateFingerprint : null,
  } satisfies RequestOf<typeof webhookRequests.update>['body']
}

/** Maps errors of the server to fields of the form. */
export const places = {
  webhook_request_name_taken: 'Name',
  site_not_found: 'Site',
  CertificateFingerprint: 'TrustSelfSignedCert',
} as const satisfies Record<string, keyof RequestValues>

const rowsText = (rows: readonly WebhookParam[]): string =>
  rows
    .map(({ key, value, isSet, children, items, auth }) => {
      const inner = children ?? items ?? auth
      if (inner) return `${key}: (${rowsText(inner)})`
      return `${key}: ${isSet ? '••••••' : value}`
    })
    .join(', ')

/** The labels of the fields in the comparison of two edits, and their values as text. */
export const conflictFields = (): EditOptions<RequestValues, never>['fields'] => ({
  Name: { label: t('webhooks.editor.name') },
  Url: { label: t('webhooks.editor.url') },
  Method: { label: t('webhooks.editor.method') },
  ContentType: { label: t('webhooks.editor.contentType'), text: (type) => t(`webhooks.contentType.${type}`) },
  TrustSelfSignedCert: {
    label: t('webhooks.trust.label'),
    text: (isOn: boolean) => t(isOn ? 'history.yes' : 'history.no'),
  },
  CertificateFingerprint: { label: t('webhooks.trust.fingerprint'), text: (text) => text ?? '' },
  UrlVariables: { label: t('webhooks.part.UrlVariables'), text: rowsText },
  Headers: { label: t('webhooks.part.Headers'), text: rowsText },
  Cookies: { label: t('webhooks.part.Cookies'), text: rowsText },
  Body: { label: t('webhooks.part.Body'), text: rowsText },
  Auth: { label: t('webhooks.part.Auth'), text: rowsText },
})
