import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Inactive, ListedSite, Site, SiteInput, SiteUpdate, siteText } from './site-fields.ts'
import {
  AlertTypeChoice,
  MovedSites,
  MoveSites,
  SiteConsequences,
  SiteConsequencesQuery,
  SiteModel,
  SiteOverview,
  StreamingType,
} from './site-tree.ts'
import {
  flag,
  IdParams,
  id,
  integer,
  many,
  Named,
  OnlyPage,
  pageOf,
  SiteAllQuery,
  SitePageQuery,
} from './wire.ts'

/** A site's position in the tree, as far up as the caller may see. Field names as in the specification (spec 4, 7). */
export const SitePath = z.strictObject({
  siteId: id,
  name: z.string(),
  /** From the top down to the direct parent. */
  parentSites: z.array(ListedSite),
  subSites: z.array(ListedSite),
  timeZone: z.string(),
  inactive: Inactive,
})
export type SitePath = z.output<typeof SitePath>

export interface SiteTreeNode extends ListedSite {
  SubSites: SiteTreeNode[]
}
export const SiteTreeNode: z.ZodType<SiteTreeNode> = z.lazy(() =>
  z.strictObject({ ...ListedSite.shape, SubSites: z.array(SiteTreeNode) }),
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
      ...SitePageQuery.shape,
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
    query: z.strictObject({
      /** `simple` leaves out ParentSites, SubSites and the sources of inherited values. */
      populate: z.enum(['simple', 'full']).default('full'),
    }),
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
  all: endpoint({
    method: 'GET',
    path: '/sites/all',
    summary: 'List a site and its sub-sites for selectors, sorted by name',
    access: 'signedIn',
    query: SiteAllQuery,
    answer: z.array(Named),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/sites/overview',
    summary: 'Describe sites, each with counts of the site and everything below it',
    access: 'ViewSubSites',
    query: z.strictObject({
      /** Default: the caller's own site. Those that the caller may not see are left out, like those that do not exist. */
      SiteIds: many(id),
      ...OnlyPage.shape,
    }),
    answer: z.array(SiteOverview),
  }),
  consequences: endpoint({
    method: 'GET',
    path: '/sites/consequences',
    summary: 'Count what moving, deactivating, deleting or changing the time zone of sites would affect',
    access: 'EditSubSites',
    query: SiteConsequencesQuery,
    answer: SiteConsequences,
  }),
  move: endpoint({
    method: 'POST',
    path: '/sites/move',
    summary:
      'Move sites with everything below them to another parent, in one transaction; ends their open alerts',
    access: 'EditSubSites',
    body: MoveSites,
    answer: MovedSites,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/sites/:id',
    summary: 'Change a site; fields that are absent or null stay as they are',
    access: 'EditSite',
    params: IdParams,
    body: SiteUpdate,
    answer: Site,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sites/:id',
    summary: 'Delete a site; with its name, also everything below it',
    access: 'DeleteSubSites',
    status: 204,
    params: IdParams,
    query: z.strictObject({
      /**
       * The exact name of the site. Also deletes the sites, devices, users, groups and tokens below it. Without it, deleting a
       * site is refused if anything is at it, below it or refers to it.
       */
      Name: z.string().max(120).optional(),
    }),
    answer: z.undefined(),
  }),
  alertTypes: endpoint({
    method: 'GET',
    path: '/sites/:id/alerttypes',
    summary: 'List the alert types that devices of a site and its sub-sites can raise',
    access: 'signedIn',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(AlertTypeChoice),
  }),
  models: endpoint({
    method: 'GET',
    path: '/sites/:id/models',
    summary: 'List the models of the devices of a site and its sub-sites',
    access: 'signedIn',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(SiteModel),
  }),
  streamingTypes: endpoint({
    method: 'GET',
    path: '/sites/:id/streamingtypes',
    summary: 'List the sensor kinds that devices of a site and its sub-sites measure, most important first',
    access: 'signedIn',
    params: IdParams,
    query: z.strictObject({
      ...OnlyPage.shape,
      /** Only kinds of at most this priority; 1 is the most important. */
      priorityLimit: integer(1, 1000).optional(),
    }),
    answer: z.array(StreamingType),
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
    body: z.strictObject({ Name: siteText(120).min(1).default('Gateway') }),
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
