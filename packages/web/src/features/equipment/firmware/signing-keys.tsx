import { endpoints, firmwareKeysPath, type FirmwareKeyRow } from '@emberwatch/contract'
import { Alert, Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ActionBar, type Action } from '../../../kit/actions.tsx'
import { Code } from '../../../kit/code.tsx'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Time } from '../../../kit/time.tsx'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { operationsFor } from '../../../session/me.tsx'
import './firmware.css'
import type { KeyStep } from './signing-key.form.tsx'

const KeyForm = lazy(() => import('./signing-key.form.tsx'))

const { list, make, rotate } = endpoints.firmwareKey

const KeyTable = ({ keys }: { keys: readonly FirmwareKeyRow[] }) => {
  const { t } = useTranslation('firmware')
  return (
    <PlainTable<{ key: FirmwareKeyRow }>
      label={t(($) => $.keys)}
      rows={keys.map((key, id) => ({ key, id }))}
      columns={[
        {
          label: fieldLabel('keyId'),
          render: ({ key }) => (
            <TwoLines
              small={
                key.retiredAt === null ? (
                  t(($) => $.keyCurrent)
                ) : (
                  <>
                    {t(($) => $.keyRetired)} <Time value={key.retiredAt} />
                  </>
                )
              }
            >
              {key.id}
            </TwoLines>
          ),
        },
        {
          label: fieldLabel('publicKey'),
          render: ({ key }) => (
            <span className="ew-firmware-key">
              <Code>{key.publicKey}</Code>
            </span>
          ),
        },
        { label: fieldLabel('previousId'), render: ({ key }) => key.previousId ?? '—' },
        { label: fieldLabel('editions'), render: ({ key }) => key.editions },
        {
          label: fieldLabel('createdAt'),
          render: ({ key }) => (
            <TwoLines small={key.createdBy}>
              <Time value={key.createdAt} />
            </TwoLines>
          ),
        },
      ]}
    />
  )
}

/** The keys that sign firmware: creating the first one, and rotating it. */
export default function SigningKeys({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('firmware')
  const keys = useCall(list, {}).data
  const [asking, setAsking] = useState<KeyStep>()
  const isLost = keys?.some(({ retiredAt, usable }) => retiredAt === null && !usable) ?? false
  const step: KeyStep = keys?.length === 0 ? 'make' : isLost ? 'restart' : 'rotate'
  const action: Action = {
    key: step,
    label: t(($) => $[step]),
    ...operationsFor(step === 'rotate' ? rotate : make),
    ...(step === 'make' ? { primary: true } : { danger: true }),
    onClick: () => setAsking(step),
  }
  return (
    <Drawer open size={1040} title={t(($) => $.keysTitle)} onClose={onClose}>
      <div role="region" aria-label={t(($) => $.keysTitle)} tabIndex={0}>
        <p>{t(($) => $.keysText)}</p>
        <p>
          {t(($) => $.keysPath)} <Code>{`${location.origin}${firmwareKeysPath}`}</Code>
        </p>
        {keys === undefined ? (
          <ListSkeleton rows={2} />
        ) : (
          <>
            {keys.length === 0 ? (
              <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.keysNone)} />
            ) : (
              <KeyTable keys={keys} />
            )}
            <div className="ew-firmware-step">
              {isLost && <Alert className="ew-form-alert" type="error" showIcon title={t(($) => $.keysLost)} />}
              <ActionBar actions={[action]} />
            </div>
          </>
        )}
      </div>
      <Suspense>{asking && <KeyForm kind={asking} onClose={() => setAsking(undefined)} />}</Suspense>
    </Drawer>
  )
}
