import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'

/** The caller's enabled roles of this name for accounts of a type, and of those companies; names are unique by company and type. */
export const rolesNamed = async (
  ctx: Ctx,
  name: string,
  type: EnumValue<'accountType'>,
  companyIds: readonly number[],
): Promise<{ id: number; companyId: number }[]> =>
  ctx.db
    .selectFrom('role')
    .select(['id', 'company_id as companyId'])
    .where('name', '=', name)
    .where('type', '=', type)
    .where('enabled', '=', true)
    .where('company_id', 'in', companyIds)
    .execute()
