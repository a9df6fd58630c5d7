import { checkRoute, pageHref, pages } from '@emberwatch/contract'
import { Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../i18n/i18n.ts'
import { DialogBoundary } from '../kit/dialog-boundary.tsx'
import { FileImage } from '../kit/file-image.tsx'
import { useCan, useMe } from '../session/me.tsx'
import { signOut } from './sign-out.ts'
import { breadcrumbsOf } from '../kit/menu-tree.ts'

const UserInfoForm = lazy(() => import('./user-info.form.tsx'))
const ChangePassword = lazy(() => import('./change-password.form.tsx'))
const TwoStep = lazy(() => import('./two-step.tsx'))
const OwnSessions = lazy(() => import('./own-sessions.tsx'))
const PhonePage = lazy(() => import('./phone-page.tsx'))

const companyEdit = pages.companyEdit

export const UserMenu = () => {
  const { t } = useTranslation()
  const { user, menus } = useMe()
  const can = useCan()
  const [dialog, setDialog] = useState<'info' | 'password' | 'twoStep' | 'sessions' | 'phone' | null>(null)
  const close = () => setDialog(null)
  const { name, issuer } = user
  // Only for the account holder.
  const inPerson = issuer === null ? {} : { disabled: true, title: sharedTexts().errors.notInPerson }
  // Only if the entry exists, is granted and enabled (specification section 2).
  const company = breadcrumbsOf(companyEdit, menus).length > 0 && checkRoute(companyEdit, menus).open
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(issuer === null
              ? []
              : [{ key: 'acting', type: 'group' as const, label: t(($) => $.layout.actingAs, { name, issuer }) }]),
            ...(company
              ? [{ key: 'company', label: <a href={pageHref('companyEdit')}>{t(($) => $.layout.companyInfo)}</a> }]
              : []),
            { ...inPerson, key: 'info', label: t(($) => $.layout.userInfo), onClick: () => setDialog('info') },
            { ...inPerson, key: 'password', label: t(($) => $.layout.changePassword), onClick: () => setDialog('password') },
            { ...inPerson, key: 'twoStep', label: t(($) => $.twoStep.title), onClick: () => setDialog('twoStep') },
            { ...inPerson, key: 'sessions', label: t(($) => $.sessions.title), onClick: () => setDialog('sessions') },
            ...(can('order:work')
              ? [{ key: 'phone', label: t(($) => $.phonePage.title), onClick: () => setDialog('phone') }]
              : []),
            { type: 'divider' },
            { key: 'out', label: t(($) => $.layout.signOut), onClick: () => void signOut() },
          ],
        }}
      >
        <button type="button" className="ew-icon">
          <span className="ew-visually-hidden">{t(($) => $.layout.account)}</span>
          {user.avatar ? (
            <FileImage id={user.avatar} alt="" className="ew-avatar" />
          ) : (
            <span className="ew-avatar" aria-hidden>
              {name.slice(0, 1)}
            </span>
          )}
          <span className="ew-user-name ew-wide-only">{name}</span>
        </button>
      </Dropdown>
      <DialogBoundary key={dialog} onFailed={close}>
        <Suspense>
          {dialog === 'info' && <UserInfoForm onClose={close} />}
          {dialog === 'password' && <ChangePassword onClose={close} />}
          {dialog === 'twoStep' && <TwoStep onClose={close} />}
          {dialog === 'sessions' && <OwnSessions onClose={close} />}
          {dialog === 'phone' && <PhonePage onClose={close} />}
        </Suspense>
      </DialogBoundary>
    </>
  )
}
