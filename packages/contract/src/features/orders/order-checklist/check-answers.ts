import type { EnumValue } from '../../../enums.ts'
import type { CheckItem } from './order-checklist.schema.ts'

/** The answer to one question. */
export interface CheckAnswer {
  /** Index of the question in its list. */
  readonly item: number
  /** Null or left out: the answer is for the order as a whole. */
  readonly deviceId?: number | null
  readonly yes?: boolean | null
  readonly value?: number | null
  readonly text?: string | null
  readonly photos?: readonly string[]
}

interface CheckedDevice {
  readonly id: number
  readonly result: string | null
}

/** A question that still lacks its answer, or the photo required with it. */
export interface MissingCheck {
  readonly item: number
  readonly deviceId: number | null
}

/** Results of devices that could not be worked on: they need no answers. */
const untouched: ReadonlySet<string> = new Set<EnumValue<'orderResult'>>([
  'notAccessible',
  'notTested',
  'notInstalled',
  'notPossible',
])

const isGiven = <V>(value: V | null | undefined): value is V => value !== null && value !== undefined

/** Whether the question is answered as required. */
export const isAnswered = (item: CheckItem, answer: CheckAnswer | undefined): boolean => {
  if (!answer) return false
  const hasPhoto = (answer.photos ?? []).length > 0
  if (item.photo && !hasPhoto) return false
  switch (item.answer) {
    case 'yesNo':
      return isGiven(answer.yes)
    case 'value':
      return isGiven(answer.value)
    case 'text':
      return (answer.text ?? '').trim() !== ''
    case 'photo':
      return hasPhoto
  }
}

/** A “no” or a value outside the limits, which somebody has to deal with. */
export const isAbnormal = (item: CheckItem, answer: CheckAnswer): boolean => {
  if (item.answer === 'yesNo') return answer.yes === false
  if (item.answer !== 'value' || !isGiven(answer.value)) return false
  return (item.low !== undefined && answer.value < item.low) || (item.high !== undefined && answer.value > item.high)
}

/** The required questions without an answer, for the order and for each device that could be worked on. */
export const missingChecks = (
  items: readonly CheckItem[],
  answers: readonly CheckAnswer[],
  devices: readonly CheckedDevice[],
): MissingCheck[] => {
  const answerOf = (index: number, deviceId: number | null) =>
    answers.find((answer) => answer.item === index && (answer.deviceId ?? null) === deviceId)
  const worked = devices.filter(({ result }) => result === null || !untouched.has(result))
  return items.flatMap((item, index) => {
    if (!item.required) return []
    const about = item.perDevice ? worked.map((device) => device.id) : [null]
    return about.filter((deviceId) => !isAnswered(item, answerOf(index, deviceId))).map((deviceId) => ({ item: index, deviceId }))
  })
}
