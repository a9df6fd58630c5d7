import { endpoints, type OutputOf, type ProjectPersonRow } from '@emberwatch/contract'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useCan } from '../../../session/me.tsx'

const person = endpoints.projectPerson
type Shown = OutputOf<typeof person.unmask>

const useFields = () => {
  const { t } = useTranslation('project-person')
  return {
    who: ['role', { name: 'name', label: fieldLabel('personName') }] as const,
    more: [
      { name: 'organisation', hint: t(($) => $.form.organisation) },
      { name: 'certificateNo', hint: t(($) => $.form.certificate) },
      'certificateExpires',
      'remark',
    ] as const,
  }
}

const EditPerson = ({
  row,
  shown,
  onClose,
}: {
  row: ProjectPersonRow
  /** Undefined for users who may not see the phone in full: if left empty, it stays. */
  shown: Shown | undefined
  onClose: () => void
}) => {
  const { t } = useTranslation('project-person')
  const { who, more } = useFields()
  const { id, version, role, name, organisation, certificateNo, certificateExpires, remark } = row
  const phone = shown
    ? ('phone' as const)
    : { name: 'phone' as const, control: <Input placeholder={row.phone ?? ''} />, hint: t(($) => $.masked) }
  return (
    <FormDialog
      endpoint={person.update}
      title={t(($) => $.edit)}
      initial={withoutNulls({ role, name, organisation, certificateNo, certificateExpires, remark, ...shown })}
      // For a user who sees the phone, emptying the field removes it.
      hidden={{ id, version, ...(shown ? { noPhone: true } : {}) }}
      fields={[...who, phone, ...(shown || row.phone === null ? [] : ['noPhone' as const]), ...more]}
      onClose={onClose}
    />
  )
}

interface PersonFormProps {
  row: ProjectPersonRow | undefined
  projectId: number
  onClose: () => void
}

/** Adds or edits a fire safety contact of a project: with the phone in full for users who may see it, which is audited. */
export default function ProjectPersonForm({ row, projectId, onClose }: PersonFormProps) {
  const { t } = useTranslation('project-person')
  const mayUnmask = useCan()('projectPerson:unmask')
  const { who, more } = useFields()
  const [shown, setShown] = useState<Shown>()
  const id = row?.id
  useEffect(() => {
    if (id === undefined || !mayUnmask) return undefined
    let current = true
    call(person.unmask, { id }).then(
      (full) => current && setShown(full),
      () => current && onClose(),
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form keeps what it opened with
  }, [id])
  if (row) {
    if (mayUnmask && !shown) return null
    return <EditPerson row={row} shown={shown} onClose={onClose} />
  }
  return (
    <FormDialog
      endpoint={person.create}
      title={t(($) => $.create)}
      initial={{ role: 'responsible' }}
      hidden={{ projectId }}
      fields={[...who, 'phone', ...more]}
      onClose={onClose}
    />
  )
}
