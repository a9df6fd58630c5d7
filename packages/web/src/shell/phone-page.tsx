import { Modal, QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import { phonePageUrl } from './phone-page-url.ts'

/** Opens the engineers' page: a QR code for the phone's camera, and a link. */
export default function PhonePage({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open centered width={360} title={t(($) => $.phonePage.title)} footer={null} onCancel={onClose}>
      <p>{t(($) => $.phonePage.scan)}</p>
      <QRCode value={phonePageUrl} size={220} type="svg" color="#000000" bgColor="#ffffff" />
      <p>
        <a href={phonePageUrl}>{phonePageUrl}</a>
      </p>
    </Modal>
  )
}
