import type { OrderDetail } from '@emberwatch/contract'
import type { StepInput } from './calls.ts'
import { t } from './texts.ts'

/** The input for one question: as text, because a number may be incomplete while typing. */
export interface CheckDraft {
  readonly yes?: boolean
  readonly value?: string
  readonly text?: string
  readonly photos?: readonly string[]
}
/** By the index of the question in the checklist. */
export type CheckDrafts = Readonly<Record<number, CheckDraft>>

type Answer = NonNullable<StepInput<'record'>['checks']>[number]

const numberIn = (text: string | undefined): number | undefined => {
  const plain = (text ?? '').trim().replace(',', '.')
  const value = Number(plain)
  return plain === '' || !Number.isFinite(value) ? undefined : value
}

/** Invalid numbers, by question. */
export const problemsOf = ({ checklist }: OrderDetail, drafts: CheckDrafts): Record<number, string> => {
  const wrong = Object.entries(drafts).filter(
    ([item, { value }]) =>
      checklist[Number(item)]?.answer === 'value' && (value ?? '').trim() !== '' && numberIn(value) === undefined,
  )
  return Object.fromEntries(wrong.map(([item]) => [item, t.check.number]))
}

/** The answers as the server expects them. An answer is always complete, so the parts entered earlier are included. */
export const answersOf = (order: OrderDetail, drafts: CheckDrafts, deviceId: number | null): Answer[] =>
  order.checklist.flatMap((item, index) => {
    const draft = drafts[index]
    if (!draft) return []
    const before = order.checks.find((check) => check.item === index && check.deviceId === deviceId)
    const yes = draft.yes ?? before?.yes
    const value = draft.value === undefined ? before?.value : numberIn(draft.value)
    const text = (draft.text ?? before?.text ?? '').trim()
    const photos = [...(draft.photos ?? before?.photos ?? [])]
    const given: Answer = { item: index }
    if (deviceId !== null) given.deviceId = deviceId
    if (item.answer === 'yesNo' && typeof yes === 'boolean') given.yes = yes
    if (item.answer === 'value' && typeof value === 'number') given.value = value
    if (item.answer === 'text' && text !== '') given.text = text
    if (photos.length > 0) given.photos = photos
    return Object.keys(given).length > (deviceId === null ? 1 : 2) ? [given] : []
  })
