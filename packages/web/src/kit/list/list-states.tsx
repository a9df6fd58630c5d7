import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Grey bars where rows will be. */
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

export const ListEmpty = ({ filtered }: { filtered: boolean }) => {
  const { t } = useTranslation('kit')
  return (
    <p className="ew-empty" role="status">
      {filtered ? t(($) => $.list.emptyFiltered) : t(($) => $.list.empty)}
    </p>
  )
}

export const LoadFailed = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => {
  const { t } = useTranslation('kit')
  return (
    <div className="ew-empty" role="alert">
      <strong>{t(($) => $.list.failed)}</strong>
      <p>{reason}</p>
      <Button onClick={onRetry}>{t(($) => $.list.retry)}</Button>
    </div>
  )
}
