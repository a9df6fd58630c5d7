import { endpoints, type ProjectTypeRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/language.ts'
import { auditColumnsWith } from '../../../kit/list/standard-columns.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'

const ProjectTypeForm = lazy(() => import('./project-type.form.tsx'))

const projectType = endpoints.projectType

/** The project types, common to all companies. */
export default function ProjectTypeListPage() {
  const { t } = useTranslation('project')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<ProjectTypeRow>({
    calls: projectType,
    renderForm: (open) => <ProjectTypeForm {...open} />,
    nameOf: ({ nameZh, nameEn }) => (currentLanguage() === 'zh' ? nameZh : nameEn),
    texts: {
      create: t(($) => $.type.create),
      disable: () => t(($) => $.type.disable),
      remove: t(($) => $.type.deleteHint),
    },
  })
  return (
    <>
      <ListPage
        endpoint={projectType.page}
        exporter={projectType.export}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.type.keyword) }, 'enabled', { kind: 'dateRange' }]}
        columns={[
          'code',
          'nameZh',
          'nameEn',
          'enabled',
          'projects',
          'callRules',
          'maintenanceYears',
          'inspectionCycleDays',
          'maintenanceCycleDays',
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), setEnabled(row), remove(row)]}
      />
      {dialog}
    </>
  )
}
