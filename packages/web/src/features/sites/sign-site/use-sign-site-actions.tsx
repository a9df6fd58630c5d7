import { endpoints, type SignSiteRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowActions } from '../../../kit/row-actions.tsx'

const SignSiteForm = lazy(() => import('./sign-site.form.tsx'))

const signSite = endpoints.signSite

/** The actions for a sign-in address, with their dialogs. `leave` leaves the page of a deleted one. */
export const useSignSiteActions = (leave?: () => Promise<void>) => {
  const { t } = useTranslation('sign-site')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<SignSiteRow>({
    calls: signSite,
    renderForm: (open) => <SignSiteForm {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.create),
      disable: () => t(($) => $.disableConfirm),
      remove: t(($) => $.deleteHint),
    },
    leave,
  })
  return { toolbar, actionsOf: (row: SignSiteRow) => [edit(row), setEnabled(row), remove(row)], dialog }
}
