import { useNavigate, useSearch } from '@tanstack/react-router'
import type { EmailSearch } from './email-search.ts'

/** The address as state: what is shown, and how to show something else. */
export function useEmailSearch() {
  const search = useSearch({ from: '/portal/admin/notifications' })
  const navigate = useNavigate({ from: '/admin/notifications' })

  function show(change: Partial<EmailSearch>, replace = false) {
    void navigate({ search: (before) => ({ ...before, ...change }), replace, resetScroll: false })
  }

  /** Other rows begin at the first page. */
  function narrow(change: Pick<EmailSearch, 'search' | 'status' | 'type'>, replace = false) {
    show({ ...change, page: undefined }, replace)
  }

  return { search, show, narrow }
}
