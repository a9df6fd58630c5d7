import type { texts as zh } from './session.zh.ts'

export const texts: typeof zh = {
  subjects: {
    session: 'Session',
  },
  fields: {
    oldPwd: 'Old password',
    newPwd: 'New password',
    captcha: 'Verification code',
    captchaId: 'Verification code',
    lastLoginTime: 'Last sign-in',
    companyCode: 'Company code',
  },
}
