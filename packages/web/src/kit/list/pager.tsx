import { limits, type Page } from '@emberwatch/contract'
import { Button, Pagination } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../search-params.ts'
import type { ListState } from './list-state.ts'

interface PagerProps extends Pick<ListState, 'pageNum' | 'pageSize' | 'search' | 'change'> {
  data: Page<unknown>
}

const DayJump = lazy(() => import('./day-jump.tsx'))

/** Page numbers of a list, as far as its rows are counted. A longer list continues by cursor, and the user can jump to a day. */
export const Pager = ({ data, pageNum, pageSize, search, change }: PagerProps) => {
  const { t } = useTranslation('kit')
  const { total, totalCapped, next } = data
  const beyond = Boolean(search['cursor'])
  const goOn: Search | undefined = next === undefined ? undefined : { cursor: next, pageNum: String(pageNum + 1) }
  const counted = totalCapped
    ? t(($) => $.list.totalCapped, { total: total.toLocaleString() })
    : t(($) => $.list.total, { total: total.toLocaleString() })
  return (
    <nav className="ew-pager" aria-label={t(($) => $.list.pages)}>
      {beyond ? (
        <>
          <span>{counted}</span>
          <Button size="small" onClick={() => change({ pageNum: '1' })}>
            {t(($) => $.list.firstPage)}
          </Button>
          <span>{t(($) => $.list.page, { number: pageNum.toLocaleString() })}</span>
        </>
      ) : (
        <Pagination
          size="small"
          responsive
          current={pageNum}
          pageSize={pageSize}
          total={total}
          pageSizeOptions={[...limits.pageSizes]}
          showSizeChanger={{ 'aria-label': t(($) => $.list.pageSize) }}
          showTotal={() => counted}
          onChange={(page, size) => change({ pageNum: size === pageSize ? String(page) : '1', pageSize: String(size) })}
        />
      )}
      {(beyond || (totalCapped && pageNum * pageSize >= total)) && (
        <Button size="small" disabled={!goOn} onClick={() => goOn && change(goOn)}>
          {t(($) => $.list.nextPage)}
        </Button>
      )}
      {(totalCapped || beyond) && (
        <Suspense>
          <DayJump endTime={search['endTime']} onJump={(endTime) => change({ endTime })} />
        </Suspense>
      )}
    </nav>
  )
}
