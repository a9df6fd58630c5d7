import {
  clausesIn,
  DomainError,
  missingChecks,
  type CheckItem,
  type EnumValue,
  type OrderCheckAnswer,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import { checksOf, resultsOf, saveChecks, type StoredOrder } from './order.store.ts'

/** The field that holds the answer to each kind of question, besides photos. */
const answerFields = { yesNo: 'yes', value: 'value', text: 'text', photo: undefined } as const

const fits = (item: CheckItem | undefined, answer: OrderCheckAnswer): boolean => {
  if (!item || item.perDevice !== (answer.deviceId !== undefined)) return false
  const own = answerFields[item.answer]
  return (['yes', 'value', 'text'] as const).every((field) => field === own || answer[field] === undefined)
}

/**
 * Checks that each answer belongs to a question of the order, and to one of its devices if the question is asked per device. @throws
 * invalidInput on `checks`
 */
export const assertChecks = async (
  ctx: Ctx,
  write: Write,
  order: StoredOrder,
  answers: readonly OrderCheckAnswer[],
): Promise<void> => {
  if (answers.length === 0) return
  if (!answers.every((answer) => fits(order.checklist[answer.item], answer))) refuseField(ctx, 'checks', 'enum')
  const keys = new Set(answers.map(({ item, deviceId }) => `${item} ${deviceId ?? ''}`))
  if (keys.size < answers.length) refuseField(ctx, 'checks', 'uniqueItems')
  const named = answers.flatMap(({ deviceId }) => deviceId ?? [])
  const known = new Set((await resultsOf(write.db, order.id)).map(({ device_id }) => device_id))
  if (named.some((id) => !known.has(id))) refuseField(ctx, 'checks', 'eachDevice')
}

export const photosOf = (answers: readonly OrderCheckAnswer[]): string[] => answers.flatMap(({ photos = [] }) => photos)

/** Saves answers. A later one replaces an earlier one. */
export const recordChecks = async (write: Write, orderId: number, answers: readonly OrderCheckAnswer[]): Promise<void> => {
  if (answers.length === 0) return
  await saveChecks(
    write.db,
    answers.map(({ item, deviceId, yes, value, text, photos }) => ({
      order_id: orderId,
      item,
      device_id: deviceId ?? null,
      yes: yes ?? null,
      value: value ?? null,
      text: text ?? null,
      photos: photos ?? [],
      answered_by: write.by,
      answered_at: write.at,
    })),
  )
}

/** How many missing answers an error names. */
const mostNamed = 5

/** Checks that the answers required by the checklist are there. @throws invalidInput on `checks`, naming what is missing */
export const assertChecked = async (
  ctx: Ctx,
  write: Write,
  order: StoredOrder,
  completeType: EnumValue<'completeType'>,
): Promise<void> => {
  if (completeType === 'notPossible' || order.checklist.length === 0) return
  const [answers, results] = await Promise.all([checksOf(write.db, order.id), resultsOf(write.db, order.id)])
  const devices = results.map(({ device_id, result }) => ({ id: device_id, result }))
  const missing = missingChecks(order.checklist, answers, devices)
  if (missing.length === 0) return
  const codes = new Map((await codesOf(write, missing)).map(({ id, code }) => [id, code]))
  const named = missing.slice(0, mostNamed).map(({ item, deviceId }) => {
    const question = order.checklist[item]
    const text = (ctx.locale === 'zh' ? question?.textZh : question?.textEn) ?? ''
    return deviceId === null ? text : `${text} (${codes.get(deviceId) ?? ''})`
  })
  const items = clausesIn(ctx.locale, [...named, ...(missing.length > mostNamed ? [`… (${missing.length})`] : [])])
  throw new DomainError('invalidInput', { fields: translate(ctx.locale, 'reasons.checksMissing', { items }) }, 'checks')
}

const codesOf = (write: Write, missing: readonly { readonly deviceId: number | null }[]) =>
  write.systemDb // not scoped: codes of devices of the caller's own order
    .selectFrom('device')
    .select(['id', 'code'])
    .where('id', 'in', [0, ...missing.slice(0, mostNamed).flatMap(({ deviceId }) => deviceId ?? [])])
    .execute()
