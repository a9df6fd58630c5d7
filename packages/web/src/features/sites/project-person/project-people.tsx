import { endpoints, type ProjectPersonRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Phone, UnmaskButton, useUnmask } from '../../../kit/masked.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { Expiry, isExpiring } from './expiry.tsx'

const ProjectPersonForm = lazy(() => import('./project-person.form.tsx'))

const person = endpoints.projectPerson

/** The phone, masked until a user with permission requests it; that is audited. */
const PersonPhone = ({ row }: { row: ProjectPersonRow }) => {
  const run = useRunWrite()
  const { isShown, inFull, show } = useUnmask((id) => run(person.unmask, { id }))
  const { phone } = inFull(row)
  if (phone === null) return <>—</>
  return (
    <span>
      <Phone number={phone} />
      {!isShown(row) && <UnmaskButton op="projectPerson:unmask" name={row.name} onShow={() => show(row)} />}
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
          { field: 'phone', render: (row) => <PersonPhone row={row} /> },
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
