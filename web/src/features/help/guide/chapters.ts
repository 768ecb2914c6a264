/** The pages of the guide, one for each role. */
export const chapters = ['on-duty', 'managing-a-site', 'administering'] as const
export type Chapter = (typeof chapters)[number]

/** Reads the chapter from the address. */
export const readGuide = ({ guide }: Record<string, unknown>): { guide?: Chapter | undefined } => ({
  guide: chapters.find((chapter) => chapter === guide),
})
