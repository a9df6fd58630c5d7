import { endpoints } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useCan } from '../../session/me.tsx'
import type { PickedDevice } from './device-picker.tsx'
import { useOrderFields } from './order-fields.tsx'
import type { OrderKind } from './order-kind.ts'

interface CreateOrderProps {
  kind: OrderKind
  /** What the order is created from, if anything. */
  alarmId: number | undefined
  faultId: number | undefined
  deviceCode: string | undefined
  onClose: () => void
}

/** Creates an order: the device first, then the rest. */
export default function CreateOrder({ kind, alarmId, faultId, deviceCode, onClose }: CreateOrderProps) {
  const { t } = useTranslation('order')
  const can = useCan()
  const [devices, setDevices] = useState<readonly PickedDevice[]>([])
  const fields = useOrderFields(kind, { devices, setDevices, firstCode: deviceCode })
  const source = useCall(
    endpoints.alarm.detail,
    { id: alarmId ?? 0 },
    { enabled: alarmId !== undefined && can('alarm:view'), quiet: true, staleTime: Infinity },
  )
  // The form is prefilled from the alarm, so it waits for it. Without the alarm it works as well.
  if (source.isLoading) return null
  const alarm = source.data
  const type = alarm && (currentLanguage() === 'zh' ? alarm.typeNameZh : alarm.typeNameEn)
  const { deviceIds, priority, description, dueAt, siteIds, engineerIds, photos } = fields
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={kind.calls.create}
      title={t(($) => $.kinds[kind.kind].create)}
      saved={t(($) => $.done.create)}
      initial={{
        priority: alarm?.level === 'fire' ? 'urgent' : 'normal',
        ...(alarm ? { description: t(($) => $.form.alarmDescription, { code: alarm.code, type: type ?? '' }) } : {}),
      }}
      hidden={{ ...(alarmId === undefined ? {} : { alarmId }), ...(faultId === undefined ? {} : { faultId }) }}
      fields={[deviceIds, priority, description, dueAt, siteIds, engineerIds, photos]}
      onClose={onClose}
    >
      {alarmId !== undefined && (
        <Alert
          className="ew-form-alert"
          type={alarm?.orderCode ? 'warning' : 'info'}
          showIcon
          title={
            alarm?.orderCode
              ? t(($) => $.form.alarmHasOrder, { code: alarm.orderCode })
              : alarm
                ? t(($) => $.form.fromAlarm, { code: alarm.code })
                : t(($) => $.form.fromAlarmPlain)
          }
        />
      )}
      {faultId !== undefined && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.form.fromFault)} />}
    </FormDialog>
  )
}
