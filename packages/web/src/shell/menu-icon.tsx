import {
  AlertOutlined,
  AppstoreOutlined,
  DashboardOutlined,
  FileTextOutlined,
  FireOutlined,
  HomeOutlined,
  InboxOutlined,
  MessageOutlined,
  SettingOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** The icons that menu entries may name (contract: menus.ts). */
const icons: Record<string, ComponentType> = {
  dashboard: DashboardOutlined,
  home: HomeOutlined,
  order: FileTextOutlined,
  repair: ToolOutlined,
  alarm: AlertOutlined,
  alarmLog: FireOutlined,
  message: MessageOutlined,
  inbox: InboxOutlined,
  system: SettingOutlined,
  role: TeamOutlined,
}

export const MenuIcon = ({ name }: { name: string }) => {
  const Icon = icons[name] ?? AppstoreOutlined
  return <Icon />
}
