import { callMethods, endpoints, type ProjectNotifierRow } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useCan } from '../../../session/me.tsx'

const notifier = endpoints.projectNotifier

const isApp = (values: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(values['methods']) && values['methods'].includes('app')

const useFields = (projectId: number) => {
  const { t } = useTranslation('project-notifier')
  const methods = callMethods.map((value) => ({ value, label: enumLabel('notifyMethod', value) }))
  return {
    who: [{ name: 'name', label: fieldLabel('personName') }, 'role'] as const,
    how: [
      { name: 'methods', hint: t(($) => $.form.methods), control: <Select mode="multiple" options={methods} /> },
      {
        name: 'accountId',
        source: notifier.accounts,
        sourceInput: { projectId },
        hint: t(($) => $.form.accountHint),
        when: isApp,
      },
      { name: 'language', hint: t(($) => $.form.languageHint) },
      { name: 'enabled', label: t(($) => $.state) },
    ] as const,
  }
}

type Personal = Pick<ProjectNotifierRow, 'phone' | 'email'>

const EditPerson = ({
  row,
  projectId,
  shown,
  onClose,
}: {
  row: ProjectNotifierRow
  projectId: number
  /** Undefined for users who may not see phone and email in full: if left empty, they stay. */
  shown: Personal | undefined
  onClose: () => void
}) => {
  const { t } = useTranslation('project-notifier')
  const { who, how } = useFields(projectId)
  const { id, version, name, role, methods, accountId, language, enabled } = row
  const personal = <N extends 'phone' | 'email'>(field: N) =>
    shown ? field : { name: field, control: <Input placeholder={row[field] ?? ''} />, hint: t(($) => $.masked) }
  const noEmail = row.email === null ? [] : ([{ name: 'noEmail' as const, when: () => shown === undefined }] as const)
  return (
    <FormDialog
      endpoint={notifier.update}
      title={t(($) => $.edit)}
      initial={withoutNulls({ name, role, methods, accountId, language, enabled, ...shown })}
      // For a user who sees the address, emptying the field removes it.
      hidden={{ id, version, ...(shown ? { noEmail: true } : {}) }}
      fields={[...who, personal('phone'), personal('email'), ...noEmail, ...how]}
      onClose={onClose}
    />
  )
}

/** Default methods, if none of the project's suit a person on a call list. */
const usualMethods = ['voice', 'sms'] as const

const AddPerson = ({ projectId, onClose }: { projectId: number; onClose: () => void }) => {
  const { t } = useTranslation('project-notifier')
  const { who, how } = useFields(projectId)
  const mayView = useCan()('project:view')
  const project = useCall(endpoints.project.detail, { id: projectId }, { quiet: true, enabled: mayView })
  if (mayView && project.isPending) return null
  const said = callMethods.filter((method) => project.data?.notifyMethods.includes(method))
  const methods = said.length > 0 ? said : [...usualMethods]
  const [first, ...rest] = how
  const hint = t(($) => (said.length > 0 ? $.form.proposed : $.form.methods))
  return (
    <FormDialog
      endpoint={notifier.create}
      title={t(($) => $.create)}
      initial={{ role: 'responsible', methods, language: 'zh', enabled: true }}
      hidden={{ projectId }}
      fields={[...who, 'phone', 'email', { ...first, hint }, ...rest]}
      onClose={onClose}
    />
  )
}

interface NotifierFormProps {
  row: ProjectNotifierRow | undefined
  projectId: number
  onClose: () => void
}

/** Adds a person to the call list of a project, or edits one: in full for users who may see it, which is audited. */
export default function ProjectNotifierForm({ row, projectId, onClose }: NotifierFormProps) {
  const mayUnmask = useCan()('projectNotifier:unmask')
  const [shown, setShown] = useState<Personal>()
  const id = row?.id
  useEffect(() => {
    if (id === undefined || !mayUnmask) return undefined
    let current = true
    call(notifier.unmask, { id }).then(
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
    return <EditPerson row={row} projectId={projectId} shown={shown} onClose={onClose} />
  }
  return <AddPerson projectId={projectId} onClose={onClose} />
}
