import { EyeOutlined } from '@ant-design/icons'
import { endpoints, type ProjectPersonRow } from '@emberwatch/contract'
import { Button } from 'antd'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { useCan } from '../../../session/me.tsx'
import { Expiry, isExpiring } from './expiry.tsx'

const ProjectPersonForm = lazy(() => import('./project-person.form.tsx'))

const person = endpoints.projectPerson

/** The phone, masked until a user with permission requests it; that is audited. */
const Phone = ({ row }: { row: ProjectPersonRow }) => {
  const { t } = useTranslation('project-person')
  const run = useRunWrite()
  const mayUnmask = useCan()('projectPerson:unmask')
  const [seen, setSeen] = useState<{ version: number; phone: string | null }>()
  const [busy, setBusy] = useState(false)
  if (row.phone === null) return <>—</>
  // Another version of the row may have another number.
  const full = seen?.version === row.version ? seen.phone : null
  if (full !== null) return <a href={`tel:${full.replaceAll(/[^\d+]/g, '')}`}>{full}</a>
  const show = async () => {
    setBusy(true)
    try {
      setSeen({ version: row.version, ...(await run(person.unmask, { id: row.id })) })
    } catch {
      // The call has shown its failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <span>
      {row.phone}
      {mayUnmask && (
        <Button
          type="text"
          size="small"
          loading={busy}
          icon={<EyeOutlined aria-hidden />}
          aria-label={t(($) => $.unmaskOf, { name: row.name })}
          title={t(($) => $.unmask)}
          onClick={() => void show()}
        />
      )}
    </span>
  )
}

/** The fire safety contacts of a project, and how long their certificates are valid. */
export const ProjectPeople = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('project-person')
  const { toolbar, edit, remove, dialog } = useRowActions<ProjectPersonRow>({
    calls: person,
    renderForm: (open) => <ProjectPersonForm {...open} projectId={projectId} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint) },
  })
  return (
    <>
      <ListPage
        embedded
        endpoint={person.page}
        fixed={{ projectId }}
        exporter={person.export}
        title={t(($) => $.title)}
        filters={['role', 'expiring']}
        views={[{ label: t(($) => $.views.expiring), when: { expiring: 'true' } }]}
        columns={[
          'role',
          {
            field: 'name',
            label: fieldLabel('personName'),
            render: ({ name, organisation }) => <TwoLines small={organisation}>{name}</TwoLines>,
          },
          { field: 'phone', render: (row) => <Phone row={row} /> },
          'certificateNo',
          {
            field: 'certificateExpires',
            render: ({ certificateExpires, daysLeft }) => <Expiry day={certificateExpires} daysLeft={daysLeft} />,
          },
          'remark',
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), remove(row)]}
        tone={(row) => (isExpiring(row) ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
