import { Bell } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseAlertSearch } from './alert-search.ts'

const options = { icon: Bell, search: parseAlertSearch, wide: true }
const load = async () => (await import('./alerts-page.tsx')).AlertsPage

export const alertPages = [page('/alerts', options, load)] as const

/** The same page for system administrators, whose own site is the root of the tree. */
export const adminAlertPages = [page('/admin/alerts', options, load)] as const
