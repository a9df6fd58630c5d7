import { endpoints, type RecallRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../kit/list/standard-columns.tsx'
import { operationsFor } from '../../session/me.tsx'

const CreateRecall = lazy(() => import('./create-recall.form.tsx'))
const CloseRecall = lazy(() => import('./close-recall.form.tsx'))
const RecallProgress = lazy(() => import('./recall-progress.tsx'))

const recall = endpoints.recall

/** Batches that are called back, as a tab of the trace. */
export const RecallList = () => {
  const { t } = useTranslation('recall')
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const progress = (row: RecallRow) => setDialog(<RecallProgress row={row} onClose={close} />)
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
            onClick: () => setDialog(<CreateRecall onClose={close} />),
          },
        ]}
        rowActions={(row) => [
          { key: 'progress', label: t(($) => $.whom), primary: true, onClick: () => progress(row) },
          {
            key: 'close',
            label: t(($) => $.close),
            ...operationsFor(recall.close),
            off: row.state === 'open' ? undefined : t(($) => $.closed),
            onClick: () => setDialog(<CloseRecall row={row} onClose={close} />),
          },
        ]}
        tone={({ state, inUseCount }) => (state === 'open' && inUseCount > 0 ? 'fault' : undefined)}
      />
      <Suspense>{dialog}</Suspense>
    </>
  )
}
