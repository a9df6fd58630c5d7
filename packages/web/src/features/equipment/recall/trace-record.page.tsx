import { endpoints } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { usePageSearch } from '../../../kit/page-search.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { useCan } from '../../../session/me.tsx'
import { ScanCode } from '../product-trace/scan-code.tsx'
import { TracedDevices } from '../product-trace/traced-devices.tsx'
import { RecallList } from './recall-list.tsx'
import '../../../kit/detail/detail.css'
import '../../../kit/list/list.css'

const Query = () => (
  <>
    <ScanCode />
    <TracedDevices />
  </>
)

/** Where devices are and have been, and recalled batches. The open tab is part of the address. */
export default function TraceRecordPage() {
  const { t } = useTranslation('recall')
  const title = usePageName()
  const search = usePageSearch()
  const navigate = useNavigate()
  const mayRecall = useCan()(endpoints.recall.page.access)
  const tabs = [
    { key: 'query', label: t(($) => $.tabs.query), content: <Query /> },
    ...(mayRecall ? [{ key: 'recalls', label: t(($) => $.tabs.recalls), content: <RecallList /> }] : []),
  ]
  const open = tabs.find(({ key }) => key === search['tab'])?.key ?? 'query'
  return (
    <section>
      <h1>{title}</h1>
      <DetailTabs tabs={tabs} open={open} onOpen={(tab) => void navigate({ to: '.', search: { tab } })} />
    </section>
  )
}
