import { missingChecks, type OrderDetail } from '@emberwatch/contract'
import type { StepInput } from './calls.ts'
import { t, language } from './texts.ts'
import { PhotoField } from './photo-field.tsx'
import { Choice, TextField } from './ui.tsx'

/** The required questions without an answer, by the server's own rule. */
export const openChecks = ({ checklist, checks, devices }: OrderDetail) => missingChecks(checklist, checks, devices)

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

interface CheckFieldsProps {
  order: OrderDetail
  /** Null: the questions about the order as a whole. */
  deviceId: number | null
  drafts: CheckDrafts
  problems: Readonly<Record<number, string>>
  onChange: (drafts: CheckDrafts) => void
}

const photosOfOneAnswer = 5

/** The questions of the checklist about one device, or about the order as a whole. */
export const CheckFields = ({ order, deviceId, drafts, problems, onChange }: CheckFieldsProps) =>
  order.checklist.map((item, index) => {
    if (item.perDevice !== (deviceId !== null)) return null
    const before = order.checks.find((check) => check.item === index && check.deviceId === deviceId)
    const draft = drafts[index] ?? {}
    const set = (change: CheckDraft) => onChange({ ...drafts, [index]: { ...draft, ...change } })
    const question = language === 'zh' ? item.textZh : item.textEn
    const label = `${question}${item.unit ? ` (${item.unit})` : ''}${item.required ? ` · ${t.check.required}` : ''}`
    const value = draft.value ?? (before?.value === null || before?.value === undefined ? '' : String(before.value))
    const number = value.trim() === '' ? NaN : Number(value.replace(',', '.'))
    const isOutside = (item.low !== undefined && number < item.low) || (item.high !== undefined && number > item.high)
    const limits =
      item.low === undefined && item.high === undefined
        ? undefined
        : `${t.check.limits(String(item.low ?? '…'), String(item.high ?? '…'))}${isOutside ? ` · ${t.check.outside}` : ''}`
    const yes = draft.yes ?? before?.yes ?? null
    return (
      <div key={index} className="m-check">
        {item.answer === 'yesNo' && (
          <Choice
            label={label}
            options={[
              { value: 'yes', label: t.check.yes },
              { value: 'no', label: t.check.no },
            ]}
            value={yes === null ? null : yes ? 'yes' : 'no'}
            onChoose={(chosen) => set({ yes: chosen === 'yes' })}
          />
        )}
        {item.answer === 'value' && (
          <TextField
            label={label}
            inputMode="decimal"
            value={value}
            hint={limits}
            error={problems[index]}
            onText={(text) => set({ value: text })}
          />
        )}
        {item.answer === 'text' && (
          <TextField label={label} maxLength={300} value={draft.text ?? before?.text ?? ''} onText={(text) => set({ text })} />
        )}
        {(item.photo || item.answer === 'photo') && (
          <PhotoField
            label={item.answer === 'photo' ? label : `${question}: ${t.check.photoNeeded}`}
            photos={draft.photos ?? before?.photos ?? []}
            most={photosOfOneAnswer}
            onChange={(photos) => set({ photos })}
          />
        )}
      </div>
    )
  })
