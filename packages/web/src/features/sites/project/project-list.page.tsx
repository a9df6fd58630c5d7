import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { toneOf, useProjectColumns } from './project-cells.tsx'
import { useProjectActions } from './use-project-actions.tsx'

const { project, projectType, customer } = endpoints

export default function ProjectListPage() {
  const { t } = useTranslation('project')
  const { user } = useMe()
  const can = useCan()
  const { toolbar, actionsOf, dialog } = useProjectActions()
  const columns = useProjectColumns()
  const views = t(($) => $.views, { returnObjects: true })
  return (
    <>
      <ListPage
        endpoint={project.page}
        exporter={project.export}
        views={[
          { label: views.alarmed, when: { alarmed: 'true' } },
          { label: views.test, when: { onTest: 'true' } },
          { label: views.pending, when: { audit: 'pending' } },
          { label: views.maintenance, when: { status: 'maintenance' } },
          { label: views.expired, when: { status: 'overmaintenance' } },
          { label: views.stopped, when: { stopped: 'true' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'status',
          { kind: 'remote', name: 'typeId', endpoint: projectType.select },
          { kind: 'dateRange', names: ['dueFrom', 'dueTo'], label: t(($) => $.due) },
          'audit',
          ...(can('customer:view') ? [{ kind: 'remote' as const, name: 'customerId' as const, endpoint: customer.select }] : []),
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'remote', name: 'adminId', endpoint: project.adminSelect },
          { kind: 'address' },
          'stopped',
          'onTest',
          'alarmed',
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={columns}
        actions={toolbar}
        rowActions={actionsOf}
        tone={toneOf}
      />
      {dialog}
    </>
  )
}
