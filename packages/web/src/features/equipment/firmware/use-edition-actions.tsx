import { decide, endpoints, firmwareStates, type FirmwareEditionRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../../api/files.ts'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor, useActor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const EditionForm = lazy(() => import('./edition.form.tsx'))
const WithdrawEdition = lazy(() => import('./withdraw-edition.form.tsx'))
const SigningKeys = lazy(() => import('./signing-keys.tsx'))

const { firmwareEdition } = endpoints

/** The actions for an edition, for list and detail page, with the reason if one is disabled. `leave` leaves the page of a deleted one. */
export const useEditionActions = (leave?: () => Promise<void>) => {
  const { t } = useTranslation('firmware')
  const run = useRunWrite()
  const actor = useActor()
  const { toolbar, edit, remove, show, close, dialog } = useRowActions<FirmwareEditionRow>({
    calls: { create: firmwareEdition.save, update: firmwareEdition.save, remove: firmwareEdition.delete },
    renderForm: (open) => <EditionForm {...open} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), remove: t(($) => $.removeHint) },
    off: () => undefined,
    leave,
  })
  const offOf = (action: 'release' | 'withdraw', row: FirmwareEditionRow): string | undefined => {
    const decision = decide(firmwareStates, action, row.state, row, actor)
    if (decision.allowed) return undefined
    return sharedTexts().reasons[decision.reason === 'noAccess' ? 'wrongState' : decision.reason]
  }
  const keys: Action = {
    key: 'keys',
    label: t(($) => $.keys),
    ...operationsFor(endpoints.firmwareKey.list),
    onClick: () => show(<SigningKeys onClose={close} />),
  }
  const actionsOf = (row: FirmwareEditionRow): Action[] => {
    const { id, name, modelName: model, editionVersion: version, state } = row
    const release: Action = {
      key: 'release',
      label: t(($) => $.release),
      ...operationsFor(firmwareEdition.release),
      off: offOf('release', row),
      confirm: t(($) => $.releaseConfirm, { name, model, version }),
      onClick: async () => {
        await run(firmwareEdition.release, { id })
        toast.success(t(($) => $.released))
      },
    }
    const withdraw: Action = {
      key: 'withdraw',
      label: t(($) => $.withdraw),
      ...operationsFor(firmwareEdition.withdraw),
      danger: true,
      onClick: () => show(<WithdrawEdition row={row} onClose={close} />),
    }
    const file: Action = {
      key: 'download',
      label: t(($) => $.download),
      reads: true,
      onClick: () => download(endpoints.file.read, { id: row.fileId }, row.fileName),
    }
    return [
      ...(state === 'draft' ? [release] : []),
      ...(state === 'released' ? [withdraw] : []),
      { ...edit(row), op: 'firmwareEdition:update' },
      file,
      { ...remove(row), off: state === 'draft' ? undefined : t(($) => $.removeOff) },
    ]
  }
  return { toolbar: [...toolbar.map((action): Action => ({ ...action, op: 'firmwareEdition:create' })), keys], actionsOf, dialog }
}
