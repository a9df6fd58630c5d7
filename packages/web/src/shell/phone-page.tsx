import { endpoints } from '@emberwatch/contract'
import { Alert, Modal, QRCode, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/hooks.ts'
import { isLoopback, phoneAddresses, phonePageUrl } from './phone-page-url.ts'

/** Opens the phone page: a QR code for the phone's camera, with an address that a phone can reach, and a link. */
export default function PhonePage({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = useCall(endpoints.settings.addresses, {})
  const [chosen, setChosen] = useState<string>()
  const offered = phoneAddresses(phonePageUrl, data ?? { publicUrl: null, own: [] })
  const address = chosen ?? offered[0] ?? phonePageUrl
  return (
    <Modal open centered width={400} title={t(($) => $.phonePage.title)} footer={null} onCancel={onClose}>
      <p>{t(($) => $.phonePage.scan)}</p>
      {data !== undefined && isLoopback(address) && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.phonePage.loopback)}
          description={t(($) => $.phonePage.loopbackHint)}
        />
      )}
      {offered.length > 1 && (
        <Radio.Group
          vertical
          aria-label={t(($) => $.phonePage.address)}
          value={address}
          options={offered.map((value) => ({ value, label: new URL(value).host }))}
          onChange={({ target }) => setChosen(String(target.value))}
        />
      )}
      <QRCode value={address} size={220} type="svg" color="#000000" bgColor="#ffffff" />
      <p>
        <a href={address}>{address}</a>
      </p>
      {data?.publicUrl === null && !isLoopback(address) && address !== phonePageUrl && (
        <p className="ew-hint">{t(($) => $.phonePage.ownAddress)}</p>
      )}
    </Modal>
  )
}
