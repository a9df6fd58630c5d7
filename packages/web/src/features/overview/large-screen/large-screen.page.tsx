import { publicPages } from '@emberwatch/contract'
import { FullscreenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../session/me.tsx'
import { toggleFullScreen } from '../../../shell/full-screen.ts'
import { ScreenRoot } from './screen-root.tsx'
import { Screen } from './screen.tsx'

const KioskLinks = lazy(() => import('./kiosk-links.tsx'))

/** The big screen inside the layout, from where it is opened alone, and where its kiosk links are managed. */
export default function LargeScreenPage() {
  const { t } = useTranslation('large-screen')
  const can = useCan()
  const [links, setLinks] = useState(false)
  const openAlone = async () => {
    // Only from the click itself.
    if (!document.fullscreenElement) await toggleFullScreen()
    location.hash = publicPages.largeScreen
  }
  return (
    <>
      <ScreenRoot alone={false}>
        <Screen
          alone={false}
          tools={
            <>
              {can('largeScreen:kiosk') && <Button onClick={() => setLinks(true)}>{t(($) => $.links.manage)}</Button>}
              <Button type="primary" icon={<FullscreenOutlined aria-hidden />} onClick={() => void openAlone()}>
                {t(($) => $.alone)}
              </Button>
            </>
          }
        />
      </ScreenRoot>
      {links && (
        <Suspense>
          <KioskLinks onClose={() => setLinks(false)} />
        </Suspense>
      )}
    </>
  )
}
