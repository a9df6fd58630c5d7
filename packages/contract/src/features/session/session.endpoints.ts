import { endpoint } from '../../kernel/endpoint.ts'
import { id, input, noInput, nothing, optional, ref, text, Type } from '../../kernel/schema.ts'
import { branding, captcha, changePasswordInput, loginInput, registerInput, updateInfoInput, userInfo } from './session.schema.ts'

const menuNode = Type.Unsafe<import('../../menus.ts').MenuNode>({ type: 'object', additionalProperties: true })

export const sessionEndpoints = {
  captcha: endpoint({ method: 'GET', path: 'web/account/code/image', access: 'public', input: noInput, output: captcha, summary: 'A captcha image', perMinute: 120 }),
  login: endpoint({
    method: 'POST', path: 'web/account/login', access: 'public', input: loginInput, output: Type.String(), summary: 'Sign in; data is the token', perMinute: 60,
    errors: ['wrongCredentials', 'wrongCaptcha', 'accountLocked', 'accountDisabled', 'companyDisabled', 'companyExpired'],
  }),
  logout: endpoint({ method: 'POST', path: 'web/account/logout', access: 'session', input: noInput, output: nothing, summary: 'End this session', beforePasswordChange: true }),
  validate: endpoint({ method: 'GET', path: 'web/validate/token', access: 'session', input: noInput, output: Type.Object({ valid: Type.Boolean() }), summary: 'Is this session alive', beforePasswordChange: true }),
  info: endpoint({ method: 'GET', path: 'web/account/info', access: 'session', input: noInput, output: userInfo, summary: 'The signed-in user', beforePasswordChange: true }),
  menus: endpoint({ method: 'GET', path: 'web/role/menu/list', access: 'session', input: noInput, output: Type.Array(menuNode), summary: 'Menu tree of the signed-in roles', beforePasswordChange: true }),
  companyOfCode: endpoint({
    method: 'POST', path: 'web/commons/company/code/login', access: 'public', input: input({ code: text(253) }), output: branding,
    summary: 'The company of a domain or code, for its sign-in page', errors: ['companyCodeUnknown'],
  }),
  branding: endpoint({
    method: 'GET', path: 'web/commons/company/config/find/login', access: 'public', input: input({ companyId: optional(id()) }), output: branding,
    summary: 'Branding of the sign-in page; without a company the operating company’s',
  }),
  changePassword: endpoint({
    method: 'POST', path: 'web/account/update/pwd', access: 'session', input: changePasswordInput, output: nothing,
    summary: 'Change one’s own password; ends one’s other sessions', errors: ['wrongOldPassword'], beforePasswordChange: true, perMinute: 20,
  }),
  updateInfo: endpoint({ method: 'POST', path: 'web/account/update/info', access: 'session', input: updateInfoInput, output: nothing, summary: 'Change one’s own name, avatar, phone, email' }),
  setPreference: endpoint({
    method: 'POST', path: 'web/account/update/preference', access: 'session', input: input({ key: text(60), value: Type.Unknown() }), output: nothing,
    summary: 'Keep a choice of one’s own, such as the columns of a list',
  }),
  register: endpoint({
    method: 'POST', path: 'web/account/register', access: 'public', input: registerInput, output: nothing, perMinute: 20,
    summary: 'Register as an ordinary user of a company; its staff enable the account', errors: ['companyCodeUnknown', 'wrongCaptcha', 'duplicate'],
  }),
  issueTicket: endpoint({
    method: 'POST', path: 'web/account/ticket', access: 'session', input: input({ accountId: ref('account') }), output: Type.Object({ ticket: Type.String() }),
    summary: 'A single-use ticket to sign in as an account of a company below', errors: ['noAccess'],
  }),
  redeemTicket: endpoint({
    method: 'POST', path: 'web/account/autoLogin', access: 'public', input: input({ ticket: text(100) }), output: Type.String(),
    summary: 'Exchange a ticket for a session; data is the token', errors: ['ticketInvalid'], perMinute: 60,
  }),
} as const
