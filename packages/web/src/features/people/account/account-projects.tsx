import { endpoints, type AccountProjectRow, type EnumValue } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { toast } from '../../../toast.ts'
import { operationsFor } from '../../../session/me.tsx'

const account = endpoints.account

interface AccountProjectsProps {
  row: { id: number; account: string; manageable: boolean; dataScope: EnumValue<'dataScope'> | null }
}

/** The projects assigned to an account: assign more, or withdraw some. */
export const AccountProjects = ({ row }: AccountProjectsProps) => {
  const { t } = useTranslation('account')
  const [adding, setAdding] = useState(false)
  const run = useRunWrite()
  const off = row.manageable ? undefined : t(($) => $.off.level)
  const withdraw = async (projects: readonly AccountProjectRow[]): Promise<void> => {
    await run(account.withdrawProjects, { accountId: row.id, projectIds: projects.map(({ id }) => id) })
    toast.success(t(($) => $.projects.withdrawn, { count: projects.length }))
  }
  const withdrawAction = (projects: readonly AccountProjectRow[]) => ({
    key: 'withdraw',
    label: t(($) => $.projects.withdraw),
    ...operationsFor(account.withdrawProjects),
    danger: true,
    off: off ?? (projects.length === 0 ? t(($) => $.projects.chooseFirst) : undefined),
    confirm: t(($) => $.projects.withdrawAsk, { count: projects.length, name: row.account }),
    onClick: () => void withdraw(projects),
  })
  return (
    <>
      {row.dataScope !== null && row.dataScope !== 'projects' && (
        <Alert type="info" showIcon title={t(($) => $.projects.unused, { scope: enumLabel('dataScope', row.dataScope) })} />
      )}
      <ListPage
        embedded
        endpoint={account.projects}
        fixed={{ accountId: row.id }}
        title={t(($) => $.tabs.projects)}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.projects.keyword) }]}
        columns={['code', 'name', 'status', 'customerName', 'companyName', 'assignedAt', 'assignedBy']}
        actions={[
          {
            key: 'assign',
            label: t(($) => $.projects.assign),
            ...operationsFor(account.assignProjects),
            primary: true,
            off,
            onClick: () => setAdding(true),
          },
        ]}
        rowActions={(project) => [withdrawAction([project])]}
        selection={(projects) => [withdrawAction(projects)]}
      />
      {adding && (
        <FormDialog
          endpoint={account.assignProjects}
          title={t(($) => $.projects.assignTo, { name: row.account })}
          hidden={{ accountId: row.id }}
          fields={[
            {
              name: 'projectIds',
              label: fieldLabel('projectIds'),
              source: endpoints.project.select,
              hint: t(($) => $.projects.assignHint),
            },
          ]}
          saved={t(($) => $.projects.assigned)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
