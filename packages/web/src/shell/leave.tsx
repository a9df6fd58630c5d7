import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageLoading } from './page-loading.tsx'

/** Leads on to another address, once. The router's own `Navigate` would set off again with every time it is drawn. */
export const Leave = ({ to }: { to: string }) => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ href: to, replace: true }), [navigate, to])
  return <PageLoading />
}
