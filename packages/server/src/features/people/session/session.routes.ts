import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { makeCaptcha } from '../../base/access/captcha.ts'
import { changePassword } from './change-password.ts'
import { endTwoStep, renewRecoveryCodes, twoStepInfo } from './change-two-step.ts'
import { endOtherSessions, endOwnSession } from './end-own-sessions.ts'
import { login } from './login.ts'
import { finishLogin } from './login-step.ts'
import { logout } from './logout.ts'
import { redeemTicket } from './redeem-ticket.ts'
import { register } from './register.ts'
import { branding, companyOfCode, info, menus, ownSessions, validate } from './session.reads.ts'
import { setPreference } from './set-preference.ts'
import { beginTwoStep, confirmTwoStep } from './set-up-two-step.ts'
import { updateInfo } from './update-info.ts'

export const sessionRoutes = bind(endpoints.session, {
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
