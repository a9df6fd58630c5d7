import { endpoints } from '@emberwatch/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, type ThemeConfig } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useCall } from '../api/hooks.ts'
import { antdTexts } from '../i18n/i18n.ts'
import { MeProvider } from '../session/me.tsx'
import { rememberLoginInfo, useSession } from '../session/session.ts'
import { themes } from '../theme/theme.ts'
import { useMode } from '../theme/mode.ts'
import { Frame } from './frame.tsx'
import { PageLoading } from './page-loading.tsx'

const ChangePassword = lazy(() => import('./change-password.form.tsx'))
const TwoStep = lazy(() => import('./two-step.tsx'))

// The next user must not see the previous one's data.
useSession.subscribe((now, before) => {
  if (now.token !== before.token) queryClient.clear()
})

interface ThemedProps {
  /** Instead of the user's light or dark. */
  readonly theme?: ThemeConfig
  readonly children: ReactNode
}

const Themed = ({ theme: own, children }: ThemedProps) => {
  const dark = useMode((state) => state.dark)
  const theme: ThemeConfig = own ?? (dark ? themes.dark : themes.light)
  return (
    <ConfigProvider
      locale={antdTexts()}
      theme={theme}
      button={{ autoInsertSpace: false }}
      // Pop-ups are in their own landmark, so that everything on the page is in one.
      getPopupContainer={() => document.getElementById('popups') ?? document.body}
    >
      {children}
    </ConfigProvider>
  )
}

interface LayoutProps {
  /** Rendered on every page, next to it. */
  readonly overlays: ReactNode
}

/** Pause before the signed-in user is read again (ms). */
const retryMs = 5_000

/** Loads the signed-in user before anything inside is rendered. */
export const Gate = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  const { token, mustChangePassword } = useSession()
  const info = useCall(endpoints.session.info, {}, { enabled: token !== null, staleTime: 60_000 })
  const menus = useCall(endpoints.session.menus, {}, { enabled: token !== null, staleTime: 60_000 })
  const user = info.data
  const failed = info.isError || menus.isError
  const retry = useEffectEvent(() => Promise.all([info.refetch(), menus.refetch()]))
  useEffect(() => {
    // Nobody may be there to press the button.
    if (!failed) return
    const timer = setInterval(() => void retry(), retryMs)
    return () => clearInterval(timer)
  }, [failed])
  useEffect(() => {
    if (user) rememberLoginInfo({ accountType: user.accountType, companyId: user.companyId, companyCode: user.companyCode })
  }, [user])

  if (token === null) return null
  if (user && (mustChangePassword || user.mustChangePassword)) {
    // Until then the server rejects every other call, so nothing else is rendered.
    return (
      <Suspense fallback={<PageLoading />}>
        <ChangePassword forced onClose={() => {}} />
      </Suspense>
    )
  }
  if (user?.mustSetUpTwoStep) {
    return (
      <Suspense fallback={<PageLoading />}>
        <TwoStep forced onClose={() => {}} />
      </Suspense>
    )
  }
  if (user && menus.data) {
    return (
      <MeProvider user={user} menus={menus.data}>
        {children}
      </MeProvider>
    )
  }
  if (!info.isError && !menus.isError) return <PageLoading />
  return (
    <main className="ew-notice" role="alert">
      <h1>{t(($) => $.layout.loadFailed)}</h1>
      <p>{(info.error ?? menus.error)?.message}</p>
      <button type="button" className="ew-button ew-primary" onClick={() => void Promise.all([info.refetch(), menus.refetch()])}>
        {t(($) => $.errors.retry)}
      </button>
    </main>
  )
}

/** What everything behind the sign-in needs around it. */
export const Providers = (props: ThemedProps) => (
  <QueryClientProvider client={queryClient}>
    <Themed {...props} />
  </QueryClientProvider>
)

/** The main layout (specification section 2) with all its providers. */
export default function Layout({ overlays }: LayoutProps) {
  return (
    <Providers>
      <Gate>
        <Frame overlays={overlays} />
      </Gate>
    </Providers>
  )
}
