import type { ParamPart, RowType, WebhookParam } from '@eot/contract/webhook-params'
import type { WebhookVariable } from '@eot/contract/webhook-variables'
import type { ReactNode } from 'react'
import type { Problems } from './problems.ts'
import type { RowLine } from './rows.ts'

export interface RowTreeProps {
  part: ParamPart
  rows: readonly WebhookParam[]
  /** The types that rows of this part can have. */
  types: readonly RowType[]
  /** The problems to show. */
  problems: Problems
  variables: readonly WebhookVariable[] | undefined
  onChange: (rows: WebhookParam[]) => void
  /** The user has left a row, so its problems may be shown. */
  onLeave: (id: string) => void
  /** Below the heading, if there is no row. */
  emptyText: string
  /** Beside the button that adds a row. */
  actions?: ReactNode
}

export interface RowFieldsProps extends RowTreeProps {
  line: RowLine
  isCollapsed: boolean
  onToggle: () => void
  onAdd: () => void
}

/** Returns whether each event fills it in. */
export const isConfig = ({ row, isInConfig }: RowLine) => isInConfig || row.paramType === 'config'
