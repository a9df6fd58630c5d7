import {
  checkRoute,
  endpoints,
  errorCatalogue,
  pageAddress,
  pageHref,
  pages,
  publicPages,
  type UserInfo,
} from '@emberwatch/contract'
import { Button } from 'antd'
import { Component, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { t as translate } from '../../../i18n/i18n.ts'
import { ConfirmHost } from '../../../kit/confirm-host.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { TaskTray } from '../../../kit/task-tray.tsx'
import { useLiveStream } from '../../../live/live.ts'
import { MeProvider, useMe } from '../../../session/me.tsx'
import {
  beginKioskSession,
  beginKioskWindow,
  isKioskToken,
  isKioskWindow,
  loginPath,
  useSession,
} from '../../../session/session.ts'
import { Gate, Providers } from '../../../shell/layout.tsx'
import { useNewVersion } from '../../../shell/new-version.ts'
import { reloadWhenReachable } from '../../../shell/reload-when-reachable.ts'
import { RedirectOnce } from '../../../shell/page-loading.tsx'
import { themes } from '../../../theme/theme.ts'
import { LargeMessage, ScreenRoot } from './screen-root.tsx'
import { Screen } from './screen.tsx'

/** Nobody may be there to reload a wall. */
class Restarting extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  #stop: (() => void) | undefined

  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidUpdate() {
    if (this.state.failed) this.#stop ??= reloadWhenReachable()
  }
  override componentWillUnmount() {
    this.#stop?.()
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return <Notice title={translate(($) => $.errors.notLive)} advice={translate(($) => $.health.advice.alarms)} />
  }
}

/** A wall loads a newer console by itself. Somebody who works at the screen may be in a form. */
const Newest = ({ kiosk }: { kiosk: boolean }) => {
  const newer = useNewVersion()
  useEffect(() => {
    return newer && kiosk ? reloadWhenReachable() : undefined
  }, [newer, kiosk])
  return null
}

const Alone = ({ kiosk }: { kiosk: boolean }) => {
  const { t } = useTranslation('large-screen')
  useLiveStream()
  useEffect(() => {
    document.title = t(($) => $.title)
  }, [t])
  return (
    <ScreenRoot alone>
      <Screen alone />
      <ConfirmHost />
      {!kiosk && <TaskTray />}
      <Newest kiosk={kiosk} />
    </ScreenRoot>
  )
}

/** The signed-in user's screen, for those who may see the page of the menu. */
const Permitted = () => {
  const { menus } = useMe()
  const verdict = checkRoute(pages.largeScreenFramed, menus)
  if (verdict.open) return <Alone kiosk={false} />
  const search = { fromUrl: '', fromModule: '', toUrl: publicPages.largeScreen, toModule: verdict.toModule }
  return <RedirectOnce to={pageAddress('noAuth', search)} />
}

/** A wall has no account: only what the parts of the screen ask about. */
const wallUser = (name: string, companyId: number, companyName: string, timeZone: string): UserInfo => ({
  id: 0,
  account: '',
  name,
  phone: null,
  email: null,
  avatar: null,
  language: null,
  roleNames: [],
  lastLoginTime: null,
  accountType: 'siter',
  companyId,
  companyName,
  companyCode: '',
  timeZone,
  watermark: false,
  customerId: null,
  operations: ['largeScreen:view'],
  joined: [],
  mustChangePassword: false,
  mustSetUpTwoStep: false,
  issuer: null,
  preferences: {},
})

const Wall = () => {
  const { t } = useTranslation('large-screen')
  const { data, isError } = useCall(endpoints.largeScreen.screen, {}, { quiet: true, refetchInterval: 5_000 })
  const user = useMemo(() => data && wallUser(data.kiosk?.name ?? '', data.companyId, data.companyName, data.timeZone), [data])
  if (!user && isError) return <Notice title={t(($) => $.unreachable)} advice={t(($) => $.oldAdvice)} />
  if (!user) return <Notice title={t(($) => $.opening)} />
  return (
    <MeProvider user={user} menus={[]}>
      <Alone kiosk />
    </MeProvider>
  )
}

/** A message in the screen's own look. */
const Notice = (props: { title: string; advice?: string; children?: ReactNode }) => (
  <ScreenRoot alone>
    <LargeMessage {...props} />
  </ScreenRoot>
)

/** A wall may start before its server does (ms). */
const tryAgainMs = 5_000

/** Exchanges the secret in the address for a session, and removes it from the address at once. */
const useKioskSecret = (): 'none' | 'opening' | 'unreachable' => {
  const { kiosk, ...search } = usePageSearch()
  const [state, setState] = useState<'none' | 'opening' | 'unreachable'>(kiosk ? 'opening' : 'none')
  const used = useRef<string>(undefined)
  useEffect(() => {
    if (!kiosk || used.current === kiosk) return
    used.current = kiosk
    history.replaceState(history.state, '', pageHref('largeScreen', search))
    beginKioskWindow()
    setState('opening')
    const exchange = async (): Promise<void> => {
      try {
        beginKioskSession(await call(endpoints.kioskLink.open, { secret: kiosk }, { quiet: true }))
        setState('none')
      } catch (error) {
        const { code } = error instanceof ApiError ? error : { code: undefined }
        if (code === errorCatalogue.kioskEnded.code || code === errorCatalogue.invalidInput.code) return setState('none')
        setState('unreachable')
        setTimeout(() => void exchange(), tryAgainMs)
      }
    }
    void exchange()
    // The rest of the address may change meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kiosk])
  return state
}

const Page = () => {
  const { t } = useTranslation('large-screen')
  const token = useSession((state) => state.token)
  const opening = useKioskSecret()
  const { kiosk } = usePageSearch()
  /** Whether the screen was shown: then its end is said here, in large letters. */
  const [wasShown, setWasShown] = useState(token !== null)
  useEffect(() => {
    if (token !== null) setWasShown(true)
  }, [token])
  if (kiosk || opening === 'opening') return <Notice title={t(($) => $.opening)} />
  if (opening === 'unreachable') return <Notice title={t(($) => $.unreachable)} advice={t(($) => $.oldAdvice)} />
  if (isKioskWindow())
    return isKioskToken(token) ? <Wall /> : <Notice title={t(($) => $.kioskEnded)} advice={t(($) => $.kioskEndedAdvice)} />
  if (token !== null)
    return (
      <Gate>
        <Permitted />
      </Gate>
    )
  const login = loginPath(publicPages.largeScreen)
  if (!wasShown) return <RedirectOnce to={login} />
  return (
    <Notice title={t(($) => $.ended)} advice={t(($) => $.endedAdvice)}>
      <Button type="primary" size="large" href={`#${login}`}>
        {t(($) => $.signIn)}
      </Button>
    </Notice>
  )
}

/** The big screen alone in the window: for a signed-in user, or for a wall with a kiosk link. */
export default function LargeScreenAlone() {
  return (
    <Restarting>
      <Providers theme={themes.dark}>
        <Suspense fallback={<div className="ew-screen-start" />}>
          <Page />
        </Suspense>
      </Providers>
    </Restarting>
  )
}
