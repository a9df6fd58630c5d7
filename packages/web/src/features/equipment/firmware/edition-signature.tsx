import { endpoints, firmwareKeysPath, type FirmwareEditionDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Code } from '../../../kit/code.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import './firmware.css'

/** The signature of an edition, and how devices verify it. */
export const EditionSignature = ({ row }: { row: FirmwareEditionDetail }) => {
  const { t } = useTranslation('firmware')
  const { signature, signedText, keyId } = row
  return (
    <>
      {signature === null ? (
        <p className="ew-muted">{t(($) => $.notSigned)}</p>
      ) : (
        <Facts
          endpoint={endpoints.firmwareEdition.detail}
          row={row}
          facts={[
            { field: 'keyId', value: <Code>{keyId ?? ''}</Code> },
            { field: 'makerSignature', wide: true },
            { field: 'signature', label: t(($) => $.signature), value: <Code>{signature}</Code>, wide: true },
          ]}
        />
      )}
      <section className="ew-panel">
        <h2>{t(($) => $.signedText)}</h2>
        <pre className="ew-firmware-text" role="region" aria-label={t(($) => $.signedText)} tabIndex={0}>
          {signedText}
        </pre>
        <h2>{t(($) => $.verifyTitle)}</h2>
        <ol>
          {t(($) => $.verifySteps, { returnObjects: true, path: firmwareKeysPath }).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </>
  )
}
