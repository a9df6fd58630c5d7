import { endpoints, firmwareKeysPath, type FirmwareEditionDetail, type FirmwareRouteRow, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Code } from '../../../kit/code.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import './firmware.css'
import { enumLabel } from '../../../i18n/i18n.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'

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

const Steps = ({ row: { steps, downgrade } }: { row: FirmwareRouteRow }) => {
  const { t } = useTranslation('firmware')
  if (steps === null) return <span className="ew-muted">{t(($) => $.routeNone)}</span>
  if (steps.length === 0) return t(($) => $.routeHere)
  return (
    <TwoLines small={downgrade ? t(($) => $.routeDown) : undefined}>
      {steps.map(({ id, version, package: kind }, at) => (
        <span key={id}>
          {at > 0 && ' → '}
          <a className="ew-link" href={pageHref('firmwareDetail', { id })}>
            {version}
          </a>
          {kind === 'delta' && ` (${enumLabel('firmwarePackage', kind)})`}
        </span>
      ))}
    </TwoLines>
  )
}

/** From which versions an edition can be reached, and through which steps. */
export const EditionRoutes = ({ row }: { row: FirmwareEditionDetail }) => {
  const { t } = useTranslation('firmware')
  const { routes, state, editionVersion: version } = row
  return (
    <section className="ew-panel">
      <p className="ew-muted">{t(($) => $.routesHint, { version })}</p>
      {state === 'draft' && <p className="ew-muted">{t(($) => $.routesDraft)}</p>}
      {state === 'withdrawn' && <p className="ew-muted">{t(($) => $.routesWithdrawn)}</p>}
      <PlainTable<FirmwareRouteRow>
        label={t(($) => $.routes)}
        rows={routes.map((route, id) => ({ ...route, id }))}
        columns={[
          { label: t(($) => $.routeFrom), render: ({ from }) => from ?? t(($) => $.routeUnknown) },
          { label: t(($) => $.routeDevices), render: ({ count }) => count },
          { label: t(($) => $.routeSteps), render: (route) => <Steps row={route} /> },
        ]}
      />
    </section>
  )
}
