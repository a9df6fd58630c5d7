import { errorCatalogue, type Endpoint, type OutputOf } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { useRequest } from '../../api/hooks.ts'
import { ActionBar, type Action } from '../actions.tsx'
import { Code } from '../code.tsx'
import { JoinedRow } from '../joined-row.tsx'
import { ListSkeleton, LoadFailed } from '../list/list-states.tsx'
import { SiteZone } from '../time.tsx'
import { DetailTabs, type DetailTab } from './detail-tabs.tsx'
import { MissingRecord } from './missing-record.tsx'
import '../list/list.css'
import './detail.css'
import { usePageSearch } from '../search-params.ts'

interface DetailPageProps<E extends Endpoint> {
  /** The `detail` call. Its id comes from the address. */
  endpoint: E
  title: (row: OutputOf<E>) => string
  /** Next to the title: state, level. */
  status?: (row: OutputOf<E>) => ReactNode
  actions?: (row: OutputOf<E>) => readonly Action[]
  /** Below the title and above the tabs: what must be visible on every tab. */
  banner?: (row: OutputOf<E>) => ReactNode
  /** A single tab has no tab bar. The open tab is part of the address. */
  tabs: (row: OutputOf<E>) => readonly DetailTab[]
}

/** A detail page (`…/detail?id=`): header with state and actions, then tabs. */
export const DetailPage = <E extends Endpoint>({ endpoint, title, status, actions, banner, tabs }: DetailPageProps<E>) => {
  const { t } = useTranslation('kit')
  const search = usePageSearch()
  const navigate = useNavigate()
  const id = Number(search['id'])
  // A missing record is shown on the page, not also as a toast.
  const query = useRequest(endpoint, { id }, { enabled: Number.isInteger(id) && id > 0, quiet: true })
  if (!(id > 0)) return <MissingRecord reason={t(($) => $.detail.noId)} />
  if (query.error instanceof ApiError && query.error.code === errorCatalogue.notFound.code)
    return <MissingRecord reason={t(($) => $.detail.missingHint)} />
  if (query.isError && query.data === undefined)
    return <LoadFailed page reason={query.error.message} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <ListSkeleton rows={8} />
  const row = query.data as OutputOf<E>
  const shown = tabs(row)
  const open = shown.find(({ key }) => key === search['tab'])?.key ?? shown[0]?.key ?? ''
  return (
    <JoinedRow of={row as object}>
      <article className="ew-detail">
        <header className="ew-detail-head">
          <h1>{title(row)}</h1>
          {'code' in (row as object) && <Code signOnly>{String((row as { code: unknown }).code)}</Code>}
          {status?.(row)}
          {actions && (
            <span className="ew-detail-actions">
              {/* A menu that is open says what can be done with this record, and not with the next one. */}
              <ActionBar key={id} actions={actions(row)} most={2} />
            </span>
          )}
        </header>
        {query.isError && (
          <div className="ew-bar" role="alert">
            {t(($) => $.detail.stale, { reason: query.error.message })}
            <Button onClick={() => void query.refetch()}>{t(($) => $.list.retry)}</Button>
          </div>
        )}
        <SiteZone of={row as object}>
          {/* A part that loads its texts later must not hide the page that is already being read. */}
          {banner && <Suspense>{banner(row)}</Suspense>}
          {shown.length === 1 ? (
            <Suspense fallback={<ListSkeleton rows={8} />}>{shown[0]?.content}</Suspense>
          ) : (
            <DetailTabs
              tabs={shown}
              open={open}
              onOpen={(tab) => void navigate({ to: '.', search: { ...search, tab }, replace: true })}
            />
          )}
        </SiteZone>
      </article>
    </JoinedRow>
  )
}
