import { useSyncExternalStore, useRef, type ReactNode } from 'react'
import { ConfigProvider, type ThemeConfig } from 'antd'
import { AlwaysDark, darkVariables } from '../../../theme/always-dark.ts'
import { themes } from '../../../theme/theme.ts'
import './large-screen.css'

const subscribe = (changed: () => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** Text size for the window: 12 px on a laptop, 15 on 1080p, 27 on 4K. Everything on the screen is measured in it. */
const sizeNow = (): number => {
  const { innerWidth: width, innerHeight: height } = window
  if (width < 700) return 14
  // On a wall of several screens side by side, the height is what is scarce.
  return Math.round(Math.min(40, Math.max(12, Math.min(2 + 0.0042 * (width + height), height / 64))))
}

const useScale = (): number => useSyncExternalStore(subscribe, sizeNow)

const themeAt = (size: number): ThemeConfig => ({
  ...themes.dark,
  token: { ...themes.dark.token, fontSize: Math.max(13, size), controlHeight: Math.round(Math.max(28, size * 2.1)) },
})

interface ScreenRootProps {
  /** Whether it fills the window. */
  readonly alone: boolean
  readonly children: ReactNode
}

/** Dark whatever the user's choice, and as large as the window asks for. Pop-ups open inside, so that they are dark as well. */
export const ScreenRoot = ({ alone, children }: ScreenRootProps) => {
  const size = useScale()
  const popups = useRef<HTMLDivElement>(null)
  // Inside the layout, the page is in its `main` already.
  const Root = alone ? 'main' : 'div'
  return (
    <AlwaysDark value={true}>
      <ConfigProvider theme={themeAt(size)} getPopupContainer={() => popups.current ?? document.body}>
        <Root className="ew-screen" data-alone={alone} style={{ ...darkVariables, fontSize: size }}>
          {children}
          <div ref={popups} className="ew-screen-popups" />
        </Root>
      </ConfigProvider>
    </AlwaysDark>
  )
}

/** One message that fills the screen: what is not live must not look calm. */
export const LargeMessage = ({ title, advice, children }: { title: string; advice?: string; children?: ReactNode }) => (
  <div className="ew-screen-message" role="alert">
    <h1>{title}</h1>
    {advice !== undefined && <p>{advice}</p>}
    {children}
  </div>
)
