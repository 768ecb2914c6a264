import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'aria-label'> {
  label: string
}

export function SearchBox({ label, ...rest }: SearchBoxProps) {
  return (
    <div className="search">
      <Search className="icon" aria-hidden="true" />
      <input {...rest} type="search" className="input quiet" placeholder={label} aria-label={label} />
    </div>
  )
}
