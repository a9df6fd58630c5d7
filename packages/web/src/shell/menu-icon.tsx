import {
  AlertOutlined,
  ApiOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  BankOutlined,
  CloudServerOutlined,
  ClusterOutlined,
  ControlOutlined,
  DashboardOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FireOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  LinkOutlined,
  MenuOutlined,
  MessageOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  SolutionOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { MenuIcon as MenuIconName } from '@emberwatch/contract'
import type { ComponentType } from 'react'

/** What the icons of menu entries look like. */
const icons: Readonly<Record<MenuIconName, ComponentType>> = {
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
  customer: SolutionOutlined,
  menu: MenuOutlined,
  api: ApiOutlined,
  log: FileSearchOutlined,
  platform: CloudServerOutlined,
  device: ControlOutlined,
  unknown: QuestionCircleOutlined,
  fault: WarningOutlined,
  link: LinkOutlined,
}

/** Names of the icons that a custom entry may use. */
export const menuIconNames: readonly string[] = Object.keys(icons)

export const MenuIcon = ({ name }: { name: string }) => {
  const Icon = (icons as Readonly<Record<string, ComponentType>>)[name] ?? AppstoreOutlined
  return <Icon />
}
