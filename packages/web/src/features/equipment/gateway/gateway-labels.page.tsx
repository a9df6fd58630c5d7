import { endpoints, pageHref, pages } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { LabelSheet, useLabelIds } from '../../../kit/label-sheet.tsx'

/** The address in a label's QR code: the page that registers the gateway, at this very console. */
const registerAddress = (code: string, model: string): string =>
  `${location.origin}${location.pathname}${pageHref('gatewayRegister', { model, code })}`

/** Labels to print (`?ids=1,2`): code, model, and a QR code to scan on site. */
export default function GatewayLabelsPage() {
  const { t } = useTranslation('gateway')
  const ids = useLabelIds()
  const query = useCall(endpoints.gateway.labels, { ids }, { enabled: ids.length > 0, quiet: true })
  return (
    <LabelSheet
      words={t(($) => $.labels, { returnObjects: true })}
      qrOf={(code) => t(($) => $.labels.qr, { code })}
      back={pages.gatewayList}
      empty={ids.length === 0}
      labels={query.data?.map(({ id, code, name, modelName, modelCode, projectName }) => ({
        id,
        code,
        address: registerAddress(code, modelCode),
        lines: [name === code ? null : name, modelName, projectName],
      }))}
      failed={query.error?.message}
      onRetry={() => void query.refetch()}
    />
  )
}
