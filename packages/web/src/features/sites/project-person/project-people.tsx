import { expiringDays, endpoints, type ProjectPersonRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { lazy } from 'react'
import { TwoLines, auditColumns } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { useRunWrite } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { Phone, UnmaskButton, useUnmask } from '../../../kit/masked.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'

/** The last day of a certificate or document and the remaining time: marked when it is near, and with another shape once it has passed. */
export const Expiry = ({ day, daysLeft }: { day: string | null; daysLeft: number | null }) => {
  const { t } = useTranslation('project-person')
  if (day === null || daysLeft === null) return <>—</>
  const words =
    daysLeft > 0
      ? t(($) => $.expiry.left, { count: daysLeft })
      : daysLeft === 0
        ? t(($) => $.expiry.today)
        : t(($) => $.expiry.over, { count: -daysLeft })
  return (
    <TwoLines
      small={daysLeft > expiringDays ? words : <Tag look={{ tone: 'fault', shape: daysLeft < 0 ? '⊘' : '▲' }}>{words}</Tag>}
    >
      <time dateTime={day}>{day}</time>
    </TwoLines>
  )
}

export const isExpiring = ({ daysLeft }: { daysLeft: number | null }): boolean => daysLeft !== null && daysLeft <= expiringDays

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
