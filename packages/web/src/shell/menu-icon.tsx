import {
  AlertOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  BankOutlined,
  ClusterOutlined,
  DashboardOutlined,
  FileTextOutlined,
  FireOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  MessageOutlined,
  SettingOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
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
  company: ApartmentOutlined,
  distributor: BankOutlined,
  agent: ClusterOutlined,
  account: IdcardOutlined,
  user: UserOutlined,
  message: MessageOutlined,
  inbox: InboxOutlined,
  system: SettingOutlined,
  role: TeamOutlined,
}

export const MenuIcon = ({ name }: { name: string }) => {
  const Icon = icons[name] ?? AppstoreOutlined
  return <Icon />
}
