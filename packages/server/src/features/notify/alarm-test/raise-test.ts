import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { assertStaff } from '../../base/access/assert-staff.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { RaiseTestAlarm } from '../../../platform/feature.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { testPlace } from './test-place.reads.ts'

/**
 * Raises a test fire alarm at a device, a gateway or a project. From there on everything is as with a fire that was reported, except that
 * it is marked as a test everywhere, counts as one, and starts no linked rule.
 * @throws DomainError invalidInput unless exactly one place is named; precondition if that place is in no project, or no code reports a fire
 */
export const raiseTest =
  (raise: RaiseTestAlarm) =>
  async (ctx: Ctx, input: InputOf<typeof endpoints.alarmTest.raise>): Promise<{ id: number }> => {
    assertStaff(ctx)
    const named = (['deviceId', 'gatewayId', 'projectId'] as const).filter((name) => input[name] !== undefined)
    if (named.length !== 1) refuseField(ctx, named[1] ?? 'projectId', 'required')
    const place = await testPlace(ctx, input)
    if (place === undefined) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.testNoProject') })
    const id = await raise({ ...place, by: ctx.actor.accountId ?? 0 })
    if (id === null) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.testNoCode') })
    return transact(ctx, async (write) => {
      const { companyId, path, projectName } = place.owner
      const name = place.device?.name ?? place.gateway?.name ?? projectName ?? ''
      write.audit({ action: 'alarmTest.raise', object: { kind: 'alarm', id, name }, owner: { companyId, path } })
      return { id }
    })
  }
