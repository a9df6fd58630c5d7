import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { verifyPassword } from '../../base/access/password.ts'

/** Refuses one of the last passwords of an account, as far as the settings say. @throws DomainError usedPassword */
export const assertNewPassword = async (
  { config, systemDb }: Pick<Ctx, 'config' | 'systemDb'>,
  accountId: number,
  password: string,
  field: string,
): Promise<void> => {
  const count = config.settings.passwordReuse
  if (count === 0) return
  const earlier = await systemDb
    .selectFrom('password_history')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .orderBy('replaced_at', 'desc')
    .limit(count)
    .execute()
  for (const { password_hash } of earlier)
    if (await verifyPassword(password, password_hash)) throw new DomainError('usedPassword', { count }, field)
}
