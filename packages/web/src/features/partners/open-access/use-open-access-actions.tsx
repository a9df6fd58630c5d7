import { type OpenAccessSecret, endpoints, type OpenAccessRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { lazy, type ReactNode } from 'react'
import { SecretField, SecretOnce, useShown } from '../../../kit/secret-once.tsx'
import { formatTime } from '../../../kit/time.tsx'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor } from '../../../session/me.tsx'

interface Given extends Pick<OpenAccessSecret, 'secret' | 'formerUntil'> {
  name: string
}

/** Shows a key's secret, once. */
const useSecretOnce = () => {
  const { t } = useTranslation('open-access')
  return useShown<Given>(({ name, secret, formerUntil }, onClose) => (
    <SecretOnce title={t(($) => $.secret.title, { name })} hint={t(($) => $.secret.hint)} width={640} onClose={onClose}>
      <SecretField secret={secret} />
      {formerUntil !== null && <p>{t(($) => $.secret.former, { time: formatTime(formerUntil) })}</p>}
      <p>{t(($) => $.secret.use)}</p>
      <pre className="ew-open-call">{`curl -H 'Authorization: Bearer …' \\\n  ${location.origin}/api/open/v1/alarms`}</pre>
    </SecretOnce>
  ))
}

const CreateOpenAccess = lazy(async () => ({ default: (await import('./open-access.form.tsx')).CreateOpenAccess }))
const EditOpenAccess = lazy(async () => ({ default: (await import('./open-access.form.tsx')).EditOpenAccess }))
const RotateOpenAccess = lazy(async () => ({ default: (await import('./open-access.form.tsx')).RotateOpenAccess }))

const { openAccess } = endpoints

interface OpenAccessWork {
  toolbar: readonly Action[]
  actionsOf: (row: OpenAccessRow) => Action[]
  dialog: ReactNode
}

/** The actions for keys, for list and detail page, with their dialogs. `leave` leaves the page of a revoked key. */
export const useOpenAccessActions = (leave?: () => Promise<void>): OpenAccessWork => {
  const { t } = useTranslation('open-access')
  const secret = useSecretOnce()
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<OpenAccessRow>({
    calls: openAccess,
    renderForm: ({ row, onClose }) =>
      row ? <EditOpenAccess row={row} onClose={onClose} /> : <CreateOpenAccess onClose={onClose} onCreated={secret.show} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.create),
      disable: ({ name }) => t(($) => $.disableConfirm, { name }),
      remove: t(($) => $.revokeHint),
    },
    leave,
  })
  const rotate = (row: OpenAccessRow): Action => ({
    key: 'rotate',
    label: t(($) => $.rotate.action),
    ...operationsFor(openAccess.rotate),
    onClick: () => show(<RotateOpenAccess row={row} onClose={close} onCreated={secret.show} />),
  })
  const actionsOf = (row: OpenAccessRow): Action[] => [
    edit(row),
    rotate(row),
    setEnabled(row),
    { ...remove(row), label: t(($) => $.revoke) },
  ]
  return {
    toolbar,
    actionsOf,
    dialog: (
      <>
        {dialog}
        {secret.dialog}
      </>
    ),
  }
}
