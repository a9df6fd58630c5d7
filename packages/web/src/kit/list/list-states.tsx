import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Grey bars in place of rows. */
export const ListSkeleton = ({ rows }: { rows: number }) => {
  const { t } = useTranslation()
  return (
    <div className="ew-skeleton" role="status">
      <span className="ew-visually-hidden">{t(($) => $.loading)}</span>
      {Array.from({ length: Math.min(rows, 10) }, (_, index) => (
        <span key={index} aria-hidden />
      ))}
    </div>
  )
}

interface ListEmptyProps {
  /** Names of the filters that are set. */
  filters: readonly string[]
  onClear: () => void
  /** Label of the button above the list that creates the first row, for users who may. */
  create: string | undefined
}

/** Shown if there are no rows: why, and what to do about it. */
export const ListEmpty = ({ filters, onClear, create }: ListEmptyProps) => {
  const { t } = useTranslation('kit')
  const filtered = filters.length > 0
  const hint = filtered
    ? t(($) => $.list.emptyBy, { filters: filters.join(t(($) => $.list.and)) })
    : create !== undefined
      ? t(($) => $.list.emptyCreate, { create })
      : undefined
  return (
    <div className="ew-empty" role="status">
      <p>{filtered ? t(($) => $.list.emptyFiltered) : t(($) => $.list.empty)}</p>
      {hint && <p className="ew-muted">{hint}</p>}
      {filtered && <Button onClick={onClear}>{t(($) => $.list.clearFilters)}</Button>}
    </div>
  )
}

/** `page`: nothing else is on the page, so this is its heading. */
export const LoadFailed = ({ reason, onRetry, page = false }: { reason: string; onRetry: () => void; page?: boolean }) => {
  const { t } = useTranslation('kit')
  return (
    <div className="ew-empty" role="alert">
      {page ? <h1>{t(($) => $.list.failed)}</h1> : <strong>{t(($) => $.list.failed)}</strong>}
      <p>{reason}</p>
      <Button onClick={onRetry}>{t(($) => $.list.retry)}</Button>
    </div>
  )
}
