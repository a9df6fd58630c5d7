import { badResults, type CheckItem, isAbnormal, type OrderDetail, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { questionText, useLimits } from './checks-field.tsx'
import { orderKind } from './order-kind.ts'
import { Photos } from '../../base/file/photos.tsx'

type Check = OrderDetail['checks'][number]
interface Line {
  readonly id: number
  readonly asked: CheckItem
  readonly device: OrderDetail['devices'][number] | undefined
  readonly answer: Check | undefined
}

const repair = orderKind('repair')

/** Every question of an order with its answer; questions for each device are repeated per device. */
const linesOf = ({ checklist, checks, devices }: OrderDetail): Line[] =>
  checklist
    .flatMap((asked, item) =>
      (asked.perDevice ? devices : [undefined]).map((device) => ({
        asked,
        device,
        answer: checks.find((one) => one.item === item && one.deviceId === (device?.id ?? null)),
      })),
    )
    .map((line, id) => ({ ...line, id }))

const Answer = ({ asked, answer }: Pick<Line, 'asked' | 'answer'>) => {
  const { t } = useTranslation('order')
  if (!answer) return <span className="ew-muted">{t(($) => $.work.open)}</span>
  const words = { yes: t(($) => $.work.yes), no: t(($) => $.work.no) }
  const said =
    asked.answer === 'yesNo'
      ? answer.yes === null
        ? '—'
        : words[answer.yes ? 'yes' : 'no']
      : asked.answer === 'value'
        ? [answer.value ?? '—', asked.unit].filter(Boolean).join(' ')
        : asked.answer === 'text'
          ? (answer.text ?? '—')
          : null
  return (
    <>
      {said} {isAbnormal(asked, answer) && <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.work.abnormal)}</Tag>}
      {answer.photos.length > 0 && <Photos ids={answer.photos} />}
    </>
  )
}

/** The link from an abnormal answer to a repair order. A device with a bad result has its own (completion.tsx). */
const Repair = ({ line: { asked, answer, device }, order }: { line: Line; order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const can = useCan()
  const isPlanned = order.kind === 'inspect' || order.kind === 'maintenance'
  if (!answer || !device || !isPlanned || !isAbnormal(asked, answer) || !can(repair.operation.create)) return <>—</>
  if (device.repairOrderCode !== null || (device.result !== null && badResults.has(device.result)))
    return <>{device.repairOrderCode ?? '—'}</>
  const query = { create: 1, deviceCode: device.code, sourceOrderId: order.id, sourceKind: order.kind }
  return <a href={pageHref('repairOrderList', query)}>{t(($) => $.createRepair)}</a>
}

/** The checklist of an order: questions, answers, and who gave them. */
export const OrderChecks = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const limits = useLimits()
  const words = t(($) => $.work, { returnObjects: true })
  if (order.checklist.length === 0) return <p className="ew-empty">{words.noChecks}</p>
  return (
    <PlainTable<Line>
      label={words.checks}
      rows={linesOf(order)}
      columns={[
        {
          label: words.question,
          render: ({ asked }) => (
            <>
              {questionText(asked)}{' '}
              <small className="ew-muted">
                {[asked.required && words.required, asked.answer === 'value' && limits(asked)].filter(Boolean).join(' · ')}
              </small>
            </>
          ),
        },
        { label: words.device, render: ({ device }) => device?.code ?? '—' },
        { label: words.answer, render: ({ asked, answer }) => <Answer asked={asked} answer={answer} /> },
        { label: words.answeredBy, render: ({ answer }) => answer?.answeredBy ?? '—' },
        { label: t(($) => $.time), render: ({ answer }) => <Time value={answer?.answeredAt} /> },
        { label: t(($) => $.repairOrder), render: (line) => <Repair line={line} order={order} /> },
      ]}
    />
  )
}

/** For printing: the questions, with space for answers that are still missing. */
export const PaperChecks = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const words = t(($) => $.work, { returnObjects: true })
  const limits = useLimits()
  if (order.checklist.length === 0) return null
  return (
    <PlainTable<Line>
      label={words.checks}
      rows={linesOf(order)}
      columns={[
        {
          label: words.question,
          render: ({ asked }) => `${questionText(asked)} ${asked.answer === 'value' ? limits(asked) : ''}`,
        },
        { label: words.device, render: ({ device }) => device?.code ?? '—' },
        {
          label: words.answer,
          render: ({ asked, answer }) =>
            answer ? (
              <Answer asked={asked} answer={answer} />
            ) : asked.answer === 'yesNo' ? (
              `□ ${words.yes}  □ ${words.no}`
            ) : (
              '____________'
            ),
        },
      ]}
    />
  )
}
