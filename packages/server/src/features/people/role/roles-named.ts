import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'

/** Enabled roles in the caller's scope with this name, for accounts of a type, in these companies. Names are unique per company and type. */
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
