import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import { makeCaptcha } from './captcha.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions, endOwnSession } from './end-own-sessions.ts'
import { issueTicket } from './issue-ticket.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { redeemTicket } from './redeem-ticket.ts'
import { register } from './register.ts'
import { branding, companyOfCode, info, menus, ownSessions, validate } from './session.reads.ts'
import { setPreference } from './set-preference.ts'
import { updateInfo } from './update-info.ts'

export const sessionRoutes = bind(endpoints.session, {
  captcha: makeCaptcha,
  login,
  logout,
  validate,
  info,
  menus,
  companyOfCode,
  branding,
  changePassword,
  updateInfo,
  ownSessions,
  endOwnSession,
  endOtherSessions,
  setPreference,
  register,
  issueTicket,
  redeemTicket,
})
