import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { copyText } from '../kit/copy.ts'
import { toast } from '../toast.ts'
import './two-step.css'

/** The recovery codes, shown only once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation()
  const kit = useTranslation('kit').t
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast.success(kit(($) => $.passwordOnce.copied))
    else toast.warning(kit(($) => $.passwordOnce.copyYourself))
  }
  const footer = (
    <div className="ew-form-buttons">
      <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
        {kit(($) => $.passwordOnce.copy)}
      </Button>
      <Button type="primary" onClick={onClose}>
        {t(($) => $.twoStep.noted)}
      </Button>
    </div>
  )
  return (
    <Modal
      open
      centered
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t(($) => $.twoStep.codes)}
      footer={footer}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.twoStep.codesHint)} />
      <ul className="ew-recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
