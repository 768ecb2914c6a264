import { makeQueryClient } from '../lib/api/query.ts'

export const queryClient = makeQueryClient()
