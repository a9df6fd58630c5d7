import { QRCode, Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { endpoints } from '@emberwatch/contract'
import { useState } from 'react'
import './two-step.css'
import { CopySecret, SecretOnce } from '../kit/secret-once.tsx'
import { queryClient, useCall } from '../api/hooks.ts'
import { keyOf } from '../api/queries.ts'
import { Facts } from '../kit/detail/facts.tsx'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { LoadFailed, ListSkeleton } from '../kit/list/list-states.tsx'
import { signOut } from './sign-out.ts'
import '../kit/detail/detail.css'

/** The key for the authenticator app: as a QR code, and as text to type where there is no camera. */
const TwoStepKey = ({ secret, uri }: { secret: string; uri: string }) => {
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

/** The recovery codes, shown only once. */
const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
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

const session = endpoints.session

interface TwoStepProps {
  /** A role requires it: the only other way out is signing out. */
  forced?: boolean
  onClose: () => void
}

const password = { name: 'password', kind: 'password' } as const

/** The user's own second step: setting it up, new recovery codes, switching it off. Each requires the password again. */
export default function TwoStep({ forced = false, onClose }: TwoStepProps) {
  const { t } = useTranslation()
  const kit = useTranslation('kit').t
  const state = useCall(session.twoStep, {}, { quiet: true })
  const [doing, setDoing] = useState<'begin' | 'renew' | 'end'>()
  const [key, setKey] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const escape = forced
    ? { forced: { escape: <Button onClick={() => void signOut()}>{t(($) => $.layout.signOut)}</Button> } }
    : {}
  /** The rest of the console is unlocked once the codes have been saved. */
  const settled = () => {
    if (forced) void queryClient.invalidateQueries({ queryKey: keyOf(session.info, {}) })
    onClose()
  }

  if (codes) return <RecoveryCodes codes={codes} onClose={settled} />
  if (key) {
    return (
      <FormDialog
        endpoint={session.confirmTwoStep}
        title={t(($) => $.twoStep.title)}
        width={480}
        ok={t(($) => $.twoStep.confirm)}
        saved={t(($) => $.twoStep.on)}
        fields={[{ name: 'code', label: t(($) => $.twoStep.code) }]}
        onSaved={({ recoveryCodes }) => setCodes(recoveryCodes)}
        onClose={() => setKey(undefined)}
        {...escape}
      >
        <TwoStepKey {...key} />
      </FormDialog>
    )
  }
  if (doing === 'renew' || doing === 'end') {
    const close = () => setDoing(undefined)
    return doing === 'renew' ? (
      <FormDialog
        endpoint={session.renewRecoveryCodes}
        title={t(($) => $.twoStep.renew)}
        width={440}
        saved={t(($) => $.twoStep.renewed)}
        fields={[password]}
        onSaved={({ recoveryCodes }) => setCodes(recoveryCodes)}
        onClose={close}
      >
        <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.twoStep.renewHint)} />
      </FormDialog>
    ) : (
      <FormDialog
        danger
        endpoint={session.endTwoStep}
        title={t(($) => $.twoStep.end)}
        width={440}
        ok={t(($) => $.twoStep.end)}
        saved={t(($) => $.twoStep.ended)}
        fields={[password]}
        onClose={close}
      >
        <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.twoStep.endHint)} />
      </FormDialog>
    )
  }
  if (forced || doing === 'begin') {
    return (
      <FormDialog
        endpoint={session.beginTwoStep}
        title={t(($) => $.twoStep.title)}
        width={440}
        ok={t(($) => $.twoStep.next)}
        saved={t(($) => $.twoStep.keyReady)}
        fields={[password]}
        onSaved={setKey}
        onClose={() => setDoing(undefined)}
        {...escape}
      >
        <Alert
          className="ew-form-alert"
          type="info"
          showIcon
          title={forced ? t(($) => $.twoStep.forced) : t(($) => $.twoStep.intro)}
        />
      </FormDialog>
    )
  }

  const { data } = state
  const buttons = data && (
    <div className="ew-form-buttons">
      <Button onClick={onClose}>{kit(($) => $.close)}</Button>
      {data.enabled ? (
        <>
          <Button
            danger
            disabled={data.required}
            title={data.required ? t(($) => $.twoStep.required) : undefined}
            onClick={() => setDoing('end')}
          >
            {t(($) => $.twoStep.end)}
          </Button>
          <Button type="primary" onClick={() => setDoing('renew')}>
            {t(($) => $.twoStep.renew)}
          </Button>
        </>
      ) : (
        <Button type="primary" onClick={() => setDoing('begin')}>
          {t(($) => $.twoStep.begin)}
        </Button>
      )}
    </div>
  )
  return (
    <Modal open centered width={520} title={t(($) => $.twoStep.title)} footer={buttons ?? null} onCancel={onClose}>
      {data ? (
        <>
          <p>{data.enabled ? t(($) => $.twoStep.isOn) : t(($) => $.twoStep.intro)}</p>
          {data.enabled && (
            <Facts
              endpoint={session.twoStep}
              row={data}
              facts={[
                { field: 'since', label: t(($) => $.twoStep.since) },
                { field: 'recoveryCodesLeft', label: t(($) => $.twoStep.left) },
              ]}
            />
          )}
        </>
      ) : state.isError ? (
        <LoadFailed reason={state.error.message} onRetry={() => void state.refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </Modal>
  )
}
