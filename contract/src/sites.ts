import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SiteSettings } from './settings.ts'
import { flag, IdParams, id, Named, OnlyPage, PageQuery, pageOf, ScopeQuery, timeZone } from './wire.ts'

const text = (length: number) => z.string().trim().max(length)

/** Whether a role requires a second factor. Only true values of known roles are stored. */
const RoleFlag = z.strictObject({ Id: id, Value: z.boolean() })

export const Site = z.strictObject({
  Id: id,
  Name: z.string(),
  Address: z.string(),
  City: z.string(),
  State: z.string(),
  Zip: z.string(),
  Country: z.string(),
  TimeZone: z.string(),
  IsActive: z.boolean(),
  OrganizationType: z.string(),
  SubscriptionType: z.string(),
  ParentSite: Named.nullable(),
  /** From the caller's own site down to the direct parent. */
  ParentSites: z.array(Named),
  /** The sites directly below, sorted by name. */
  SubSites: z.array(Named),
  /** Tenant at the identity provider, or null. Only for callers who may view sites. */
  TenantId: z.string().nullable().optional(),
  /** Only for callers who may view sites. */
  ForceRoleTwoFactorAuth: z.array(RoleFlag).optional(),
  Settings: SiteSettings,
})
export type Site = z.output<typeof Site>

export const SiteInput = z.strictObject({
  Name: text(120).min(1, 'Please enter a name'),
  ParentSite: id.optional(),
  Address: text(200).default(''),
  City: text(120).default(''),
  State: text(120).default(''),
  Zip: text(20).default(''),
  Country: text(120).default(''),
  /** Defaults to that of the parent. */
  TimeZone: timeZone.optional(),
  OrganizationType: text(60).default('Office'),
  SubscriptionType: text(60).default('Monthly'),
  TenantId: text(200).min(1).nullable().optional(),
  ForceRoleTwoFactorAuth: z.array(RoleFlag).max(200).optional(),
  Settings: SiteSettings.default({}),
})

/** A site's position in the tree, as far up as the caller may see. Field names as in the specification (spec 4, 7). */
export const SitePath = z.strictObject({
  siteId: id,
  name: z.string(),
  /** From the top down to the direct parent. */
  parentSites: z.array(Named),
  subSites: z.array(Named),
  timeZone: z.string(),
})
export type SitePath = z.output<typeof SitePath>

export interface SiteTreeNode {
  Id: string
  Name: string
  SubSites: SiteTreeNode[]
}
export const SiteTreeNode: z.ZodType<SiteTreeNode> = z.lazy(() =>
  z.strictObject({ Id: id, Name: z.string(), SubSites: z.array(SiteTreeNode) }),
)

export const GatewayToken = z.strictObject({
  Id: id,
  Name: z.string(),
  CreatedAt: z.iso.datetime(),
  LastUsedAt: z.iso.datetime().nullable(),
})
export type GatewayToken = z.output<typeof GatewayToken>

export const sites = {
  list: endpoint({
    method: 'GET',
    path: '/sites',
    summary: 'List the sub-sites of a site at any depth',
    access: 'ViewSubSites',
    query: z.strictObject({
      ...ScopeQuery.shape,
      ...PageQuery.shape,
      sortBy: z.enum(['Name', 'City', 'TimeZone']).default('Name'),
    }),
    answer: pageOf(Site),
  }),
  tree: endpoint({
    method: 'GET',
    path: '/sites/tree',
    summary: 'Get the sites below a site as a tree, sorted by name',
    access: 'signedIn',
    query: z.strictObject({
      SiteId: id.optional(),
      ...OnlyPage.shape,
      includeCurrentSite: flag.default(true),
    }),
    answer: z.array(SiteTreeNode),
  }),
  myPath: endpoint({
    method: 'GET',
    path: '/sites/me/path',
    summary: "Get the caller's own site with its parents and sub-sites",
    access: 'signedIn',
    answer: SitePath,
  }),
  get: endpoint({
    method: 'GET',
    path: '/sites/:id',
    summary: 'Get a site; without ViewSite, only the own site and without its alert rules',
    access: 'signedIn',
    params: IdParams,
    query: z.strictObject({ populate: z.enum(['simple', 'full']).default('full') }),
    answer: Site,
  }),
  path: endpoint({
    method: 'GET',
    path: '/sites/:id/path',
    summary: 'Get a site with its parents and sub-sites, for the breadcrumb',
    access: 'signedIn',
    params: IdParams,
    answer: SitePath,
  }),
  create: endpoint({
    method: 'POST',
    path: '/sites',
    summary: 'Add a sub-site',
    access: 'AddSubSites',
    status: 201,
    body: SiteInput,
    answer: Site,
  }),
  listGatewayTokens: endpoint({
    method: 'GET',
    path: '/sites/:id/gatewaytokens',
    summary: 'List the gateway tokens of a site, without their secrets',
    access: 'ManageGatewayTokens',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(GatewayToken),
  }),
  createGatewayToken: endpoint({
    method: 'POST',
    path: '/sites/:id/gatewaytokens',
    summary:
      'Create a token with which a gateway reports for all devices of a site and its sub-sites; returned only once',
    access: 'ManageGatewayTokens',
    status: 201,
    params: IdParams,
    body: z.strictObject({ Name: text(120).min(1).default('Gateway') }),
    answer: z.strictObject({ Id: id, Token: z.string() }),
  }),
  revokeGatewayToken: endpoint({
    method: 'DELETE',
    path: '/sites/:id/gatewaytokens/:tokenId',
    summary: 'Revoke a gateway token',
    access: 'ManageGatewayTokens',
    status: 204,
    params: z.strictObject({ id, tokenId: id }),
    answer: z.undefined(),
  }),
}
