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

export const ListEmpty = ({ filtered }: { filtered: boolean }) => {
  const { t } = useTranslation('kit')
  return (
    <p className="ew-empty" role="status">
      {filtered ? t(($) => $.list.emptyFiltered) : t(($) => $.list.empty)}
    </p>
  )
}

/** `page`: there is nothing else on the page, so this is its heading. */
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
