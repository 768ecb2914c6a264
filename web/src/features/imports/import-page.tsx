import './imports.css'
import { type Import, type ImportKind, imports } from '@eot/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { CheckStep } from './check-step.tsx'
import { DoneStep } from './done-step.tsx'
import { EndedStep } from './ended-step.tsx'
import { FileStep } from './file-step.tsx'
import type { ImportAddress } from './import-address.ts'
import { isReplaced, ReplacedStep } from './replaced-step.tsx'
import { WorkStep } from './work-step.tsx'

const Labels = lazy(async () => ({ default: (await import('./labels.tsx')).Labels }))

export const ImportDevicesPage = () => <ImportPage kind="Devices" />
export const ImportSitesPage = () => <ImportPage kind="Sites" />

/** How often the progress of a step is read. */
const pollMs = 400
const working: readonly Import['State'][] = ['Checking', 'Applying', 'Undoing']
const isWorking = ({ State }: Import): boolean => working.includes(State)

/** Returns the state to show. A file that is checked again after a correction stays on the screen. */
const shownState = ({ State, Lines }: Import): Import['State'] =>
  State === 'Checking' && Lines > 0 ? 'Checked' : State

const stepOf: Record<Import['State'], number> = {
  Refused: 0,
  Checking: 1,
  Checked: 1,
  Applying: 2,
  Canceled: 2,
  Done: 3,
  Undoing: 3,
  Undone: 3,
}

/** Guides a file through the steps. The address names the import, so that the user can leave and return. */
function ImportPage({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address: ImportAddress = useSearch({ strict: false })
  const id = address.import
  const go = (to: ImportAddress) => void navigate({ to: '.', search: (before) => ({ ...before, ...to }) })
  const open = (next: string | undefined) =>
    go({ import: next, fate: undefined, find: undefined, page: undefined, labels: undefined })
  const steps = [
    t('imports.steps.file'),
    t('imports.steps.check'),
    t('imports.steps.apply'),
    t('imports.steps.done'),
  ]
  const query = useQuery({
    ...queryOf(imports.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false),
  })
  const shown = id === undefined ? undefined : query.data
  const state = shown && shownState(shown)
  useFocusOnStep(state)
  if (shown?.State === 'Done' && address.labels)
    return (
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <Labels of={shown} page={address.page ?? 0} onPage={(page) => go({ page: page || undefined })} />
      </Suspense>
    )
  return (
    <div className={state === 'Checked' ? 'import' : 'import narrow'}>
      <PageHead
        title={t(`imports.title.${kind}`)}
        sub={shown && <About of={shown} />}
        actions={
          state === 'Checked' && (
            <Button icon={FileUp} onClick={() => open(undefined)}>
              {t('imports.other')}
            </Button>
          )
        }
      />
      <Stepper label={t('imports.steps.label')} steps={steps} current={state ? stepOf[state] : 0} />
      {id === undefined ? (
        <FileStep kind={kind} onOpen={open} />
      ) : isReplaced(query.error) ? (
        <ReplacedStep error={query.error} onOpen={open} />
      ) : (
        <Panel query={query} skeleton={<SkeletonRows rows={6} />} className="import-card">
          {(found) => <Step found={found} address={address} onGo={go} onOpen={open} />}
        </Panel>
      )}
    </div>
  )
}

function About({ of }: { of: Import }) {
  const { t } = useTranslation()
  if (of.Lines === 0) return of.FileName
  const { FileName: file, Lines, Encoding: encoding } = of
  return t('imports.about', { file, count: Lines, encoding })
}

interface StepProps {
  found: Import
  address: ImportAddress
  onGo: (to: ImportAddress) => void
  onOpen: (id: string | undefined) => void
}

function Step({ found, address, onGo, onOpen }: StepProps) {
  if (shownState(found) === 'Checked') return <CheckStep of={found} address={address} onGo={onGo} />
  if (isWorking(found)) return <WorkStep of={found} />
  if (found.State === 'Done') return <DoneStep of={found} onOpen={onOpen} />
  return <EndedStep of={found} onOpen={onOpen} />
}

/** A new step replaces the controls of the last one, so the focus goes to the heading, as after navigation. */
function useFocusOnStep(state: Import['State'] | undefined): void {
  useEffect(() => {
    if (state !== undefined) document.querySelector<HTMLElement>('.import h1')?.focus()
  }, [state])
}
