import type { Generated } from 'kysely'

interface CollectionTable {
  id: string
  site_id: string
  name: string
  is_active: Generated<boolean>
  version: Generated<number>
}

export interface CollectionTables {
  device_group: CollectionTable
  device_group_device: { device_group_id: string; device_id: string }
  user_list: CollectionTable
  user_list_user: { user_list_id: string; user_id: string }
}
