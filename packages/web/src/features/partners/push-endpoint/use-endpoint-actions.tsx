import { endpoints, type PushEndpointRow } from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { usePushSecret } from './secret-once.tsx'

const EndpointForm = lazy(() => import('./endpoint.form.tsx'))
const EndpointTest = lazy(() => import('./endpoint-test.tsx'))

const calls = endpoints.pushEndpoint

const Replay = ({ row, onClose }: { row: PushEndpointRow; onClose: () => void }) => {
  const { t } = useTranslation('push-endpoint')
  return (
    <FormDialog
      endpoint={calls.replay}
      title={t(($) => $.replay.title, { name: row.name })}
      ok={t(($) => $.replay.ok)}
      hidden={{ id: row.id }}
      fields={[{ name: 'replaySince', hint: t(($) => $.replay.hint) }]}
      saved={null}
      onSaved={({ count }) => toast.success(t(($) => $.replay.done, { number: count }))}
      onClose={onClose}
    />
  )
}

export interface EndpointWork {
  toolbar: readonly Action[]
  actionsOf: (row: PushEndpointRow) => Action[]
  dialog: ReactNode
}

/** The actions for an endpoint, for list and detail page, with their dialogs. `leave` leaves the page of a deleted one. */
export const useEndpointActions = (leave?: () => Promise<void>): EndpointWork => {
  const { t } = useTranslation('push-endpoint')
  const run = useRunWrite()
  const secret = usePushSecret()
  const { toolbar, edit, remove, show, close, dialog } = useRowActions<PushEndpointRow>({
    calls,
    renderForm: (open) => <EndpointForm {...open} onCreated={secret.show} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), remove: t(($) => $.removeHint) },
    leave,
  })
  const drawTest = (row: PushEndpointRow) => <EndpointTest row={row} onClose={close} />
  const drawReplay = (row: PushEndpointRow) => <Replay row={row} onClose={close} />
  const test = (row: PushEndpointRow): Action => ({
    key: 'test',
    label: t(($) => $.test.action),
    ...operationsFor(calls.test),
    onClick: () => show(drawTest(row)),
  })
  const stopOrGo = (row: PushEndpointRow): Action => {
    const { id, name } = row
    const isOn = row.pushHealth !== 'paused' && row.pushHealth !== 'disabled'
    return isOn
      ? {
          key: 'pause',
          label: t(($) => $.pause.action),
          ...operationsFor(calls.pause),
          confirm: t(($) => $.pause.confirm, { name }),
          onClick: async () => {
            await run(calls.pause, { id })
            toast.success(t(($) => $.pause.done, { name }))
          },
        }
      : {
          key: 'resume',
          label: t(($) => $.resume.action),
          ...operationsFor(calls.resume),
          onClick: async () => {
            await run(calls.resume, { id })
            toast.success(t(($) => $.resume.done, { name }))
          },
        }
  }
  const rotate = ({ id, pushWay }: PushEndpointRow): Action => ({
    key: 'rotateSecret',
    label: t(($) => $.rotate.action),
    ...operationsFor(calls.rotateSecret),
    confirm: pushWay === 'mqtt' ? t(($) => $.rotate.mqtt) : t(($) => $.rotate.hmac),
    onClick: async () => secret.show(await run(calls.rotateSecret, { id }), pushWay === 'mqtt'),
  })
  const replay = (row: PushEndpointRow): Action => ({
    key: 'replay',
    label: t(($) => $.replay.action),
    ...operationsFor(calls.replay),
    onClick: () => show(drawReplay(row)),
  })
  return {
    toolbar,
    actionsOf: (row) => [
      test(row),
      edit(row),
      stopOrGo(row),
      ...(row.pushWay === 'mqtt' || row.pushAuth === 'hmac' ? [rotate(row)] : []),
      replay(row),
      remove(row),
    ],
    dialog: (
      <>
        {dialog}
        {secret.dialog}
      </>
    ),
  }
}
