import { orderKindFacts, type endpoints, type InputOf, type OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { assertComplete, assertResults, bindInstalled, devicePhotosOf, saveResults } from './device-results.ts'
import { transitionOrder } from './transition-order.ts'
import { enteredEarlier, fileOwnerOf } from './order.rules.ts'
import { assertChecked, assertChecks, photosOf, recordChecks } from './order-checks.ts'
import { recordParts } from './order-parts.ts'
import { resultsOf, type StoredOrder } from './order.store.ts'
import { solveSources } from './sources.ts'
import { notifyAccounts, caretakersOf } from './order-audience.ts'

type CompleteInput = InputOf<typeof endpoints.orderApp.complete>

/**
 * A repair that came from an alarm must record cause and retest (GB 25201), which complete the alarm's record. Fields of a repair are
 * refused for other kinds.
 * @throws invalidInput
 */
const assertFindings = (ctx: Ctx, kind: OrderKindName, order: StoredOrder, input: CompleteInput): void => {
  if (kind !== 'repair') {
    for (const field of ['faultCause', 'repairAction', 'retest', 'impairmentNotice'] as const)
      if (input[field] !== undefined) refuseField(ctx, field, 'unknown')
    return
  }
  if (order.alarm_id === null || input.completeType === 'notPossible') return
  for (const field of ['faultCause', 'retest'] as const) if (input[field] === undefined) refuseField(ctx, field, 'required')
}

/**
 * Completes the work with a result per device. A repair solves the fault that the order was created from; an installation binds the
 * installed devices.
 */
export const completeOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.orderApp.complete>,
): Promise<{ id: number }> => {
  const { checks = [] } = input
  let toNotify: readonly number[] = []
  return transitionOrder(ctx, kind, input.id, {
    action: 'complete',
    note: input.note,
    onBehalfReason: input.onBehalfReason,
    changes: (write) => ({
      cause: input.faultCause ?? null,
      action: input.repairAction ?? null,
      retest: input.retest ?? null,
      impairment_notice: input.impairmentNotice ?? null,
      labour_minutes: input.labourMinutes ?? null,
      accepted_by: input.acceptedBy ?? null,
      signature_image: input.acceptedSignature ?? null,
      complete_type: input.completeType,
      complete_note: input.note,
      complete_photos: input.photos ?? [],
      completed_by: ctx.actor.accountId,
      finished_at: write.at,
    }),
    check: async (write, order) => {
      if (!orderKindFacts[kind].completeTypes.includes(input.completeType)) refuseField(ctx, 'completeType', 'enum')
      await assertResults(ctx, write, kind, order, input.devices)
      await assertComplete(ctx, write, order, input.devices, input.completeType)
      await assertChecks(ctx, write, order, checks)
      assertFindings(ctx, kind, order, input)
      // A signature is worthless without a readable name.
      if (input.acceptedSignature !== undefined && input.acceptedBy === undefined) refuseField(ctx, 'acceptedBy', 'required')
      // Before the solved faults are locked: reports of them would have to wait.
      toNotify = await caretakersOf(write, kind, order, 'verify')
    },
    effects: async (write, order) => {
      if (input.devices.length > 0) await saveResults(write, order.id, input.devices)
      await recordChecks(write, order.id, checks)
      await assertChecked(ctx, write, order, input.completeType)
      const signature = input.acceptedSignature === undefined ? [] : [input.acceptedSignature]
      const photos = [...(input.photos ?? []), ...devicePhotosOf(input.devices), ...photosOf(checks), ...signature]
      await attachFiles(ctx, write, photos, fileOwnerOf(order))
      if (kind === 'install') await bindInstalled(ctx, write, order)
      await solveSources(ctx, write, order, {
        completeType: input.completeType,
        note: input.note,
        enteredEarlier: input.enteredAt === undefined ? undefined : enteredEarlier(order, input.enteredAt, write.at),
        devices: await resultsOf(write.db, order.id),
      })
      const parts = await recordParts(ctx, write, order, input.parts ?? [])
      await notifyAccounts(ctx, write, kind, order, toNotify, 'orderCompleted', {
        who: ctx.actor.name,
        note: input.note,
      })
      const { faultCause, repairAction, retest, impairmentNotice, labourMinutes, acceptedBy, acceptedSignature } = input
      const said = {
        faultCause,
        repairAction,
        retest,
        impairmentNotice,
        labourMinutes,
        acceptedBy,
        acceptedSignature,
        ...(parts.length > 0 ? { parts } : {}),
      }
      return {
        completeType: [order.complete_type, input.completeType],
        devices: [null, input.devices],
        ...Object.fromEntries(
          Object.entries(said).flatMap(([field, value]) => (value === undefined ? [] : [[field, [null, value] as const]])),
        ),
      }
    },
  })
}
