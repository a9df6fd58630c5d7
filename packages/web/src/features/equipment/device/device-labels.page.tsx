import { endpoints, pageHref, pages } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { LabelSheet, useLabelIds } from '../../../kit/label-sheet.tsx'
import { placeOf } from './device-cells.tsx'

/** The address in a label's QR code: the device's page at this very console. */
const deviceAddress = (id: number, code: string): string =>
  `${location.origin}${location.pathname}${pageHref('deviceDetail', { id, code })}`

/** Labels to print (`?ids=1,2`): code, name, place, and a QR code to scan on site. */
export default function DeviceLabelsPage() {
  const { t } = useTranslation('device')
  const ids = useLabelIds()
  const query = useCall(endpoints.device.labels, { ids }, { enabled: ids.length > 0, quiet: true })
  return (
    <LabelSheet
      words={t(($) => $.labels, { returnObjects: true })}
      qrOf={(code) => t(($) => $.labels.qr, { code })}
      back={pages.deviceList}
      empty={ids.length === 0}
      labels={query.data?.map((device) => ({
        id: device.id,
        code: device.code,
        address: deviceAddress(device.id, device.code),
        lines: [device.name === device.code ? null : device.name, device.projectName, placeOf(device), device.modelName],
      }))}
      failed={query.error?.message}
      onRetry={() => void query.refetch()}
    />
  )
}
