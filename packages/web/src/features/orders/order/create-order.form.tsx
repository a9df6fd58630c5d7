import { abnormalChecks, badResults, endpoints, enums, type EnumValue, type OrderKindName } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Alert } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, labelled, listed } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { useCan } from '../../../session/me.tsx'
import { questionText } from './checks-field.tsx'
import { orderKind, type OrderKind } from './order-kind.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { PickedDevice } from './device-picker.tsx'
import { useOrderFields } from './order-fields.tsx'

/** What a repair order may be created from. At most one is set. */
export interface SourceIds {
  readonly alarmId?: number | undefined
  readonly faultId?: number | undefined
  readonly feedbackId?: number | undefined
  readonly sourceOrderId?: number | undefined
  readonly sourceKind?: string | undefined
}

interface OrderSource {
  readonly isLoading: boolean
  /** Values sent along without a field. */
  readonly ids: { alarmId?: number; faultId?: number; feedbackId?: number; sourceOrderId?: number }
  readonly deviceCode: string | undefined
  readonly description?: string
  readonly priority?: EnumValue<'orderPriority'>
  readonly photos?: readonly string[]
  readonly notice?: { readonly type: 'info' | 'warning'; readonly text: string }
}

const isKind = (kind: string | undefined): kind is OrderKindName => (enums.orderKind as readonly string[]).includes(kind ?? '')

/** What a new repair order takes over from the alarm, fault, feedback or order that it is created from. */
const useOrderSource = (from: SourceIds, deviceCode: string | undefined): OrderSource => {
  const { t } = useTranslation('order')
  const can = useCan()
  const { alarmId, faultId, feedbackId, sourceOrderId } = from
  const sourceKind = orderKind(isKind(from.sourceKind) ? from.sourceKind : 'inspect')
  const read = { quiet: true, staleTime: Infinity }
  const alarmRead = useCall(
    endpoints.alarm.detail,
    { id: alarmId ?? 0 },
    { ...read, enabled: alarmId !== undefined && can('alarm:view') },
  )
  const feedbackRead = useCall(
    endpoints.userFeedback.feedbackInfo,
    { id: feedbackId ?? 0 },
    { ...read, enabled: feedbackId !== undefined && can('userFeedback:view') },
  )
  const orderRead = useCall(
    sourceKind.calls.detail,
    { id: sourceOrderId ?? 0 },
    { ...read, enabled: sourceOrderId !== undefined && can(sourceKind.operation.view) },
  )
  const isLoading = alarmRead.isLoading || feedbackRead.isLoading || orderRead.isLoading

  if (alarmId !== undefined) {
    const alarm = alarmRead.data
    if (!alarm)
      return { isLoading, ids: { alarmId }, deviceCode, notice: { type: 'info', text: t(($) => $.form.fromAlarmPlain) } }
    const type = currentLanguage() === 'zh' ? alarm.typeNameZh : alarm.typeNameEn
    // What the operator found out is passed on to the engineer.
    const found = [alarm.cause && enumLabel('misreportCause', alarm.cause), alarm.note].filter(Boolean).join(' · ')
    return {
      isLoading,
      ids: { alarmId },
      deviceCode,
      description: [t(($) => $.form.alarmDescription, { code: alarm.code, type }), found].filter(Boolean).join('\n'),
      priority: alarm.level === 'fire' ? 'urgent' : 'normal',
      notice: alarm.orderCode
        ? { type: 'warning', text: t(($) => $.form.alarmHasOrder, { code: alarm.orderCode }) }
        : { type: 'info', text: t(($) => $.form.fromAlarm, { code: alarm.code }) },
    }
  }
  if (faultId !== undefined)
    return { isLoading, ids: { faultId }, deviceCode, notice: { type: 'info', text: t(($) => $.form.fromFault) } }
  if (feedbackId !== undefined) {
    const feedback = feedbackRead.data
    return {
      isLoading,
      ids: { feedbackId },
      deviceCode: deviceCode ?? feedback?.deviceCode ?? undefined,
      ...(feedback ? { description: feedback.content, photos: feedback.photos } : {}),
      notice: feedback?.orderCode
        ? { type: 'warning', text: t(($) => $.form.feedbackHasOrder, { code: feedback.orderCode }) }
        : { type: 'info', text: t(($) => $.form.fromFeedback, { code: feedback?.code ?? '' }) },
    }
  }
  if (sourceOrderId !== undefined) {
    const order = orderRead.data
    const device = order?.devices.find(({ code }) => code === deviceCode)
    const bad = device?.result && badResults.has(device.result) ? enumLabel('orderResult', device.result) : null
    const answers = order && device ? abnormalChecks(order, device.id) : []
    const asked = answers.map(({ item, yes, value }) => {
      const question = order?.checklist[item]
      if (question === undefined) return null
      return labelled(questionText(question), yes === false ? t(($) => $.work.no) : `${value} ${question.unit ?? ''}`.trim())
    })
    const words = [bad, device?.value, device?.actual, device?.note, ...asked]
    return {
      isLoading,
      ids: { sourceOrderId },
      deviceCode,
      ...(order && device ? { description: t(($) => $.form.orderDescription, { code: order.code, what: listed(words) }) } : {}),
      notice: { type: 'info', text: t(($) => $.form.fromOrder, { code: order?.code ?? '' }) },
    }
  }
  return { isLoading, ids: {}, deviceCode }
}

interface CreateOrderProps {
  kind: OrderKind
  /** What the order is created from, if anything. */
  from: SourceIds
  deviceCode: string | undefined
  /** The project, if it is fixed. */
  projectId: number | undefined
  /** The same call at another address. */
  endpoint?: OrderKind['calls']['create']
  onClose: () => void
}

/** Creates an order: a repair order from its devices, the others from their project. */
export default function CreateOrder({ kind, from, deviceCode, projectId: firstProject, endpoint, onClose }: CreateOrderProps) {
  const { t } = useTranslation('order')
  const [devices, setDevices] = useState<readonly PickedDevice[]>([])
  const [projectId, setProjectId] = useState(firstProject)
  const source = useOrderSource(from, deviceCode)
  const isRepair = kind.kind === 'repair'
  const fields = useOrderFields(kind, {
    devices,
    setDevices,
    firstCode: source.deviceCode,
    ...(isRepair ? {} : { projectId, setProjectId }),
  })
  // The form is prefilled from its source, so it waits for it. It also works without the source.
  if (source.isLoading) return null
  const { deviceIds, modelIds, priority, description, scheduledFrom, scheduledTo, dueAt, siteIds, engineerIds, photos } = fields
  const covered = isRepair ? [deviceIds] : [fields.projectId, ...(fields.coverage ? [fields.coverage, modelIds] : []), deviceIds]
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={endpoint ?? kind.calls.create}
      title={t(($) => $.kinds[kind.kind].create)}
      saved={t(($) => $.done.create)}
      initial={{
        priority: source.priority ?? 'normal',
        ...(firstProject === undefined || isRepair ? {} : { projectId: firstProject }),
        ...(source.description === undefined ? {} : { description: source.description }),
        ...(source.photos === undefined ? {} : { photos: [...source.photos] }),
      }}
      hidden={source.ids}
      fields={[...covered, priority, description, scheduledFrom, scheduledTo, dueAt, siteIds, engineerIds, photos]}
      onClose={onClose}
    >
      {source.notice && <Alert className="ew-form-alert" type={source.notice.type} showIcon title={source.notice.text} />}
    </FormDialog>
  )
}
