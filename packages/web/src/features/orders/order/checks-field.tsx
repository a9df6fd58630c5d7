import type { CheckItem, OrderCheckAnswer, OrderDetail } from '@emberwatch/contract'
import { isAbnormal } from '@emberwatch/contract'
import { Input, InputNumber, Pagination, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/language.ts'
import { Tag } from '../../../kit/status-tag.tsx'
import { PhotosField } from '../../base/file/photos.tsx'

/** Maximum number of questions rendered at once, because one per device of a building is many. */
const pageSize = 30

type Answer = OrderCheckAnswer
/** The changes to an answer; undefined removes it. */
type Patch = { readonly [F in 'yes' | 'value' | 'text' | 'photos']?: Answer[F] | undefined }
interface Question {
  readonly item: number
  readonly deviceId: number | undefined
  readonly label: string
  readonly asked: CheckItem
}

export const questionText = ({ textZh, textEn }: CheckItem): string => (currentLanguage() === 'zh' ? textZh : textEn)

/** The limits of a value, with its unit. */
export const useLimits = (): ((asked: CheckItem) => string) => {
  const { t } = useTranslation('order')
  return ({ low, high, unit }) => {
    const range = low === undefined && high === undefined ? '' : t(($) => $.work.limits, { low: low ?? '−∞', high: high ?? '∞' })
    return [range, unit].filter(Boolean).join(' ')
  }
}

const QuestionLine = ({
  question,
  own,
  onChange,
}: {
  question: Question
  own: Answer | undefined
  onChange: (patch: Patch) => void
}) => {
  const { t } = useTranslation('order')
  const limits = useLimits()
  const { asked, label } = question
  const control = () => {
    switch (asked.answer) {
      case 'yesNo':
        return (
          <Radio.Group
            aria-label={label}
            value={own?.yes ?? null}
            options={[
              { value: true, label: t(($) => $.work.yes) },
              { value: false, label: t(($) => $.work.no) },
            ]}
            onChange={({ target }) => onChange({ yes: target.value as boolean })}
          />
        )
      case 'value':
        return (
          <InputNumber
            aria-label={label}
            className="ew-full"
            value={own?.value ?? null}
            suffix={asked.unit}
            onChange={(value) => onChange({ value: value ?? undefined })}
          />
        )
      case 'text':
        return (
          <Input
            aria-label={label}
            maxLength={300}
            value={own?.text ?? ''}
            onChange={({ target }) => onChange({ text: target.value || undefined })}
          />
        )
      case 'photo':
        return null
    }
  }
  return (
    <li>
      <div>
        {label} {asked.required && <span className="ew-muted">· {t(($) => $.work.required)}</span>}{' '}
        {asked.answer === 'value' && <span className="ew-muted">{limits(asked)}</span>}{' '}
        {own && isAbnormal(asked, own) && <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.work.abnormal)}</Tag>}
      </div>
      {control()}
      {(asked.photo || asked.answer === 'photo') && (
        <PhotosField most={5} value={own?.photos ?? []} onChange={(photos) => onChange({ photos })} />
      )}
    </li>
  )
}

const questionsOf = (order: OrderDetail, withCode: (text: string, code: string) => string): Question[] =>
  order.checklist.flatMap((asked, item): Question[] =>
    asked.perDevice
      ? order.devices.map(({ id, code }) => ({ item, deviceId: id, label: withCode(questionText(asked), code), asked }))
      : [{ item, deviceId: undefined, label: questionText(asked), asked }],
  )

const keyOf = (item: number, deviceId: number | null | undefined): string => `${item} ${deviceId ?? ''}`

/** What the server knows of an answer, in the form in which it would be sent. */
const stored = ({ item, deviceId, yes, value, text, photos }: OrderDetail['checks'][number]): Answer => ({
  item,
  ...(deviceId === null ? {} : { deviceId }),
  ...(yes === null ? {} : { yes }),
  ...(value === null ? {} : { value }),
  ...(text === null ? {} : { text }),
  ...(photos.length === 0 ? {} : { photos }),
})

const isFilled = ({ yes, value, text, photos = [] }: Answer): boolean =>
  yes !== undefined || value !== undefined || text !== undefined || photos.length > 0

/** The questions of an order's checklist. Holds the answers that the server does not have yet. */
export const ChecksField = ({ order, onChange }: { order: OrderDetail; onChange?: (answers: Answer[]) => void }) => {
  const { t } = useTranslation('order')
  const [page, setPage] = useState(1)
  const [changed, setChanged] = useState<ReadonlyMap<string, Answer>>(new Map())
  const known = new Map(order.checks.map((answer) => [keyOf(answer.item, answer.deviceId), stored(answer)]))
  const all = questionsOf(order, (text, code) => t(($) => $.work.of, { text, code }))
  const set = ({ item, deviceId }: Question, patch: Patch) => {
    const key = keyOf(item, deviceId)
    const merged = { ...known.get(key), ...changed.get(key), ...patch }
    const given = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined))
    const next = new Map(changed).set(key, { ...given, item, ...(deviceId === undefined ? {} : { deviceId }) })
    setChanged(next)
    onChange?.([...next.values()].filter(isFilled))
  }
  return (
    <>
      <ul className="ew-results">
        {all.slice((page - 1) * pageSize, page * pageSize).map((question) => {
          const key = keyOf(question.item, question.deviceId)
          return (
            <QuestionLine
              key={key}
              question={question}
              own={changed.get(key) ?? known.get(key)}
              onChange={(patch) => set(question, patch)}
            />
          )
        })}
      </ul>
      {all.length > pageSize && (
        <Pagination simple current={page} pageSize={pageSize} total={all.length} showSizeChanger={false} onChange={setPage} />
      )}
    </>
  )
}
