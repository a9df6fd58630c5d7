import { endpoints, type LinkedRuleRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { Time } from '../../../kit/time.tsx'
import { DangerTag, valuesText } from '../device-command/command-cells.tsx'
import { useRuleWords } from './rule-words.ts'

const RuleForm = lazy(() => import('./rule.form.tsx'))

const linkedRule = endpoints.linkedRule

/** The rules of one project, or of all projects in scope. */
export const Rules = ({ projectId }: { projectId?: number }) => {
  const { t } = useTranslation('linked-rule')
  const { who, what, sends } = useRuleWords()
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<LinkedRuleRow>({
    calls: linkedRule,
    renderForm: (open) => <RuleForm projectId={projectId} {...open} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), disable: () => t(($) => $.disable), remove: t(($) => $.deleteHint) },
  })
  return (
    <>
      <ListPage
        endpoint={linkedRule.page}
        {...(projectId === undefined ? { headless: true } : { embedded: true, fixed: { projectId } })}
        title={t(($) => $.tabs.rules)}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          ...(projectId === undefined
            ? [{ kind: 'remote', name: 'projectId', endpoint: endpoints.project.select } as const]
            : []),
          'trigger',
          'enabled',
        ]}
        columns={[
          { field: 'name', render: ({ name, projectName }) => <TwoLines small={projectName}>{name}</TwoLines> },
          { field: 'trigger', label: t(($) => $.starting), render: (row) => <TwoLines small={what(row)}>{who(row)}</TwoLines> },
          {
            field: 'commandName',
            label: t(($) => $.sending),
            render: (row) => (
              <TwoLines small={[listed(row.targets.map(({ code }) => code)), valuesText(row.params)].filter(Boolean).join(' · ')}>
                {sends(row)} {row.dangerous && <DangerTag />}
              </TwoLines>
            ),
          },
          'pauseS',
          {
            field: 'lastRunAt',
            render: ({ lastRunAt }) =>
              lastRunAt === null ? <span className="ew-muted">{t(($) => $.never)}</span> : <Time value={lastRunAt} />,
          },
          'enabled',
          { field: 'companyName', optional: true },
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), setEnabled(row), remove(row)]}
      />
      {dialog}
    </>
  )
}
