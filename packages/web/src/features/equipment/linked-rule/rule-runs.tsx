import { endpoints, type LinkedRuleRunRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { clauses } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'

const linkedRule = endpoints.linkedRule
/** Maximum number of devices listed. */
const named = 3

const Steps = ({ steps }: Pick<LinkedRuleRunRow, 'steps'>) => {
  const { t } = useTranslation('linked-rule')
  const words = steps
    .slice(0, named)
    .map(({ deviceCode: code, reason }) =>
      reason === null ? t(($) => $.runs.sentTo, { code }) : t(($) => $.runs.notSent, { code, reason }),
    )
  const more = steps.length - named
  return <>{clauses([...words, more > 0 ? t(($) => $.runs.more, { count: more }) : null])}</>
}

/** Runs of rules with their results: for one device's signals, one project, or everything in scope. */
export const RuleRuns = ({ of }: { of?: { deviceId: number } | { projectId: number } }) => {
  const { t } = useTranslation('linked-rule')
  return (
    <ListPage
      endpoint={linkedRule.runs}
      {...(of ? { embedded: true, fixed: of } : { headless: true })}
      title={t(($) => $.tabs.runs)}
      filters={[
        { kind: 'input', name: 'keyword', label: t(($) => $.runs.keyword) },
        'outcome',
        ...(of ? [] : [{ kind: 'remote', name: 'projectId', endpoint: endpoints.project.select } as const]),
        { kind: 'dateRange' },
      ]}
      columns={[
        'at',
        { field: 'ruleName', render: ({ ruleName, projectName }) => <TwoLines small={projectName}>{ruleName}</TwoLines> },
        {
          field: 'deviceCode',
          label: t(($) => $.runs.from),
          render: ({ deviceCode, sourceCode }) => <TwoLines small={sourceCode}>{deviceCode}</TwoLines>,
        },
        'outcome',
        { field: 'steps', render: ({ steps }) => <Steps steps={steps} /> },
      ]}
      tone={({ outcome }) => (outcome === 'sent' ? undefined : 'fault')}
    />
  )
}
