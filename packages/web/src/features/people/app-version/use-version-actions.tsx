import { appVersionStates, decide, endpoints, type AppVersionRow, type EnumValue } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor, useActor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const AppVersionForm = lazy(() => import('./app-version.form.tsx'))
const WithdrawVersion = lazy(() => import('./withdraw-version.form.tsx'))

const calls = endpoints.appVersion

/** The actions for an app version, with the reason if one is disabled. */
export const useVersionActions = (app: EnumValue<'appKind'>, leave?: () => Promise<void>) => {
  const { t } = useTranslation('app-version')
  const run = useRunWrite()
  const actor = useActor()
  const { toolbar, edit, remove, show, close, dialog } = useRowActions<AppVersionRow>({
    calls,
    renderForm: ({ row, onClose }) => <AppVersionForm app={app} id={row?.id} onClose={onClose} />,
    nameOf: ({ versionNumber }) => versionNumber,
    texts: { create: t(($) => $.create[app]), remove: t(($) => $.remove) },
    leave,
  })
  const offOf = (action: 'publish' | 'withdraw', row: AppVersionRow): string | undefined => {
    const decision = decide(appVersionStates, action, row.state, row, actor)
    return decision.allowed ? undefined : sharedTexts().reasons.wrongState
  }
  const actionsOf = (row: AppVersionRow): Action[] => {
    const { id, versionNumber: number } = row
    const publish: Action = {
      key: 'publish',
      label: t(($) => $.publish),
      ...operationsFor(calls.publish),
      primary: true,
      off: offOf('publish', row),
      confirm: t(($) => $.publishConfirm[row.appTarget], { number, percent: row.rolloutPercent ?? 0 }),
      onClick: async () => {
        await run(calls.publish, { id })
        toast.success(t(($) => $.published, { number }))
      },
    }
    const withdraw: Action = {
      key: 'withdraw',
      label: t(($) => $.withdraw),
      ...operationsFor(calls.withdraw),
      danger: true,
      off: offOf('withdraw', row),
      onClick: () => show(<WithdrawVersion row={row} onClose={close} />),
    }
    const change = { ...edit(row), off: row.state === 'withdrawn' ? t(($) => $.notWithdrawn) : undefined }
    const drop = { ...remove(row), off: row.state === 'draft' ? undefined : t(($) => $.onlyDrafts) }
    return row.state === 'published' ? [change, withdraw, publish, drop] : [publish, change, drop, withdraw]
  }
  return { toolbar, actionsOf, dialog }
}
