import type { EnumValue } from './enums.ts'
import { administrationMenus } from './menus/administration.ts'
import type { MenuSeed } from './menus/menu-seed.ts'
import { supervisionMenus } from './menus/supervision.ts'

export type { MenuIcon, MenuSeed } from './menus/menu-seed.ts'

/** The menu tree and every operation code, declared once. An entry is only listed once its page exists. */
export const menus = [...supervisionMenus, ...administrationMenus] as const satisfies readonly MenuSeed[]

/** Every operation code of the product. */
export type OperationCode = (typeof menus)[number]['operations'][number]

/** Every menu code of the product. */
export type MenuCode = (typeof menus)[number]['code']

/** Codes that must stay enabled: otherwise nobody could enable them again, or nobody would see and hear a fire. */
export const requiredMenus: ReadonlySet<string> = new Set<MenuCode | OperationCode>([
  'alarm',
  'alarm.log',
  'alarm:view',
  'alarm:confirm',
  'system',
  'system.menu',
  'system.role',
  'menu:view',
  'menu:forbidden',
])

/** All operation codes, in menu order. */
export const operationCodes: readonly OperationCode[] = menus.flatMap((entry): readonly OperationCode[] => entry.operations)

/** Codes of the entries and operations that roles of an account type may have. */
export const codesFor = (type: EnumValue<'accountType'>): ReadonlySet<string> =>
  new Set((menus as readonly MenuSeed[]).flatMap((entry) => (entry.for.includes(type) ? [entry.code, ...entry.operations] : [])))

/** Duties that are assigned by others: a holder of one of the operations on the right may grant the one on the left without having it. */
const handedOutBy: Partial<Record<OperationCode, readonly OperationCode[]>> = {
  'order:work': ['installOrder:assign', 'repairOrder:assign', 'inspectOrder:assign', 'maintenanceOrder:assign'],
}

/**
 * Nobody can grant what they lack (domain.md), except a duty that they assign: people who assign orders appoint engineers without
 * being one (docs/decisions/0010).
 */
export const mayGrant = (held: ReadonlySet<string>, operation: string): boolean =>
  held.has(operation) || (handedOutBy[operation as OperationCode] ?? []).some((code) => held.has(code))
