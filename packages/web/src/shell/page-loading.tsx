import { useTranslation } from 'react-i18next'

export const PageLoading = () => {
  const { t } = useTranslation()
  return (
    <div className="ew-loading" role="status">
      <span className="ew-spinner" aria-hidden />
      {t(($) => $.loading)}
    </div>
  )
}
