/** Requests a site with its settings, which a session needs of the user's own site. */
export const siteSettingsRequest = (id: string) => ({
  params: { id },
  query: { populate: 'simple' as const },
})
