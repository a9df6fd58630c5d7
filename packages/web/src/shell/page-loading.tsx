import { useTranslation } from 'react-i18next'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

export const PageLoading = () => {
  const { t } = useTranslation()
  return (
    <div className="ew-loading" role="status">
      <span className="ew-spinner" aria-hidden />
      {t(($) => $.loading)}
    </div>
  )
}

/** Redirects once. The router's own `Navigate` would redirect again on every render. */
export const RedirectOnce = ({ to }: { to: string }) => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ href: to, replace: true }), [navigate, to])
  return <PageLoading />
}
