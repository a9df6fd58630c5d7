import type { Branding } from '@emberwatch/contract'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { dark, light } from '../theme/palette.ts'
import { useMode } from '../theme/mode.ts'
import { SideMenu } from './side-menu.tsx'

/** The menu on a narrow screen. */
export default function MenuDrawer({
  branding,
  name,
  onClose,
}: {
  branding: Branding | null
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { menu } = useMode((state) => state.dark) ? dark : light
  return (
    <Drawer
      open
      placement="left"
      size={260}
      closable={false}
      onClose={onClose}
      aria-label={t(($) => $.layout.mainMenu)}
      styles={{ body: { padding: 0, background: menu } }}
    >
      <SideMenu collapsed={false} branding={branding} name={name} />
    </Drawer>
  )
}
