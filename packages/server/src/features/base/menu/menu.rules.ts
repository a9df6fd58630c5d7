import { DomainError, requiredMenus, menus, type MenuSeed } from '@emberwatch/contract'
import { translate } from '../../../platform/i18n.ts'
import type { Ctx } from '../../../platform/context.ts'

/** A group contains links and pages, and is at the top level. */
const isGroup = (url: string): boolean => url === '#'

/** @throws notHere if, with the entry disabled, nobody could enable it again */
export const assertCanDisable = (ctx: Ctx, code: string): void => {
  if (requiredMenus.has(code))
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.menuNeeded') }, 'enabled')
}

/** @throws notHere for what only custom entries allow */
export const refuseSeeded = (ctx: Ctx, field: string): never => {
  throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.menuSeeded') }, field)
}

/** @throws notHere where an entry may not be placed: groups are at the top level, links there or in a custom group */
export const assertPlace = (
  ctx: Ctx,
  url: string,
  parent: { url: string; level: number; is_operation: boolean } | null,
): void => {
  if (parent === null) return
  const inGroup = isGroup(parent.url) && parent.level === 1 && !parent.is_operation
  if (!inGroup || isGroup(url))
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.menuDepth') }, 'parentId')
}

/** @throws notHere if a group would become a link, or a link a group */
export const assertKeepsKind = (ctx: Ctx, before: string, after: string): void => {
  if (isGroup(before) !== isGroup(after))
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.menuKind') }, 'url')
}

const seeds: readonly MenuSeed[] = menus
const pages = seeds.filter((entry) => !isGroup(entry.url)).map((entry) => entry.url.toLowerCase())

/**
 * Access to a route is decided by the first entry for it (contract: `checkRoute`). A second entry for the same route, or one
 * above or below it, would decide instead, so links must lead elsewhere.
 * @throws duplicate if a page of the product has that route
 */
export const assertOwnRoute = (url: string): void => {
  const wanted = url.toLowerCase().replace(/\/+$/, '')
  if (!wanted.startsWith('/')) return
  if (pages.some((page) => page === wanted || page.startsWith(`${wanted}/`) || wanted.startsWith(`${page}/`)))
    throw new DomainError('duplicate', { value: url }, 'url')
}
