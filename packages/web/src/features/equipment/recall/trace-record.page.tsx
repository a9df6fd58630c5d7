import { endpoints, type RecallRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '@tanstack/react-router'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { operationsFor, useCan } from '../../../session/me.tsx'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { ScanCode } from '../product-trace/scan-code.tsx'
import { TracedDevices } from '../product-trace/traced-devices.tsx'
import '../../../kit/detail/detail.css'
import '../../../kit/list/list.css'

const CreateRecall = lazy(() => import('./create-recall.form.tsx'))
const CloseRecall = lazy(() => import('./close-recall.form.tsx'))
const RecallProgress = lazy(() => import('./recall-progress.tsx'))

const recall = endpoints.recall

/** The recalled batches, as a tab of the trace. */
export const RecallList = () => {
  const { t } = useTranslation('recall')
  const [creating, setCreating] = useState(false)
  const [closing, setClosing] = useState<RecallRow>()
  const [followed, setFollowed] = useState<RecallRow>()
  return (
    <>
      <ListPage
        headless
        endpoint={recall.page}
        exporter={recall.export}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.keyword) }, 'state', { kind: 'dateRange' }]}
        columns={[
          'code',
          { field: 'batch', render: (row) => <TwoLines small={row.modelName ?? t(($) => $.everyModel)}>{row.batch}</TwoLines> },
          'reason',
          'state',
          {
            field: 'inUseCount',
            label: t(($) => $.progress),
            render: (row) => t(($) => $.doneOf, { done: row.deviceCount - row.inUseCount, total: row.deviceCount }),
          },
          'companyName',
          'createdAt',
          { field: 'closedAt', optional: true },
          { field: 'closeNote', optional: true },
          ...auditColumns.filter(({ field }) => field !== 'createdAt'),
        ]}
        actions={[
          {
            key: 'create',
            label: t(($) => $.create),
            ...operationsFor(recall.create),
            primary: true,
            onClick: () => setCreating(true),
          },
        ]}
        rowActions={(row) => [
          { key: 'progress', label: t(($) => $.whom), primary: true, onClick: () => setFollowed(row) },
          {
            key: 'close',
            label: t(($) => $.close),
            ...operationsFor(recall.close),
            off: row.state === 'open' ? undefined : t(($) => $.closed),
            onClick: () => setClosing(row),
          },
        ]}
        tone={({ state, inUseCount }) => (state === 'open' && inUseCount > 0 ? 'fault' : undefined)}
      />
      <Suspense>
        {creating && <CreateRecall onClose={() => setCreating(false)} />}
        {closing && <CloseRecall row={closing} onClose={() => setClosing(undefined)} />}
        {followed && <RecallProgress row={followed} onClose={() => setFollowed(undefined)} />}
      </Suspense>
    </>
  )
}

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
