import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { makeCaptcha } from '../../base/access/captcha.ts'
import { changePassword, register, setPreference, updateInfo } from './own-account.verbs.ts'
import { endTwoStep, renewRecoveryCodes, twoStepInfo } from './change-two-step.ts'
import { endOtherSessions, endOwnSession, login, finishLogin, logout, redeemTicket } from './session.verbs.ts'
import { branding, companyOfCode, info, menus, ownSessions, validate } from './session.reads.ts'
import { beginTwoStep, confirmTwoStep } from './two-step.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

const sessionRoutes = bind(endpoints.session, {
  captcha: makeCaptcha,
  login,
  loginCode: finishLogin,
  logout,
  validate,
  info,
  menus,
  companyOfCode,
  branding,
  changePassword,
  updateInfo,
  twoStep: twoStepInfo,
  beginTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  endTwoStep,
  ownSessions,
  endOwnSession,
  endOtherSessions,
  setPreference,
  register,
  redeemTicket,
})

export const sessionFeature: Feature = {
  name: 'session',
  routes: () => sessionRoutes,
  liveKinds: ['session'],
  uploads: ['avatar'],
}
