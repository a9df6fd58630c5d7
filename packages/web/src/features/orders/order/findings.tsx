import { openFindings, type OrderDetail } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../i18n/i18n.ts'

/** Abnormal devices without a repair order. */
export const Findings = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const found = openFindings(order)
  if (found.length === 0 || order.completeType === null) return null
  const devices = listed(found.map(({ code, roomNumber }) => [roomNumber, code].filter(Boolean).join(' · ')))
  return (
    <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.findings, { count: found.length, devices })} />
  )
}
