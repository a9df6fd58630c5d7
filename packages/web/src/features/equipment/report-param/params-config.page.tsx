import { endpoints } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { useCan } from '../../../session/me.tsx'
import { SignalTypeList } from '../../alarms/signal-type/signal-type-list.tsx'
import { ReportParamList } from './report-param-list.tsx'
import '../../../kit/detail/detail.css'
import '../../../kit/list/list.css'

/** The meaning of codes, and the types of alarms and faults that they raise. The open tab is part of the address. */
export default function ParamsConfigPage() {
  const { t } = useTranslation('report-param')
  const title = usePageName()
  const search = usePageSearch()
  const navigate = useNavigate()
  const can = useCan()
  const tabs = [
    { key: 'params', label: t(($) => $.tabs.params), op: endpoints.reportParam.page.access, content: <ReportParamList /> },
    {
      key: 'alarmTypes',
      label: t(($) => $.tabs.alarmTypes),
      op: endpoints.alarmType.page.access,
      content: <SignalTypeList key="alarm" kind="alarm" />,
    },
    {
      key: 'faultTypes',
      label: t(($) => $.tabs.faultTypes),
      op: endpoints.faultType.page.access,
      content: <SignalTypeList key="fault" kind="fault" />,
    },
  ].filter(({ op }) => can(op))
  const open = tabs.find(({ key }) => key === search['tab'])?.key ?? 'params'
  return (
    <section>
      <h1>{title}</h1>
      {/* The filters of one list do not apply to another. */}
      <DetailTabs tabs={tabs} open={open} onOpen={(tab) => void navigate({ to: '.', search: { tab } })} />
    </section>
  )
}
