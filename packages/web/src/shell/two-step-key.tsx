import { QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import './two-step.css'

/** The key for the authenticator app: as a QR code, and as text to type where there is no camera. */
export const TwoStepKey = ({ secret, uri }: { secret: string; uri: string }) => {
  const { t } = useTranslation()
  return (
    <div className="ew-two-step">
      <p>{t(($) => $.twoStep.scan)}</p>
      <QRCode aria-label={t(($) => $.twoStep.qr)} value={uri} size={180} color="#000" bgColor="#fff" />
      <p>
        {t(($) => $.twoStep.manual)}
        <br />
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <p>{t(($) => $.twoStep.enterCode)}</p>
    </div>
  )
}
