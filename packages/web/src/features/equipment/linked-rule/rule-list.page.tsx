import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { RuleRuns } from './rule-runs.tsx'
import { Rules } from './rules.tsx'
import '../../../kit/list/list.css'
import '../../../kit/detail/detail.css'

/** Linked rules of all projects in scope, and their runs. */
export default function RuleListPage() {
  const { t } = useTranslation('linked-rule')
  const title = usePageName()
  const search = usePageSearch()
  const navigate = useNavigate()
  const tabs = [
    { key: 'rules', label: t(($) => $.tabs.rules), content: <Rules /> },
    { key: 'runs', label: t(($) => $.tabs.runs), content: <RuleRuns /> },
  ]
  const open = tabs.find(({ key }) => key === search['tab'])?.key ?? 'rules'
  return (
    <>
      <h1>{title}</h1>
      <DetailTabs tabs={tabs} open={open} onOpen={(tab) => void navigate({ to: '.', search: { tab } })} />
    </>
  )
}
