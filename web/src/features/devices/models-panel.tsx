import './device-page.css'
import { type Model, models } from '@eot/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { SensorName } from '../../domain/sensors/sensor-look.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { Allowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ModelDialog } from './model-dialog.tsx'

/** Device models with their sensor kinds. */
export function ModelsPanel({ views }: { views: ReactNode }) {
  const { t } = useTranslation()
  const all = useQuery(queryOf(models.all))
  const [edited, setEdited] = useState<Model | 'new'>()
  return (
    <div className="split alone">
      <div>
        <PageHead
          title={t('devices.admin.title')}
          actions={
            <Allowed to="ManageModels">
              <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
                {t('devices.models.add')}
              </Button>
            </Allowed>
          }
        />
        {views}
        <section className="card" aria-label={t('devices.models.title')}>
          <h2 className="vh">{t('devices.models.title')}</h2>
          <Panel query={all} skeleton={<SkeletonRows rows={4} />}>
            {(list) => (
              <ul className="model-list">
                {list.map((model) => (
                  <ModelRow key={model.Id} model={model} onEdit={() => setEdited(model)} />
                ))}
              </ul>
            )}
          </Panel>
        </section>
      </div>
      {edited && (
        <ModelDialog model={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}

function ModelRow({ model, onEdit }: { model: Model; onEdit: () => void }) {
  const { t } = useTranslation()
  return (
    <li>
      <div>
        <h3 className="row">
          {model.Name}
          {!model.IsActive && <Chip tone="outline">{t('devices.models.retired')}</Chip>}
        </h3>
        <p className="muted">
          {t('devices.models.count', { count: model.Kinds.length })}{' '}
          {model.Kinds.map((kind, index) => (
            <span key={kind}>
              {index > 0 && ', '}
              <SensorName sensor={kind} />
            </span>
          ))}
        </p>
      </div>
      <Allowed to="ManageModels">
        <Button size="sm" onClick={onEdit}>
          {t('devices.edit.open')}
          <span className="vh"> {model.Name}</span>
        </Button>
      </Allowed>
    </li>
  )
}
