import type { OrderDetail } from '@emberwatch/contract'
import type { CheckDraft, CheckDrafts } from './check-drafts.ts'
import { language } from './language.ts'
import { PhotoField } from './photo-field.tsx'
import { t } from './texts.ts'
import { Choice, TextField } from './ui.tsx'

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
