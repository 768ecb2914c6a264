/** Requests a site with its settings; a session needs those of the user's own site. */
export const siteSettingsRequest = (id: string) => ({
  params: { id },
  query: { populate: 'simple' as const },
})
