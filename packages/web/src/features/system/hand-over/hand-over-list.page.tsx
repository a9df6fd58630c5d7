import { endpoints } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { operationsFor } from '../../../session/me.tsx'

const HandOverForm = lazy(() => import('./hand-over.form.tsx'))

const handOver = endpoints.handOver

/** Hand-overs of projects and companies, and where they are started. `?project=` and `?company=` open the form for one. */
export default function HandOverListPage() {
  const { t } = useTranslation('hand-over')
  const search = usePageSearch()
  const navigate = useNavigate()
  const asked = (['project', 'company'] as const).find((kind) => Number(search[kind]) > 0)
  const [open, setOpen] = useState<'project' | 'company' | undefined>(asked)
  const kind = open ?? asked
  const close = (): void => {
    setOpen(undefined)
    if (asked) void navigate({ to: '.', search: {}, replace: true })
  }
  return (
    <>
      <ListPage
        endpoint={handOver.page}
        exporter={handOver.export}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.keyword) }, 'kind', 'state', { kind: 'dateRange' }]}
        columns={[
          { field: 'objectName', render: ({ objectName, reason }) => <TwoLines small={reason}>{objectName}</TwoLines> },
          'kind',
          'fromCompany',
          'toCompany',
          {
            field: 'state',
            render: ({ state, error }) => (
              <TwoLines small={error === 'internal' || error === 'notSettled' ? t(($) => $[error]) : error}>
                {enumLabel('handOverState', state)}
              </TwoLines>
            ),
          },
          'movedRows',
          'finishedAt',
          ...auditColumnsWith('createdAt'),
        ]}
        actions={(['project', 'company'] as const).map((one) => ({
          key: one,
          label: t(($) => $[one]),
          ...operationsFor(handOver[one]),
          primary: one === 'project',
          onClick: () => setOpen(one),
        }))}
        tone={({ state }) => (state === 'failed' ? 'fault' : undefined)}
      />
      {kind && (
        <Suspense>
          <HandOverForm kind={kind} id={asked === kind ? Number(search[kind]) : undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
