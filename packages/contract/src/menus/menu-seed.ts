import type { EnumValue } from '../enums.ts'

/** Icons that an entry may have; the console draws them (shell/menu-icon.tsx). */
export type MenuIcon =
  | 'dashboard'
  | 'home'
  | 'screen'
  | 'order'
  | 'audit'
  | 'projectType'
  | 'place'
  | 'project'
  | 'install'
  | 'repair'
  | 'inspect'
  | 'maintenance'
  | 'feedback'
  | 'alarm'
  | 'alarmLog'
  | 'company'
  | 'distributor'
  | 'handOver'
  | 'agent'
  | 'account'
  | 'user'
  | 'message'
  | 'inbox'
  | 'task'
  | 'sent'
  | 'template'
  | 'duty'
  | 'system'
  | 'role'
  | 'customer'
  | 'menu'
  | 'api'
  | 'log'
  | 'platform'
  | 'device'
  | 'stock'
  | 'gateway'
  | 'unknown'
  | 'fault'
  | 'link'
  | 'series'
  | 'model'
  | 'command'
  | 'rule'
  | 'version'
  | 'firmware'
  | 'app'

/** One menu entry as seeded. Its name is in the texts under `code`: a group's in texts/<language>/menus.ts, a page's with its feature. */
export interface MenuSeed {
  readonly code: string
  readonly parent: string | null
  /** '#' for a group, otherwise the hash route. */
  readonly url: string
  readonly icon: MenuIcon
  /** Shown in the side menu. Other entries are reached in another way (user menu, detail page). */
  readonly main: boolean
  /** Account types that may be granted the entry and its operations. */
  readonly for: readonly EnumValue<'accountType'>[]
  /** The operations of the page. The first one opens the page. */
  readonly operations: readonly string[]
}

/** The account types of companies. */
export const companies = ['siter', 'distributor', 'agent_one', 'agent_two'] as const
export const everybody = [...companies, 'customer', 'user'] as const
