import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageLoading } from './page-loading.tsx'

/** Redirects once. The router's own `Navigate` would redirect again on every render. */
export const RedirectOnce = ({ to }: { to: string }) => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ href: to, replace: true }), [navigate, to])
  return <PageLoading />
}
