import './development.css'
import { Bell, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DeviceStatus } from '../../domain/device-status.tsx'
import { InactiveChip } from '../../domain/inactive-chip.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { TextField } from '../../ui/field.tsx'
import { Glyph, type Level } from '../../ui/glyph.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'

const levels: readonly Level[] = ['critical', 'serious', 'caution', 'info', 'ok', 'idle']

/** The components of the kit in both themes, for developers. */
export function ComponentsPage() {
  return (
    <>
      <PageHead title="Components" sub="Only while developing" />
      <div className="theme-pair">
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} data-theme={theme}>
            <Components />
          </div>
        ))}
      </div>
    </>
  )
}

function Components() {
  const [view, setView] = useState<'one' | 'two'>('one')
  const [isOn, setOn] = useState(true)
  const [text, setText] = useState('')
  return (
    <>
      <Group title="Buttons">
        <Button variant="primary" icon={Plus}>
          Primary
        </Button>
        <Button icon={Pencil}>Default</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="danger" className="filled">
          Destroy
        </Button>
        <Button disabled>Disabled</Button>
        <IconButton icon={Bell} label="Icon button" />
      </Group>
      <Group title="Levels">
        {levels.map((level) => (
          <Chip key={level} tone={level} glyph={level}>
            {level}
          </Chip>
        ))}
        {levels.map((level) => (
          <Glyph key={level} level={level} label={level} />
        ))}
      </Group>
      <Group title="Chips and states">
        <Chip>Default</Chip>
        <Chip tone="accent">Accent</Chip>
        <InactiveChip />
        <DeviceStatus device={{ Status: 'ONLINE', Unwatched: null }} />
        <DeviceStatus device={{ Status: 'ONLINE', Unwatched: 'SiteInactive' }} />
        <DeviceStatus device={{ Status: 'ERROR OFFLINE', Unwatched: null }} />
      </Group>
      <Group title="Fields">
        <TextField
          label="Name"
          hint="With a hint"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextField label="Email" error="Please enter a valid email address" defaultValue="ada@" />
        <SearchBox label="Search" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Segments
          label="View"
          value={view}
          options={[
            { value: 'one', text: 'One' },
            { value: 'two', text: 'Two' },
          ]}
          onChange={setView}
        />
        <Check label="Check" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
        <SwitchRow label="Switch" hint="With a hint" checked={isOn} onChange={setOn} />
      </Group>
      <Group title="Notices">
        <Banner>Information</Banner>
        <Banner tone="caution" action={<Button size="sm">Act</Button>}>
          Caution
        </Banner>
        <ErrorPanel text="The server did not respond." onRetry={() => setOn(!isOn)} />
        <Empty icon={Bell} title="Nothing here" action={<Button variant="primary">Add</Button>}>
          What would be here, and how it comes about.
        </Empty>
        <SkeletonRows rows={3} />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="body specimens">{children}</div>
    </section>
  )
}
