import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { Rules } from './rules.tsx'
import { WhoWouldBeCalled } from './who-would-be-called.tsx'
import '../../../kit/list/list.css'
import '../../../kit/detail/detail.css'

/** Notification rules, and whom they would call now. */
export default function NotifyRuleListPage() {
  const { t } = useTranslation('notify-rule')
  const title = usePageName()
  const search = usePageSearch()
  const navigate = useNavigate()
  const tabs = [
    { key: 'rules', label: t(($) => $.tabs.rules), content: <Rules /> },
    { key: 'who', label: t(($) => $.tabs.who), content: <WhoWouldBeCalled /> },
  ]
  const open = tabs.find(({ key }) => key === search['tab'])?.key ?? 'rules'
  return (
    <>
      <h1>{title}</h1>
      <DetailTabs tabs={tabs} open={open} onOpen={(tab) => void navigate({ to: '.', search: { tab } })} />
    </>
  )
}
