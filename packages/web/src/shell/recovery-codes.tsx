import { useTranslation } from 'react-i18next'
import { CopySecret, SecretOnce } from '../kit/secret-once.tsx'
import './two-step.css'

/** The recovery codes, shown only once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation()
  const [title, hint, noted] = [t(($) => $.twoStep.codes), t(($) => $.twoStep.codesHint), t(($) => $.twoStep.noted)]
  return (
    <SecretOnce title={title} hint={hint} noted={noted} onClose={onClose}>
      <ul className="ew-recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopySecret secret={codes.join('\n')} />
    </SecretOnce>
  )
}
