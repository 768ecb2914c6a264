export const sensors = {} as const
